/** The review of the whole line: asks the server, hangs what it says on the moves. */
import { isAbort, lines } from "./api.js";
import { Emitter } from "./emitter.js";
import { complain } from "./notices.js";
import { classOf, judged, lossOf, SLIPS, valuesOf } from "./verdict.js";
/**
 * @import { ReviewRequest, ReviewStart, ReviewSummary, ReviewedMoveReply } from "../../api_types.d.ts"
 * @import { Session } from "./session.js"
 * @import { Settings } from "./settings.js"
 * @import { GameNode, NodeValue } from "./tree.js"
 * @import { Lead } from "./verdict.js"
 */

/** Depth of the quick look that draws the graph of a game just opened. */
const SKIM_DEPTH = 4;

/**
 * Emits "state".
 * @extends {Emitter<{state: undefined}>}
 */
export class Review extends Emitter {
  /** @param {Session} session @param {Settings} settings */
  constructor(session, settings) {
    super();
    this.session = session;
    this.settings = settings;
    this.running = false;
    this.done = 0;
    this.total = 0;
    /** @type {GameNode[]} the line that is reviewed */
    this.line = [];
    /** @type {ReviewSummary | null} */
    this.summary = null;
    /** @type {ReviewStart | null} how moves are judged */
    this.rules = null;
    this.asking = new AbortController();
    this.skimming = new AbortController();
    session.on("game", () => this.forget());
    session.on("values", (node) => this.judgeAgain(node));
    settings.on("change", (name) => name === "lead" && this.tell());
  }

  /** @returns {Lead} */
  get lead() {
    return this.settings.get("lead") === "discs" ? "discs" : "chances";
  }

  forget() {
    this.stop();
    this.skimming.abort();
    this.summary = null;
    for (const node of this.line) node.review = null;
    this.line = [];
    this.tell();
  }

  stop() {
    this.asking.abort();
    this.running = false;
    this.emit("state");
  }

  /** @param {{effort: ReviewRequest["effort"], skip?: number}} effort */
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
      for await (const message of lines("/api/review", { text: this.session.text(), ...effort }, asking.signal)) {
        this.hear(message);
      }
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
    if (this.asking !== asking) return;
    this.running = false;
    this.session.emit("reviewed");
    this.emit("state");
  }

  /** @param {ReviewStart | ReviewedMoveReply | ReviewSummary} message */
  hear(message) {
    if (message.type === "start") {
      this.total = message.total;
      this.rules = message;
    } else if (message.type === "move") {
      this.done += 1;
      const [before, after] = [this.line[message.ply], this.line[message.ply + 1]];
      if (!before || !after) return;
      after.review = message;
      before.learn(valuesOf(message));
      learn(this.line, message);
      if (!after.next) after.learnValue(valueAfter(message));
      this.session.emit("values", before);
    } else if (message.type === "summary") this.summary = message;
    this.emit("state");
  }

  /** The record of a position has become surer: its verdict follows. @param {GameNode} before */
  judgeAgain(before) {
    const rules = this.rules;
    if (!rules) return;
    let changed = false;
    for (const after of before.children) {
      if (!after.review) continue;
      const old = after.review;
      after.review = judged(old, before, rules);
      changed ||= old.disc_loss !== after.review.disc_loss || old.loss !== after.review.loss ||
        old.best !== after.review.best;
    }
    if (changed && !this.running) this.tell();
  }

  /** Verdicts have changed. */
  tell() {
    this.session.emit("reviewed");
    this.emit("state");
  }

  /** The verdicts, in the order of the game. */
  get moves() {
    return this.line.flatMap((node) => node.review ?? []);
  }

  /** The class of the move that led to a node, or nothing. @param {GameNode} node */
  classOf(node) {
    return node.review ? classOf(node.review, this.lead) : "";
  }

  /** Positions after moves that lost something, in the order of the game. */
  get mistakes() {
    return this.line.filter((node) => SLIPS.includes(this.classOf(node)));
  }

  /** The same, the worst first. */
  get worst() {
    const size = (/** @type {GameNode} */ { review }) => (review ? lossOf(review, this.lead) : 0);
    const discs = (/** @type {GameNode} */ { review }) => review?.disc_loss ?? 0;
    return this.mistakes.sort((a, b) => size(b) - size(a) || discs(b) - discs(a));
  }

  /** A quick look at all positions, so that the graph is there at once; better values replace it. */
  async skim() {
    this.skimming.abort();
    const skimming = new AbortController();
    this.skimming = skimming;
    const line = this.session.line();
    if (line.length < 3 || line.every((node) => node.value)) return;
    try {
      for await (
        const message of lines(
          "/api/review",
          { text: this.session.text(), depth: SKIM_DEPTH },
          skimming.signal,
        )
      ) {
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
 * @param {ReviewedMoveReply} reviewed
 * @returns {NodeValue}
 */
function valueAfter({ mover, score, depth }) {
  const black = mover === "black" ? score : -score;
  return { black, low: black, high: black, depth: depth - 1, exact: false };
}

/**
 * @param {GameNode[]} line
 * @param {ReviewedMoveReply} reviewed
 */
function learn(line, reviewed) {
  const node = line[reviewed.ply];
  if (!node) return;
  const black = reviewed.black_value;
  const sign = reviewed.mover === "black" ? 1 : -1;
  const { low, high } = reviewed.exact || !reviewed.outlook
    ? { low: reviewed.best_score, high: reviewed.best_score }
    : reviewed.outlook;
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
