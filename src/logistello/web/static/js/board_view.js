/** Between the game and the board: which discs, which values, what a click means. */
import { button } from "./buttons.js";
import { byId, h } from "./dom.js";
import { valueLabels } from "./labels.js";
import { announce, tried } from "./notices.js";
import { statusText } from "./steps.js";
import { t } from "./texts.js";

/** @param {import("./types.js").App} app */
export function mountBoard(app) {
  const { session, board, settings, play, actions } = app;
  const pass = h(
    "div",
    { class: "pass", hidden: true },
    h("p", {}),
    button("pass", () => tried(() => session.play("pass")), { kind: "primary" }),
  );
  byId("over-board").append(pass);
  let waiting = false;

  /** @param {import("./types.js").GameNode | null} before */
  function show(before) {
    if (app.setup.active) return;
    const { state, parent } = session.current;
    const neighbour = before !== null && (parent === before || before?.parent === session.current);
    const moves = play.allows() ? state.legal.filter((each) => each.move !== "pass") : [];
    board.mark([]);
    board.show(
      {
        cells: state.position.slice(0, 64),
        turn: state.turn,
        legal: new Map(moves.map((each) => [each.move, each])),
        last: state.move,
      },
      Boolean(neighbour) && settings.get("motion"),
    );
    pass.hidden = !(state.must_pass && play.allows());
    pass.firstElementChild.textContent = t("pass.text", { color: t(state.turn) });
    label();
  }

  function label() {
    const shown = !session.secret && settings.get("values") && ["analysis", "review"].includes(session.mode);
    board.label(shown ? valueLabels(session.current, settings.get("whole")) : new Map());
  }

  function labelSoon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (!app.setup.active) label();
    });
  }

  /** @param {string} square */
  function choose(square) {
    if (app.setup.active) return app.setup.paint(square);
    if (!pass.hidden) return actions.pass();
    if (!board.view.legal.has(square)) return undefined;
    if (actions.attempt?.(square)) return undefined;
    return tried(async () => {
      if (play.active && !session.atTip)
        for (const child of [...session.current.children]) if (child.state.move !== square) session.removeFrom(child);
      await session.play(square);
    });
  }

  board.on("choose", choose);
  session.on("place", (before) => {
    show(before);
    const { state } = session.current;
    if (before)
      announce(
        [state.move && t("moved", { color: t(state.mover ?? "black"), move: state.move }), statusText(session.current)]
          .filter(Boolean)
          .join(". "),
      );
  });
  session.on("values", (node) => node === session.current && labelSoon());
  session.on("secret mode", labelSoon);
  settings.on("change", labelSoon);
  play.on("state", () => {
    if (
      board.view.legal.size > 0 !==
      (play.allows() && session.current.state.legal.some((each) => each.move !== "pass"))
    )
      show(session.current);
  });
  show(null);
}
