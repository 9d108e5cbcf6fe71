/** A game against the engine (or between two people): whose turn, the engine's replies, take-back, the end. */
import { isAbort, post } from "./api.js";
import { GameClock } from "./clock.js";
import { Emitter } from "./emitter.js";
import { score } from "./format.js";
import { announce, complain } from "./notices.js";
import { statusText } from "./steps.js";
import { t } from "./texts.js";

/** Share of the remaining time that one move may take: the rest of the game has about this many moves. */
const MOVES_TO_COME = 12;
/** Milliseconds for which a forced pass is seen before the engine passes. */
const PASS_PAUSE = 900;

/** @typedef {{level: number, levelName: string, side: string, minutes: number, increment: number, hints: boolean, name: string}} PlayOptions */

/** Emits "state", "started", and "finished" (who gave up or ran out of time, or null) for a game that came to its end. */
export class Play extends Emitter {
  /** @param {import("./types.js").App} app */
  constructor({ session, board }) {
    super();
    this.session = session;
    this.board = board;
    this.active = false;
    this.thinking = false;
    /** @type {PlayOptions | null} */
    this.options = null;
    /** @type {Set<string>} colours that the engine plays */
    this.engines = new Set();
    /** @type {GameClock | null} */
    this.clock = null;
    this.outcome = "";
    this.hintText = "";
    this.seed = 0;
    this.asking = new AbortController();
    session.on("place", () => this.update());
    session.on("game", () => this.active && this.end(""));
    session.on("mode", () => this.update());
  }

  /** From the position that is shown. @param {PlayOptions} options */
  start(options) {
    this.stopThinking();
    const { session } = this;
    for (const child of [...session.current.children]) session.removeFrom(child);
    const mine = options.side === "random" ? (Math.random() < 0.5 ? "black" : "white") : options.side;
    this.options = options;
    this.engines = new Set(
      mine === "both" ? [] : mine === "none" ? ["black", "white"] : [mine === "black" ? "white" : "black"],
    );
    for (const color of /** @type {const} */ (["black", "white"]))
      session.names[color] = this.engines.has(color)
        ? t("play.engine", { level: options.levelName })
        : mine === "both"
          ? t(color)
          : options.name || t("play.you");
    this.clock?.end();
    this.clock = new GameClock(
      60 * options.minutes,
      options.increment,
      (texts) => session.emit("clock", texts),
      (color) => this.finish(t("play.time", { color: t(color) }), color),
    );
    this.seed = Math.floor(Math.random() * 2 ** 31);
    this.outcome = "";
    this.active = true;
    this.emit("started");
    session.emit("names");
    session.keepSecret("play", true);
    this.update();
  }

  /** Whose colour is at the bottom of the matter: the person's, if there is one. */
  get myColor() {
    return this.engines.size === 1 ? (this.engines.has("black") ? "white" : "black") : null;
  }

  get engineToMove() {
    const { state } = this.session.current;
    return this.active && !state.over && this.engines.has(state.turn);
  }

  /** May a person move here? */
  allows() {
    return !this.active || !this.engineToMove || !this.session.atTip;
  }

  update() {
    this.stopThinking();
    this.hintText = "";
    if (!this.active) return this.emit("state");
    const { current, atTip, mode } = this.session;
    if (current.state.over) return this.finish("");
    if (!atTip || mode !== "play") return this.emit("state");
    this.clock?.run(current.state.turn);
    if (this.engineToMove) this.reply();
    this.emit("state");
    return undefined;
  }

  stopThinking() {
    this.asking.abort();
    this.thinking = false;
  }

  async reply() {
    const { session } = this;
    const node = session.current;
    const asking = new AbortController();
    this.asking = asking;
    this.thinking = true;
    try {
      if (node.state.must_pass) await new Promise((resolve) => setTimeout(resolve, PASS_PAUSE));
      const move = node.state.must_pass ? "pass" : await this.choice(node.state, asking.signal);
      if (asking.signal.aborted || session.current !== node) return;
      announce(t("play.moved", { color: t(node.state.turn), move }));
      await session.play(move);
    } catch (error) {
      if (isAbort(error)) return;
      this.thinking = false;
      this.emit("state");
      complain(error);
    }
  }

  /** @param {import("./types.js").PositionState} state @param {AbortSignal} signal */
  async choice(state, signal) {
    const seconds = this.clock?.on ? Math.max(0.05, this.clock.remaining(state.turn) / MOVES_TO_COME) : null;
    const reply = await post(
      "/api/play",
      { position: state.position, level: this.options?.level, seconds, seed: (this.seed + state.empties) % 2 ** 31 },
      signal,
    );
    return reply.move;
  }

  /** Back to where the person was to move. */
  takeBack() {
    const { session } = this;
    if (!this.active) return session.step(-1);
    this.stopThinking();
    let node = session.current.parent;
    while (node?.parent && (this.engines.has(node.state.turn) || node.state.must_pass)) node = node.parent;
    if (!node || (this.engines.has(node.state.turn) && this.engines.size === 1 && !node.parent)) return this.update();
    const gone = session.current.path()[node.ply + 1];
    this.clock?.run(null);
    return session.removeFrom(gone);
  }

  async hint() {
    const node = this.session.current;
    try {
      const found = await post("/api/search", { position: node.state.position, seconds: 0.7 });
      if (this.session.current !== node || !found.move) return;
      this.board.mark([found.move]);
      this.hintText = t("play.hint.text", { move: found.move, value: score(found.score, found.exact) });
      announce(this.hintText);
      this.emit("state");
    } catch (error) {
      complain(error);
    }
  }

  resign() {
    const loser = this.myColor ?? this.session.current.state.turn;
    this.finish(t("play.resigned", { color: t(loser) }), loser);
  }

  /** @param {string} words why, if the board does not tell @param {string | null} loser who gave up, if somebody did */
  finish(words, loser = null) {
    if (!this.active) return;
    this.end(words || statusText(this.session.current));
    this.emit("finished", loser);
  }

  /** @param {string} words nothing for a game that is left, not finished */
  end(words) {
    this.active = false;
    this.stopThinking();
    this.clock?.run(null);
    this.outcome = words;
    if (words) announce(words);
    this.session.keepSecret("play", false);
    this.emit("state");
  }
}
