/** Around the board: who has how many discs, whose turn it is, steps through the game, the opening's name. */
import { iconButton } from "./buttons.js";
import { byId, h, setText } from "./dom.js";
import { points } from "./format.js";
import { t } from "./texts.js";
/**
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

/** @param {App} app */
export function mountSteps(app) {
  const { session } = app;
  const sides = { black: side("black"), white: side("white") };
  const status = h("p", { class: "status", "aria-live": "off" });
  byId("score").append(sides.black.box, status, sides.white.box);

  const opening = h("p", { class: "opening" });
  const act = (/** @type {"first" | "back" | "forward" | "last" | "turn" | "setup" | "hide"} */ name) => () => app.actions[name]();
  byId("steps").append(
    h(
      "div",
      { class: "step-buttons", role: "group", "aria-label": t("steps") },
      iconButton("first", "step.first", act("first"), "Home"),
      iconButton("back", "step.back", act("back"), "←"),
      iconButton("forward", "step.forward", act("forward"), "→"),
      iconButton("last", "step.last", act("last"), "End"),
    ),
    opening,
    h(
      "div",
      { class: "step-buttons", role: "group", "aria-label": t("board") },
      iconButton("turn", "board.turn", act("turn"), "F"),
      iconButton("edit", "setup", act("setup"), "E"),
      iconButton("hide", "hide", act("hide"), "H"),
    ),
  );
  app.board.on("hover", (square) => showOpening(square));
  session.on("place game names tree", () => show());
  session.on("clock", (clocks) => {
    for (const color of /** @type {const} */ (["black", "white"])) setText(sides[color].clock, clocks[color] ?? "");
  });

  /** @param {string | null} square */
  function showOpening(square) {
    const { state, opening: name } = session.current;
    const ahead = state.legal.find((each) => each.move === square)?.opening;
    opening.classList.toggle("ahead", Boolean(ahead));
    setText(opening, ahead ? `${square} → ${ahead}` : (name ?? ""));
    opening.title = opening.textContent;
  }

  function show() {
    const { state } = session.current;
    for (const color of /** @type {const} */ (["black", "white"])) {
      setText(sides[color].count, String(state.discs[color]));
      setText(sides[color].name, session.names[color] || t(color));
      sides[color].box.classList.toggle("turn", !state.over && state.turn === color);
    }
    setText(status, app.play.verdict(session.current));
    showOpening(null);
  }

  return { show };
}

/** @param {"black" | "white"} color */
function side(color) {
  const [name, count, clock] = [
    h("span", { class: "name" }),
    h("span", { class: "count" }),
    h("span", { class: "clock" }),
  ];
  return {
    name,
    count,
    clock,
    box: h(
      "div",
      { class: `side ${color}` },
      h("span", { class: `chip ${color}`, "aria-hidden": "true" }),
      count,
      name,
      clock,
    ),
  };
}

/** @param {GameNode} node */
export function statusText(node) {
  const { state } = node;
  if (state.over) {
    const score = state.black_score ?? 0;
    return score === 0
      ? t("status.draw")
      : t("status.wins", { color: t(score > 0 ? "black" : "white"), points: points(Math.abs(score)) });
  }
  if (state.must_pass) return t("status.pass", { color: t(state.turn) });
  return t("status.turn", { color: t(state.turn), number: node.number + 1 });
}
