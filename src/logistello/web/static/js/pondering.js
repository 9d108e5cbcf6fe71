/** Thinking on the person's time: asks the server to think about the reply that the engine expects, and counts what
 * that was worth. */
import { post } from "./api.js";
import { decimal } from "./format.js";
import { t } from "./texts.js";
/** @import { PlayReply, PositionState } from "../../api_types.d.ts" */

export class Pondering {
  constructor() {
    this.hits = 0;
    this.replies = 0;
    this.seconds = 0;
    /** @type {string | null} */
    this.expected = null;
    /** A reply was expected in the position before this one. */
    this.waiting = false;
    this.asking = new AbortController();
  }

  /** The engine has moved. @param {PlayReply} reply */
  answered(reply) {
    if (this.waiting) {
      this.replies += 1;
      if (reply.pondered) {
        this.hits += 1;
        this.seconds += reply.pondered.seconds;
      }
    }
    this.waiting = false;
    this.expected = reply.expected;
  }

  /** The person is to move here; nobody waits for what the server finds. @param {PositionState} state */
  go(state) {
    const { expected } = this;
    if (expected === null || !state.legal.some(({ move }) => move === expected)) return;
    this.expected = null;
    this.waiting = true;
    this.asking = new AbortController();
    post("/api/ponder", { position: state.position, expected }, this.asking.signal).catch(() => undefined);
  }

  stop() {
    this.asking.abort();
  }

  /** What it was worth so far, in words; nothing before the first reply. */
  get words() {
    if (this.replies === 0) return "";
    const { hits, replies } = this;
    return t("play.pondering", { hits, replies, seconds: decimal(this.seconds) });
  }
}
