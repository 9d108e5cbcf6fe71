/** A game against the engine (or between two people): whose turn, the engine's replies, take-back, the end. */
import { get, isAbort, post } from "./api.js";
import { GameClock } from "./clock.js";
import { Emitter } from "./emitter.js";
import { moveName, points } from "./format.js";
import { Keeper, forget, newKey, recall, remember } from "./kept_game.js";
import { announce, complain, confirmed } from "./notices.js";
import { Pondering } from "./pondering.js";
import { statusText } from "./steps.js";
import { t } from "./texts.js";
/**
 * @import { GameState, PlayState, PositionState } from "../../api_types.d.ts"
 * @import { KeptGame } from "./kept_game.js"
 * @import { App } from "./main.js"
 * @import { Color, GameNode } from "./tree.js"
 */

/** Milliseconds for which a forced pass is seen before the engine passes. */
const PASS_PAUSE = 900;
/** Milliseconds between two notes of what the clocks show. */
const CLOCK_NOTES = 1000;
const COLORS = /** @type {const} */ (["black", "white"]);

/** @typedef {{loser: Color, ending: "resigned" | "timeout"}} Forfeit */
/** @typedef {{level: number, side: string, minutes: number, increment: number, hints: boolean, name: string}} PlayOptions */

/**
 * Emits "state", "started", and "finished" (who gave up or ran out of time, or null) for a game that came to its end.
 * @extends {Emitter<{state: undefined, started: undefined, finished: Color | null}>}
 */
export class Play extends Emitter {
  /** @param {App} app */
  constructor({ session, board, settings }) {
    super();
    this.session = session;
    this.board = board;
    this.settings = settings;
    this.keeper = new Keeper();
    this.active = false;
    this.thinking = false;
    this.key = "";
    this.date = "";
    /** Who plays what: a level, or null for a person. @type {Record<Color, number | null>} */
    this.levels = { black: null, white: null };
    /** The level that takes over a side. */
    this.level = 1;
    /** A side has changed hands, so that the result says nothing about the person. */
    this.mixed = false;
    this.hints = true;
    this.minutes = 0;
    this.increment = 0;
    this.seed = 0;
    /** Counts what went into the library. */
    this.revision = 0;
    /** @type {GameClock | null} */
    this.clock = null;
    /** @type {Forfeit | null} */
    this.forfeit = null;
    this.outcome = "";
    this.hintText = "";
    this.asking = new AbortController();
    /** Thinks about the reply that the engine expects, while the person does. */
    this.pondering = new Pondering();
    session.mayReplace = () => this.mayLeave();
    session.on("place", () => this.update());
    session.on("game", () => {
      if (this.active) this.end("");
      this.key = "";
      this.outcome = "";
    });
    session.on("mode", () => this.update());
    session.on("notes", () => this.active && this.keep());
    this.keeper.catchUp(() => session.emit("library"));
    setInterval(() => this.active && this.clock?.running && remember(this.kept()), CLOCK_NOTES);
    addEventListener("pagehide", () => {
      if (this.active) remember(this.kept());
      this.keeper.hurry();
    });
  }

  /** From the position that is shown. @param {PlayOptions} options */
  start(options) {
    this.stopThinking();
    const { session } = this;
    for (const child of [...session.current.children]) session.removeFrom(child);
    const mine = options.side === "random" ? (Math.random() < 0.5 ? "black" : "white") : options.side;
    for (const color of COLORS) this.levels[color] = mine === "both" || mine === color ? null : options.level;
    for (const color of COLORS) session.names[color] = this.nameOf(color, options.name);
    this.key = newKey();
    this.date = today();
    this.level = options.level;
    this.mixed = false;
    this.hints = options.hints;
    this.minutes = options.minutes;
    this.increment = options.increment;
    this.seed = Math.floor(Math.random() * 2 ** 31);
    this.revision = 0;
    this.pondering = new Pondering();
    this.begin();
  }

  /** The game that this tab left off with, if the address does not mean another one. @param {GameState} shown of the address */
  async recalled(shown) {
    const kept = recall();
    if (!kept) return null;
    const { game } = await post("/api/position", { text: kept.text });
    const [ours, theirs] = [game, shown].map((each) => each.start + each.transcript);
    if (!ours.startsWith(theirs) && !theirs.startsWith(ours)) return null;
    return { ...game, black: { ...game.black, name: kept.black ?? "" }, white: { ...game.white, name: kept.white ?? "" } };
  }

