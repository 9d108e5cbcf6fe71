/** What keys and buttons do, by name. */
import { post } from "./api.js";
import { byId } from "./dom.js";
import { showHelp } from "./help.js";
import { announce, toast, tried } from "./notices.js";
import { applyTheme, switchTheme } from "./settings.js";
import { ORIENTATIONS } from "./squares.js";
import { t } from "./texts.js";

/** @param {import("./types.js").App} app */
export function mountActions(app) {
  const { session, settings, board, engine, actions } = app;
  Object.assign(actions, {
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
    why: () => actions.tab?.("why"),
    focusBoard: () => board.focus(),
    turn: (/** @type {unknown} */ orientation) => {
      board.orient(typeof orientation === "number" ? orientation : (board.orientation + 1) % ORIENTATIONS);
      session.emit("turned");
    },
    setup: () => app.setup.toggle(),
    fresh: () => tried(() => actions.openText("", { quiet: true })),
    mode: (/** @type {string} */ mode) => session.enter(mode),
    review: () => session.enter("review"),
    theme: () => switchTheme(settings),
    help: () => showHelp(settings),
    escape: () => (app.setup.active ? app.setup.end() : /** @type {HTMLElement} */ (document.activeElement)?.blur()),
    leaveForGame: () => ["play", "library"].includes(session.mode) && session.enter("analysis"),
    importFiles: (/** @type {File[]} */ files) => {
      session.enter("library");
      actions.importFiles(files);
    },
  });
  settings.on("change", () => applyTheme(settings));
  session.on("secret", () => showSecret(app));
  session.on("game", () => !session.secret && session.current.ply >= 0 && setTimeout(() => app.review.skim(), 30));
  for (const link of document.querySelectorAll("a[data-mode]")) {
    link.addEventListener("click", (event) => {
      const click = /** @type {MouseEvent} */ (event);
      if (click.ctrlKey || click.metaKey || click.shiftKey) return;
      event.preventDefault();
      session.enter(/** @type {HTMLElement} */ (link).dataset.mode ?? "analysis");
    });
  }
  if (location.pathname === "/help") setTimeout(() => showHelp(settings));
}

/** @param {import("./types.js").App} app */
function showSecret({ session }) {
  document.body.classList.toggle("secret", session.secret);
  document.body.classList.toggle("hidden-by-key", session.hidden);
  const button = byId("steps").querySelector("[aria-keyshortcuts=H]");
  button?.setAttribute("aria-pressed", String(session.hidden));
  if (session.hidden) toast(t("hidden"));
}
