/** "Try again": stand before your mistake, with everything hidden, and find something better. */
import { isAbort, lines, post } from "./api.js";
import { button } from "./buttons.js";
import { h, setText } from "./dom.js";
import { loss, score } from "./format.js";
import { complain } from "./notices.js";
import { t } from "./texts.js";

/** Seconds for the judgement of an attempt, and discs that count as equally good. */
const SECONDS = 1;
const SAME = 0.5;

export class Retry {
  /** @param {import("./types.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("./types.js").GameNode | null} before the mistake */
    this.place = null;
    /** @type {import("./types.js").ReviewedMove | null} */
    this.slip = null;
    this.asking = new AbortController();
    this.words = h("p", { class: "sentence", "aria-live": "assertive" });
    this.answer = button("retry.answer", () => this.tell());
    this.element = h(
      "div",
      { class: "retry", hidden: true },
      h("h2", {}, t("retry")),
      this.words,
      h(
        "div",
        { class: "buttons" },
        this.answer,
        button("retry.end", () => this.end()),
      ),
    );
    app.session.on("game", () => this.end());
    app.session.on("mode", () => this.end());
    app.actions.attempt = (/** @type {string} */ move) => this.attempt(move);
  }

  /** @param {import("./types.js").GameNode} mistake the position after it */
  begin(mistake) {
    this.slip = mistake.review;
    this.place = mistake.parent;
    if (!this.slip || !this.place) return;
    this.element.hidden = false;
    this.answer.hidden = false;
    this.app.session.keepSecret("retry", true);
    this.app.session.goTo(this.place);
    setText(this.words, t("retry.ask", { color: t(this.slip.mover), played: this.slip.played }));
    this.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * A move on the board; true if it was meant for us.
   * @param {string} move
   */
  attempt(move) {
    if (!this.place || this.app.session.current !== this.place) return false;
    this.judge(move, this.place, /** @type {import("./types.js").ReviewedMove} */ (this.slip));
    return true;
  }

  /** @param {string} move @param {import("./types.js").GameNode} place @param {import("./types.js").ReviewedMove} slip */
  async judge(move, place, slip) {
    if (move === slip.best) return this.right(move, t("retry.best", { move }));
    setText(this.words, t("retry.thinking", { move }));
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      /** @type {import("./types.js").ValuesMessage | null} */
      let last = null;
      for await (const message of lines(
        "/api/analyse",
        { position: place.state.position, seconds: SECONDS },
        asking.signal,
      ))
        last = message;
      const values = last?.moves ?? [];
      const tried = values.find((value) => value.move === move);
      if (this.place !== place || !tried) return undefined;
      const lost = values[0].score - tried.score;
      if (lost <= SAME) return this.right(move, t("retry.good", { move, value: score(tried.score, tried.exact) }));
      setText(this.words, t(move === slip.played ? "retry.same" : "retry.no", { move, loss: loss(lost) }));
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
    return undefined;
  }

  /** @param {string} move @param {string} words */
  async right(move, words) {
    const { place, slip } = this;
    setText(this.words, words);
    this.answer.hidden = true;
    if (!place || !slip) return;
    this.reveal();
    const why = await post("/api/explain", { position: place.state.position, line: move, other: slip.played }).catch(
      () => null,
    );
    if (why && this.place === place) setText(this.words, `${words} ${why.sentence}`);
  }

  tell() {
    if (!this.slip) return undefined;
    this.app.board.mark([this.slip.best]);
    return this.right(
      this.slip.best,
      t("retry.told", { best: this.slip.best, line: this.slip.best_pv.slice(0, 8).join(" ") }),
    );
  }

  /** The values may be seen now. */
  reveal() {
    this.app.session.keepSecret("retry", false);
  }

  end() {
    if (!this.place) return;
    this.asking.abort();
    this.place = null;
    this.slip = null;
    this.element.hidden = true;
    this.app.board.mark([]);
    this.reveal();
  }
}