  /** Goes on with a game that is on the board. @param {{key: string, date: string, play: PlayState}} kept */
  resume({ key, date, play }) {
    this.key = key;
    this.date = date;
    this.levels = { black: play.black_level ?? null, white: play.white_level ?? null };
    this.level = play.black_level ?? play.white_level ?? (this.settings.get("level") || 1);
    this.mixed = play.mixed ?? false;
    this.hints = play.hints ?? true;
    this.minutes = play.minutes ?? 0;
    this.increment = play.increment ?? 0;
    this.seed = play.seed ?? 0;
    this.revision = play.revision ?? 0;
    this.begin(play);
  }

  /** A game of the library goes on. @param {number} id */
  async continueGame(id) {
    const { session } = this;
    const { stored, game } = await get(`/api/games/${id}`);
    if (!this.active || this.key !== stored.play_key) {
      await session.load(game, 999);
      if (stored.play && stored.play_key)
        this.resume({ key: stored.play_key, date: stored.date, play: stored.play });
    }
    session.enter("play");
  }

  /** @param {PlayState} [before] with the clocks of a game that goes on */
  begin(before) {
    const { session } = this;
    this.clock?.end();
    this.clock = new GameClock(
      60 * this.minutes,
      this.increment,
      (texts) => session.emit("clock", texts),
      (color) => this.finish(this.lostOnTime(color), { loser: color, ending: "timeout" }),
      { black: before?.black_seconds ?? null, white: before?.white_seconds ?? null },
    );
    this.outcome = "";
    this.forfeit = null;
    this.active = true;
    this.emit("started");
    session.emit("names");
    session.keepSecret("play", true);
    this.update();
  }

  /** @param {Color} color @param {string} [name] the person's */
  nameOf(color, name = this.settings.get("name")) {
    if (this.levels[color] !== null) return t("play.engine", { level: this.levels[color] });
    return this.levels.black === null && this.levels.white === null ? t(color) : name || t("play.you");
  }

  /** The person's colour, if just one side is a person's. */
  get myColor() {
    if ((this.levels.black === null) === (this.levels.white === null)) return null;
    return this.levels.black === null ? "black" : "white";
  }

  /** The engine plays both sides. */
  get watching() {
    return this.levels.black !== null && this.levels.white !== null;
  }

  get engineToMove() {
    const { state } = this.session.current;
    return this.active && !state.over && this.levels[state.turn] !== null;
  }

  /** May a person move here? */
  allows() {
    return !this.engineToMove;
  }

  update() {
    this.stopThinking();
    this.hintText = "";
    if (!this.active) return this.emit("state");
    const { current, atTip, mode } = this.session;
    if (current.state.over) return this.finish("");
    this.keep();
    if (!atTip || mode !== "play") return this.emit("state");
    this.clock?.run(current.state.turn);
    if (this.engineToMove) this.reply();
    else this.pondering.go(current.state);
    this.emit("state");
    return undefined;
  }

