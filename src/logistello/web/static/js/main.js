/** Puts the parts together. */
import { addressOf, modeOfPath, parseHash } from "./address.js";
import { analysisPanel } from "./analysis.js";
import { alone } from "./api.js";
import { mountAway } from "./away.js";
import { mountActions } from "./actions.js";
import { Board } from "./board.js";
import { mountBoard } from "./board_view.js";
import { iconButton } from "./buttons.js";
import { byId } from "./dom.js";
import { EngineView } from "./engine.js";
import { mountExpert } from "./expert.js";
import { Graph } from "./graph.js";
import { mountKeys, mountWheel } from "./keys.js";
import { Learning } from "./learning.js";
import { recall } from "./kept_game.js";
import { mountMoves } from "./movelist.js";
import { complain, tried } from "./notices.js";
import { mountOpen } from "./open.js";
import { mountPanel } from "./panel.js";
import { Play } from "./play.js";
import { playPanel } from "./play_panel.js";
import { gameOfAddress, restoreRest } from "./restore.js";
import { Review } from "./review.js";
import { Session } from "./session.js";
import { SetUp } from "./setup.js";
import { Settings, applyLooks } from "./settings.js";
import { mountSteps } from "./steps.js";
import { translatePage } from "./texts.js";
import { mountTitle } from "./title.js";
/**
 * @import { GameState } from "../../api_types.d.ts"
 * @import { Actions } from "./actions.js"
 */

/**
 * What the parts of the page share.
 * @typedef {object} App
 * @property {Session} session
 * @property {Board} board
 * @property {Settings} settings
 * @property {EngineView} engine
 * @property {Play} play
 * @property {Learning} learning
 * @property {Review} review
 * @property {SetUp} setup
 * @property {Actions} actions filled by the parts as they come
 */

const settings = new Settings();
applyLooks(settings);
translatePage(document);
const board = new Board(/** @type {SVGSVGElement} */ (/** @type {Element} */ (byId("board"))));
start().catch(complain);

async function firstGame() {
  try {
    return await gameOfAddress();
  } catch (error) {
    complain(error);
    return gameOfAddress("");
  }
}

async function start() {
  const shown = await firstGame();
  const session = new Session(shown);
  const app = /** @type {App} what is missing here follows */ ({
    session,
    board,
    settings,
    engine: new EngineView(session, settings),
    review: new Review(session, settings),
    actions: /** @type {Actions} */ ({}),
  });
  app.play = new Play(app);
  app.learning = new Learning(app);
  app.setup = new SetUp(app);
  session.mode = modeOfPath(settings);
  mountActions(app);
  mountOpen(app);
  const sharing = async () => (await import("./share.js")).sharing(app);
  app.actions.share = () => tried(async () => (await sharing()).share());
  app.actions.save = () => tried(async () => (await sharing()).save());
  app.actions.exportGames = (file) => tried(async () => (await sharing()).exportGames(file));
  mountTools(app);
  const steps = mountSteps(app);
  mountBoard(app);
  new Graph(byId("graph-side"), app);
  mountMoves(app);
  mountExpert(app);
  mountPanel(app, {
    analysis: () => analysisPanel(app),
    play: () => playPanel(app),
    review: async () => (await import("./review_panel.js")).reviewPanel(app),
    library: async () => (await import("./library.js")).libraryPanel(app),
  });
  mountKeys(app);
  mountWheel(app);
  mountTitle(session);
  await goOn(app, shown).catch(complain);
  const arrived = mountAddress(app);
  mountOnDemand(app);
  byId("skip").addEventListener("click", () => board.focus());
  steps.show();
  mountAway(app, alone);
  await arrived;
  document.body.dataset.ready = "true";
}

/** With the game that this tab was playing before it was loaded again. @param {App} app @param {GameState} shown */
async function goOn({ session, play }, shown) {
  const kept = recall();
  const game = kept && (await play.recalled(shown));
  if (!kept || !game) return;
  await session.load(game, 999);
  play.resume({ ...kept, date: kept.date ?? "" });
  if (location.pathname === "/" && !location.hash) session.enter("play");
}

/** @param {App} app */
function mountTools({ actions }) {
  const act = (/** @type {"fresh" | "open" | "save" | "share" | "theme" | "settings" | "help"} */ name) => () => actions[name]();
  byId("tools").append(
    iconButton("fresh", "new", act("fresh"), "N"),
    iconButton("open", "open", act("open"), "O"),
    iconButton("save", "save", act("save"), "S"),
    iconButton("share", "export", act("share"), "M"),
    iconButton("theme", "theme", act("theme"), "D"),
    iconButton("settings", "settings", act("settings"), "I"),
    iconButton("help", "help", act("help"), "?"),
  );
}

/** What only some settings need. @param {App} app */
function mountOnDemand(app) {
  const sounds = (/** @type {boolean} */ chosen) =>
    settings.get("sounds") !== "off" && tried(async () => (await import("./sounds.js")).mountSounds(app, chosen));
  settings.on("change", (name) => name === "sounds" && sounds(true));
  sounds(false);
  if (settings.get("threads") || settings.get("tableMb"))
    tried(async () => (await import("./engine_size.js")).askForSize(settings));
}

/** The address follows the page, and the page the address. @param {App} app @returns {Promise<void>} until it is followed */
function mountAddress(app) {
  const { session, actions } = app;
  let waiting = 0;
  // What the address has no room for goes with it in the history of the browser, which a reload keeps.
  const state = () => ({ notes: session.notes() });
  const write = () => history.replaceState(state(), "", addressOf(session, board.orientation));
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, 60);
  };
  actions.remember = () => {
    clearTimeout(waiting);
    history.pushState(state(), "", addressOf(session, board.orientation));
  };
  session.on("place tree names turned notes", later);
  session.on("mode", () => {
    history.pushState(state(), "", addressOf(session, board.orientation));
    if (session.mode === "play" || session.mode === "analysis") app.settings.set("landing", session.mode);
  });
  const read = async () => {
    const { hash } = location;
    if (app.play.active) {
      // Going back leaves a game only as far as another mode.
      session.enter(modeOfPath(app.settings));
      return write();
    }
    const game = await gameOfAddress(hash);
    if (location.hash !== hash) return undefined; // gone on meanwhile
    await session.load(game, 0);
    await arrive(hash);
    return session.enter(modeOfPath(app.settings));
  };
  const arrive = async (hash = location.hash) => {
    const { orientation } = parseHash(hash);
    const notes = history.state?.notes ?? [];
    if (orientation !== undefined) actions.turn(orientation % 4);
    const { root } = session;
    if (!app.play.active) await restoreRest(session, hash);
    if (session.root === root) session.takeNotes(notes);
    if (app.play.active) return;
    app.review.skim();
  };
  addEventListener("popstate", () => {
    clearTimeout(waiting);
    read().catch((error) => {
      // What the address says cannot be shown: it says again what is.
      complain(error);
      write();
    });
  });
  return arrive()
    .catch(complain)
    .finally(() => app.engine.update());
}
