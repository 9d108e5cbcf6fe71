/** Between the game and the board: which discs, which values, what a click means. */
import { button } from "./buttons.js";
import { byId, h, setText } from "./dom.js";
import { moveName } from "./format.js";
import { valueLabels } from "./labels.js";
import { announce, tried } from "./notices.js";
import { t } from "./texts.js";
/**
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

/** @param {App} app */
export function mountBoard(app) {
  const { session, board, settings, play, actions } = app;
  const passText = h("p");
  const pass = h(
    "div",
    { class: "pass", hidden: true },
    passText,
    button("pass", () => tried(() => session.play("pass")), { kind: "primary" }),
  );
  byId("over-board").append(pass);
  let waiting = false;
  /** @type {GameNode | null} where a pass is offered */
  let passing = null;

  /** @param {GameNode | null} before */
  function show(before) {
    if (app.setup.active) return;
    const { state, parent } = session.current;
    const neighbour = before !== null && (parent === before || before?.parent === session.current);
    board.mark([]);
    board.point([]);
    board.show(
      {
        cells: state.position.slice(0, 64),
        turn: state.turn,
        legal: movable(),
        last: state.move,
      },
      Boolean(neighbour) && settings.get("speed") !== "none",
    );
    offerPass();
    label();
  }

  /** In the room for games nothing moves without a game; a first move starts one. */
  const mayMove = () =>
    play.allows() && (play.active || session.mode !== "play" || (session.usualStart && !session.root.children.length));

  const movable = () =>
    new Map(
      mayMove() ? session.current.state.legal.filter(({ move }) => move !== "pass").map((each) => [each.move, each]) : [],
    );

  /** What there is to see comes first: the box waits for the discs. */
  async function offerPass() {
    const node = session.current.state.must_pass && mayMove() ? session.current : null;
    if (node === passing) return;
    passing = node;
    pass.hidden = true;
    if (!node) return;
    setText(passText, t("pass.text", { color: t(node.state.turn) }));
    await board.settled();
    if (passing === node) pass.hidden = false;
  }

  function label() {
    const shown = !session.secret && settings.get("values") && ["analysis", "review"].includes(session.mode);
    board.label(shown ? valueLabels(session.current, settings) : new Map());
  }

  function labelSoon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (!app.setup.active) label();
    });
  }

  /** Who may move has changed; the discs have not. */
  function refresh() {
    if (app.setup.active || board.view.cells !== session.current.state.position.slice(0, 64)) return;
    board.allow(movable());
    offerPass();
  }

  /** @param {string} square */
  function choose(square) {
    if (app.setup.active) return app.setup.paint(square);
    if (actions.drawOn?.(square)) return undefined;
    if (!pass.hidden) return actions.pass();
    if (!board.view.legal.has(square)) return undefined;
    if (actions.attempt?.(square)) return undefined;
    return tried(async () => {
      if (!play.active && session.mode === "play") await actions.startPlaying(board.view.turn);
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
        state.move
          ? t("moved.now", { color: t(state.mover ?? "black"), move: moveName(state.move), status: play.verdict(session.current) })
          : play.verdict(session.current),
      );
  });
  session.on("values", (node) => node === session.current && labelSoon());
  session.on("secret mode", labelSoon);
  session.on("mode tree", refresh);
  settings.on("change", labelSoon);
  play.on("state", refresh);
  show(null);
}
