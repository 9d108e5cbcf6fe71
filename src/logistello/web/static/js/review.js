/** The review of the whole line: asks the server, hangs what it says on the moves. */
import { isAbort, lines } from "./api.js";
import { Emitter } from "./emitter.js";
import { complain } from "./notices.js";

/** Depth of the quick look that draws the graph of a game just opened. */
const SKIM_DEPTH = 4;

/** Emits "state". */
export class Review extends Emitter {
  /** @param {import("./types.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    this.running = false;
    this.done = 0;
    this.total = 0;
    /** @type {import("./types.js").GameNode[]} the line that is reviewed */
    this.line = [];
    /** @type {import("./types.js").ReviewSummary | null} */
    this.summary = null;
    /** @type {{name: string, least: number}[]} */
    this.thresholds = [];
    this.accuracyScale = 0;
    this.asking = new AbortController();
    this.skimming = new AbortController();
    session.on("game", () => this.forget());
  }

  forget() {
    this.stop();
    this.skimming.abort();
    this.summary = null;
    this.line = [];
    this.emit("state");
  }

  stop() {
    this.asking.abort();
    this.running = false;
    this.emit("state");
  }

  /** @param {{seconds?: number, depth?: number, skip?: number}} effort */
  async run(effort) {
    this.stop();
    this.skimming.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.line = this.session.line();
    for (const node of this.line) node.review = null;
    this.summary = null;
    this.running = true;
    this.done = 0;
    this.total = 0;
    this.emit("state");
    try {
      for await (const message of lines("/api/review", { text: this.session.text(), ...effort }, asking.signal))
        this.hear(message);
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
    if (this.asking !== asking) return;
    this.running = false;
    this.session.emit("reviewed");
    this.emit("state");
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "start") {
      this.total = message.total;
      this.thresholds = message.thresholds;
      this.accuracyScale = message.accuracy_scale;
    } else if (message.type === "move") {
      this.done += 1;
      learn(this.line, message);
      const after = this.line[message.ply + 1];
      if (after) after.review = message;
      if (after && !after.next) after.learnValue(valueAfter(message));
      this.session.emit("values", this.line[message.ply]);
    } else if (message.type === "summary") this.summary = message;
    this.emit("state");
  }

  /** Moves that lost something, in the order of the game. */
  get mistakes() {
    return this.line.filter((node) => ["inaccuracy", "mistake", "blunder"].includes(node.review?.move_class ?? ""));
  }

  /** A quick look at all positions, so that the graph is there at once; better values replace it. */
  async skim() {
    this.skimming.abort();
    const skimming = new AbortController();
    this.skimming = skimming;
    const line = this.session.line();
    if (line.length < 3 || line.every((node) => node.value)) return;
    try {
      for await (const message of lines(
        "/api/review",
        { text: this.session.text(), depth: SKIM_DEPTH },
        skimming.signal,
      )) {
        if (message.type !== "move") continue;
        learn(line, message);
        this.session.emit("values", line[message.ply]);
      }
    } catch {
      // Only a convenience: the graph fills while one walks through the game.
    }
  }
}

/**
 * The position at the end of a line is not searched; what is known of it comes from the move that led there.
 * @param {import("./types.js").ReviewedMove} reviewed
 * @returns {import("./types.js").NodeValue}
 */
function valueAfter({ mover, score, depth }) {
  const black = mover === "black" ? score : -score;
  return { black, low: black, high: black, depth: depth - 1, exact: false };
}

/**
 * @param {import("./types.js").GameNode[]} line
 * @param {import("./types.js").ReviewedMove} reviewed
 */
function learn(line, reviewed) {
  const node = line[reviewed.ply];
  if (!node) return;
  const black = reviewed.black_value;
  const sign = reviewed.mover === "black" ? 1 : -1;
  const { low, high } =
    reviewed.exact || !reviewed.outlook ? { low: reviewed.best_score, high: reviewed.best_score } : reviewed.outlook;
  const value = {
    black,
    low: Math.min(sign * low, sign * high),
    high: Math.max(sign * low, sign * high),
    depth: reviewed.depth,
    exact: reviewed.exact,
  };
  node.learnValue(value);
  // A forced pass changes no value, and is not reviewed.
  if (node.parent?.state.must_pass) node.parent.learnValue(value);
}
