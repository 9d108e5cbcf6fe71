/** What keys and buttons do, by name. */
import { post } from "./api.js";
import { byId } from "./dom.js";
import { announce, toast, tried } from "./notices.js";
import { applyLooks, switchTheme } from "./settings.js";
import { ORIENTATIONS } from "./squares.js";
import { t } from "./texts.js";
/**
 * @import { App } from "./main.js"
 * @import { Manner } from "./open.js"
 * @import { Color } from "./tree.js"
 */

/**
 * Those of other parts, which add them when they are made.
 * @typedef {object} ActionsOfParts
 * @property {(move: string) => void} [attempt] an answer to the question about a mistake
 * @property {() => void} comment on the position on the board
 * @property {() => void} compare two lines on two boards
 * @property {() => void} draw on the board
 * @property {(square: string) => boolean} [drawOn] while drawing: what a click does
 * @property {() => boolean} [endNotes] whether a comment was being written
 * @property {() => void} otherSide what the position is worth if the other side moves
 * @property {(file: (format: string) => Promise<void>) => void} exportGames
 * @property {() => void} open
 * @property {(mode: string) => Promise<boolean>} panel enters a mode; whether its panel could be fetched
 * @property {(text: string, manner?: Manner) => Promise<void>} openText
 * @property {() => void} remember puts the game into the history of the browser
 * @property {() => void} save
 * @property {() => void} share
 * @property {(color: Color) => Promise<void>} startPlaying a game, as the form of the play mode says
 * @property {(id: string) => void} [tab] of the analysis
 *
 * @typedef {ReturnType<typeof ownActions> & ActionsOfParts} Actions
 */

/** @param {App} app */
export function mountActions(app) {
  const { session, settings, actions } = app;
  Object.assign(actions, ownActions(app));
  settings.on("change", () => applyLooks(settings));
  session.on("secret", () => showSecret(app));
  app.play.on("state", () => document.body.classList.toggle("playing", app.play.active));
  session.on("game", () => !session.secret && session.current.ply >= 0 && setTimeout(() => app.review.skim(), 30));
  for (const link of document.querySelectorAll("a[data-mode]")) {
    link.addEventListener("click", (event) => {
      const click = /** @type {MouseEvent} */ (event);
      if (click.ctrlKey || click.metaKey || click.shiftKey) return;
      event.preventDefault();
      session.enter(/** @type {HTMLElement} */ (link).dataset.mode ?? "analysis");
    });
  }
  if (location.pathname === "/help") setTimeout(() => actions.help());
}

/** @param {App} app */
function ownActions(app) {
  const { session, settings, board, engine, actions } = app;
  return {
    first: () => session.step(-999),
    back: () => session.step(-1),
    forward: () => session.step(1),
    last: () => session.step(999),
    branch: () => session.toBranch(),
    switchLine: () => session.switchLine(1),
    takeBack: () => app.play.takeBack(),
    pass: () => session.current.state.must_pass && app.play.allows() && tried(() => session.play("pass")),
    promote: () => session.promote(session.current),
    cut: () => session.removeFrom(session.current),
    playNth: (/** @type {string} */ key) => {
      const value = session.secret ? undefined : session.current.ranked()[Number(key) - 1];
      if (value) tried(() => session.play(value.move));
    },
    engine: () => {
      engine.toggle();
      announce(t(settings.get("thinking") ? "engine.on" : "engine.off"));
    },
    go: () =>
      tried(async () => {
        const node = session.current;
        const found = await post("/api/search", { position: node.state.position, seconds: 1 });
        if (found.move && session.current === node) await session.play(found.move);
      }),
    hide: () => {
      session.hide(!session.hidden);
      announce(t(session.hidden ? "hidden" : "shown"));
    },
    values: () => settings.set("values", !settings.get("values")),
    why: () => {
      session.enter("analysis"); // which makes the tabs, if they were never seen
      actions.tab?.("why");
    },
    focusBoard: () => board.focus(),
    turn: (/** @type {number | string | undefined} */ orientation = undefined) => {
      board.orient(typeof orientation === "number" ? orientation : (board.orientation + 1) % ORIENTATIONS);
      session.emit("turned");
    },
    setup: () => app.setup.toggle(),
    fresh: () => tried(() => actions.openText("", { quiet: true })),
    mode: (/** @type {string} */ mode) => session.enter(mode),
    review: () => session.enter("review"),
    theme: () => switchTheme(settings),
    // Few need them, and not at first: they are fetched when they are asked for.
    help: () => tried(async () => (await import("./help.js")).showHelp(app)),
    settings: () => tried(async () => (await import("./settings_dialog.js")).showSettings(app)),
    rules: () => tried(async () => (await import("./rules_tour.js")).showRules()),
    escape: () => actions.endNotes?.() || (app.setup.active ? app.setup.end() : /** @type {HTMLElement} */ (document.activeElement)?.blur()),
    leaveForGame: () => ["play", "library"].includes(session.mode) && session.enter("analysis"),
    // Both come with the panel of the library, and take the place of these.
    importFiles: async (/** @type {File[]} */ files) => {
      if (await actions.panel("library")) actions.importFiles(files);
    },
    gamesHere: async () => {
      if (await actions.panel("library")) actions.gamesHere();
    },
  };
}

/** @param {App} app */
function showSecret({ session }) {
  document.body.classList.toggle("secret", session.secret);
  document.body.classList.toggle("hidden-by-key", session.hidden);
  const button = byId("steps").querySelector("[aria-keyshortcuts=H]");
  button?.setAttribute("aria-pressed", String(session.hidden));
  if (session.hidden) toast(t("hidden"));
}
