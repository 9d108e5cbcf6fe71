/** Puts the parts together. */
import { addressOf, modeOfPath, parseHash } from "./address.js";
import { analysisPanel } from "./analysis.js";
import { mountActions } from "./actions.js";
import { Board } from "./board.js";
import { mountBoard } from "./board_view.js";
import { iconButton } from "./buttons.js";
import { byId } from "./dom.js";
import { EngineView } from "./engine.js";
import { Graph } from "./graph.js";
import { mountKeys } from "./keys.js";
import { Learning } from "./learning.js";
import { libraryPanel } from "./library.js";
import { mountMoves } from "./movelist.js";
import { complain } from "./notices.js";
import { mountOpen } from "./open.js";
import { mountPanel } from "./panel.js";
import { Play } from "./play.js";
import { playPanel } from "./play_panel.js";
import { gameOfAddress, restoreRest } from "./restore.js";
import { Review } from "./review.js";
import { reviewPanel } from "./review_panel.js";
import { Session } from "./session.js";
import { SetUp } from "./setup.js";
import { Settings, applyTheme } from "./settings.js";
import { mountShare } from "./share.js";
import { mountSteps } from "./steps.js";
import { translatePage } from "./texts.js";

const settings = new Settings();
applyTheme(settings);
translatePage(document);
const board = new Board(byId("board"));
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
  const session = new Session(await firstGame());
  /** @type {import("./types.js").App} */
  const app = {
    session,
    board,
    settings,
    engine: new EngineView(session, settings),
    play: /** @type {any} */ (null),
    learning: /** @type {any} */ (null),
    review: new Review(session),
    setup: /** @type {any} */ (null),
    actions: {},
  };
  app.play = new Play(app);
  app.learning = new Learning(app);
  app.setup = new SetUp(app);
  session.mode = modeOfPath();
  mountActions(app);
  mountOpen(app);
  mountShare(app);
  mountTools(app);
  const steps = mountSteps(app);
  mountBoard(app);
  new Graph(byId("graph-side"), session);
  mountMoves(app);
  mountPanel(app, {
    analysis: () => analysisPanel(app),
    play: () => playPanel(app),
    review: () => reviewPanel(app),
    library: () => libraryPanel(app),
  });
  mountKeys(app);
  mountAddress(app);
  byId("skip").addEventListener("click", () => board.focus());
  steps.show();
  document.body.dataset.ready = "true";
}

/** @param {import("./types.js").App} app */
function mountTools({ actions }) {
  const act = (/** @type {string} */ name) => () => actions[name]();
  byId("tools").append(
    iconButton("fresh", "new", act("fresh"), "N"),
    iconButton("open", "open", act("open"), "O"),
    iconButton("save", "save", act("save"), "S"),
    iconButton("share", "export", act("share"), "M"),
    iconButton("theme", "theme", act("theme"), "D"),
    iconButton("help", "help", act("help"), "?"),
  );
}

/** The address follows the page, and the page the address. @param {import("./types.js").App} app */
function mountAddress(app) {
  const { session, actions } = app;
  let waiting = 0;
  const write = () => history.replaceState(null, "", addressOf(session, board.orientation));
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, 60);
  };
  actions.remember = () => {
    clearTimeout(waiting);
    history.pushState(null, "", addressOf(session, board.orientation));
  };
  session.on("place tree names turned", later);
  session.on("mode", () => history.pushState(null, "", addressOf(session, board.orientation)));
  const read = async () => {
    await session.load(await gameOfAddress(), 0);
    await arrive();
    session.enter(modeOfPath());
  };
  const arrive = async () => {
    const { orientation } = parseHash(location.hash);
    if (orientation !== undefined) actions.turn(orientation % 4);
    await restoreRest(session);
    app.review.skim();
  };
  addEventListener("popstate", () => {
    clearTimeout(waiting);
    read().catch(complain);
  });
  arrive()
    .catch(complain)
    .finally(() => app.engine.update());
}