  stopThinking() {
    this.asking.abort();
    this.pondering.stop();
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
      if (asking.signal.aborted || session.current !== node || move === null) return;
      announce(t("play.moved", { color: t(node.state.turn), move: moveName(move) }));
      await session.play(move, asking.signal);
    } catch (error) {
      if (isAbort(error)) return;
      this.thinking = false;
      this.emit("state");
      complain(error);
    }
  }

  /** @param {PositionState} state @param {AbortSignal} signal */
  async choice(state, signal) {
    const level = this.levels[state.turn];
    if (level === null) return null;
    const clock = this.clock?.on ? { remaining: this.clock.remaining(state.turn), increment: this.increment } : null;
    const seed = (this.seed + state.empties) % 2 ** 31;
    const reply = await post("/api/play", { position: state.position, level, clock, seed }, signal);
    this.pondering.answered(reply);
    return reply.move;
  }

  /** Back to where the person was to move. */
  takeBack() {
    const { session } = this;
    if (!this.active) return session.step(-1);
    if (this.watching) return undefined;
    this.stopThinking();
    let node = session.current.parent;
    while (node?.parent && (this.levels[node.state.turn] !== null || node.state.must_pass)) node = node.parent;
    if (!node || (this.levels[node.state.turn] !== null && !node.parent)) return this.update();
    const gone = session.current.path()[node.ply + 1];
    this.clock?.run(null);
    return session.removeFrom(gone);
  }

  async hint() {
    const node = this.session.current;
    try {
      const { move, text } = await (await import("./hint.js")).explainedHint(node.state);
      if (this.session.current !== node || !this.active) return;
      this.board.mark([move]);
      this.hintText = text;
      announce(text);
      this.emit("state");
    } catch (error) {
      complain(error);
    }
  }

  /** A person takes a side, against the engine. @param {Color} color */
  takeOver(color) {
    const other = color === "black" ? "white" : "black";
    this.changeHands({ [color]: null, [other]: this.levels[other] ?? this.level });
  }

  /** The engine plays both sides from here on. */
  letFinish() {
    this.changeHands({ black: this.levels.black ?? this.level, white: this.levels.white ?? this.level });
  }

  /** @param {Partial<Record<Color, number | null>>} levels */
  changeHands(levels) {
    Object.assign(this.levels, levels);
    this.mixed = true;
    for (const color of COLORS) this.session.names[color] = this.nameOf(color);
    this.session.emit("names");
    this.session.step(999);
    this.update();
  }

  resign() {
    const loser = this.myColor ?? this.session.current.state.turn;
    const words = this.myColor ? t("play.resigned.you") : t("play.resigned", { color: t(loser) });
    this.finish(words, { loser, ending: "resigned" });
  }

  /** @param {Color} color */
  lostOnTime(color) {
    return this.myColor === color ? t("play.time.you") : t("play.time", { color: t(color) });
  }

  /** What the end of the game on the board means to who played it. @param {GameNode} node */
  verdict(node) {
    const { over, black_score: score } = node.state;
    if (!over || score === null || !this.key || !this.myColor || this.mixed) return statusText(node);
    const mine = this.myColor === "black" ? score : -score;
    return t(mine > 0 ? "play.won" : mine < 0 ? "play.lost" : "play.drawn", { points: points(mine) });
  }

  /** @param {string} words why, if the board does not tell @param {Forfeit | null} forfeit who gave up, if somebody did */
  finish(words, forfeit = null) {
    if (!this.active) return;
    this.forfeit = forfeit;
    this.keep();
    this.end(words || this.verdict(this.session.current));
    this.emit("finished", forfeit?.loser ?? null);
  }

  /** @param {string} words nothing for a game that is left, not finished */
  end(words) {
    this.active = false;
    forget();
    this.stopThinking();
    this.clock?.run(null);
    this.outcome = words;
    if (words) announce(words);
    this.session.keepSecret("play", false);
    this.emit("state");
  }

  /** Leaves the game as it is; the library has it. */
  leave() {
    this.keep();
    this.end("");
    this.session.emit("library");
  }

  /** Something else is about to take the board. */
  async mayLeave() {
    return !this.active || !this.session.root.children.length || confirmed(t("play.leave.sure"), t("play.leave"));
  }

  /** The game as the library and this tab keep it. @returns {KeptGame} */
  kept() {
    const { session } = this;
    const seconds = (/** @type {Color} */ color) => (this.clock?.on ? Math.max(0, this.clock.remaining(color)) : null);
    return {
      key: this.key,
      text: session.text(),
      black: session.names.black,
      white: session.names.white,
      date: this.date,
      notes: session.notes(),
      ...(this.forfeit ?? {}),
      play: {
        black_level: this.levels.black,
        white_level: this.levels.white,
        mixed: this.mixed,
        minutes: this.minutes,
        increment: this.increment,
        black_seconds: seconds("black"),
        white_seconds: seconds("white"),
        hints: this.hints,
        seed: this.seed,
        revision: this.revision,
      },
    };
  }

  /** Nothing is kept before the first move. */
  keep() {
    if (!this.session.root.children.length) return;
    this.revision += 1;
    const kept = this.kept();
    remember(kept);
    this.keeper.keep(kept, () => !this.active && this.session.emit("library"));
  }
}

/** Where the person is, not in Greenwich. */
function today(now = new Date()) {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}
