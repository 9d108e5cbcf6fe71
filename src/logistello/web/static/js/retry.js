/** Learn from mistakes: stand before each one, with everything hidden, and find something better. */
import { isAbort, lines } from "./api.js";
import { button } from "./buttons.js";
import { h, setText } from "./dom.js";
import { Emitter } from "./emitter.js";
import { lineText, loss, score } from "./format.js";
import { standBefore } from "./mistakes.js";
import { complain } from "./notices.js";
import { askWhy, reasonTexts } from "./reasons.js";
import { listed, t } from "./texts.js";
/**
 * @import { MoveValue, ReviewedMoveReply } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

/** Seconds for the judgement of an attempt, and discs that count as equally good. */
const SECONDS = 1;
const SAME = 0.5;
/** Squares among which a hint leaves the choice. */
const HINTED = 3;

/**
 * A sequence of questions. Emits "state".
 * @extends {Emitter<{state: undefined}>}
 */
export class Retry extends Emitter {
  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    /** @type {GameNode[]} positions after the mistakes */
    this.questions = [];
    this.number = 0;
    /** How the questions so far were answered. */
    this.counts = { found: 0, helped: 0, shown: 0 };
    /** Whether the answer to this question did not come at once. */
    this.helped = false;
    this.solved = false;
    /** @type {GameNode | null} before the mistake */
    this.place = null;
    /** @type {ReviewedMoveReply | null} */
    this.slip = null;
    this.asking = new AbortController();
    this.title = h("h2", {});
    this.words = h("p", { class: "sentence", "aria-live": "assertive" });
    this.reasons = h("ul", { class: "reasons" });
    this.hint = button("retry.hint", () => this.giveHint());
    this.answer = button("retry.answer", () => this.tell());
    this.next = button("retry.next", () => this.ask(this.number + 1), { kind: "primary" });
    this.element = h(
      "div",
      { class: "retry", hidden: true },
      this.title,
      this.words,
      this.reasons,
      h(
        "div",
        { class: "buttons" },
        this.next,
        this.hint,
        this.answer,
        button("retry.end", () => this.end()),
      ),
    );
    app.session.on("game", () => this.end());
    app.session.on("mode", () => this.end());
    app.actions.attempt = (/** @type {string} */ move) => this.attempt(move);
  }

  /** @param {GameNode[]} mistakes the positions after them */
  begin(mistakes) {
    if (!mistakes.length) return;
    this.questions = mistakes;
    this.counts = { found: 0, helped: 0, shown: 0 };
    this.element.hidden = false;
    this.ask(0);
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} number */
  ask(number) {
    const mistake = this.questions[number];
    if (!mistake) return this.finish();
    this.asking.abort();
    this.number = number;
    this.slip = mistake.review;
    this.place = mistake.parent;
    if (!this.slip || !this.place) return this.finish();
    this.helped = false;
    this.solved = false;
    this.app.session.keepSecret("retry", true);
    standBefore(this.app.session, mistake);
    const { mover, played } = this.slip;
    const name = this.app.session.names[mover] || t(mover);
    this.say(t("retry.ask", { color: name, played }));
    return this.draw();
  }

  draw() {
    const several = this.questions.length > 1;
    setText(
      this.title,
      several ? t("lesson.nth", { n: this.number + 1, total: this.questions.length }) : t("retry"),
    );
    this.hint.hidden = this.solved;
    this.answer.hidden = this.solved;
    this.next.hidden = !this.solved || !several;
    this.emit("state");
  }

  /** @param {string} words @param {string[]} [reasons] */
  say(words, reasons = []) {
    setText(this.words, words);
    this.reasons.replaceChildren(...reasons.map((text) => h("li", {}, text)));
  }

  /**
   * A move on the board; true if it was meant for us.
   * @param {string} move
   */
  attempt(move) {
    if (!this.place || this.solved || this.app.session.current !== this.place) return false;
    this.judge(move, this.place, /** @type {ReviewedMoveReply} */ (this.slip));
    return true;
  }

  /** @param {string} move @param {GameNode} place @param {ReviewedMoveReply} slip */
  async judge(move, place, slip) {
    if (move === slip.best) return this.right(move, t("retry.best", { move }));
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      if (!place.values.has(move)) this.say(t("retry.thinking", { move }));
      const values = place.values.has(move) ? place.ranked() : await this.analysed(place, asking.signal);
      const tried = values.find((value) => value.move === move);
      if (this.place !== place || !tried) return undefined;
      const [best] = values;
      if (best.score - tried.score <= SAME) {
        return this.right(move, t("retry.good", { move, value: score(tried.score, tried.exact) }));
      }
      this.helped = true;
      const lost = loss(best.score, tried.score, best.exact && tried.exact);
      this.say(t(move === slip.played ? "retry.same" : "retry.no", { move, loss: lost }));
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
    return undefined;
  }

  /** @param {GameNode} place @param {AbortSignal} signal @returns {Promise<MoveValue[]>} best first */
  async analysed(place, signal) {
    /** @type {MoveValue[]} */
    let moves = [];
    for await (const message of lines("/api/analyse", { position: place.state.position, seconds: SECONDS }, signal)) {
      if (message.moves.length) moves = message.moves;
    }
    if (place.learn(moves)) this.app.session.emit("values", place);
    return moves;
  }

  /** @param {string} move @param {string} words */
  right(move, words) {
    this.counts[this.helped ? "helped" : "found"] += 1;
    return this.resolve(move, words);
  }

  /** @param {string} move @param {string} words */
  async resolve(move, words) {
    const { place, slip } = this;
    if (!place || !slip) return;
    this.solved = true;
    this.say(words);
    this.app.board.mark([]);
    this.app.session.keepSecret("retry", false);
    this.draw();
    if (move === slip.played) return;
    const why = await askWhy(place, move, slip.played).catch(() => null);
    if (why?.better.move === move && this.place === place) this.say(words, reasonTexts(why));
  }

  /** Leaves the choice between a few squares. */
  giveHint() {
    const { place, slip } = this;
    if (!place || !slip) return;
    this.helped = true;
    const others = place.state.legal.map(({ move }) => move).filter((move) =>
      move !== slip.best && move !== slip.played
    );
    const squares = [slip.best, ...others.slice(0, HINTED - 1)].sort();
    this.app.board.mark(squares);
    this.say(t("retry.hinted", { squares: listed(squares) }));
  }

  tell() {
    const { slip } = this;
    if (!slip) return;
    this.counts.shown += 1;
    this.resolve(slip.best, t("retry.told", { best: slip.best, line: lineText(slip.best_pv.slice(0, 8)) }));
  }

  /** After the last question. */
  finish() {
    const { found, helped, shown } = this.counts;
    this.solved = true;
    this.hint.hidden = true;
    this.answer.hidden = true;
    this.next.hidden = true;
    setText(this.title, t("lesson.over"));
    this.say(t("lesson.count", { found, helped, shown, total: this.questions.length }));
    this.app.session.keepSecret("retry", false);
    this.emit("state");
  }

  end() {
    if (!this.place) return;
    this.asking.abort();
    this.place = null;
    this.slip = null;
    this.questions = [];
    this.element.hidden = true;
    this.app.board.mark([]);
    this.app.session.keepSecret("retry", false);
    this.emit("state");
  }
}
