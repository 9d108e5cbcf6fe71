/** Two lines side by side on small boards, stepped through together to where the difference shows. */
import { button, iconButton } from "./buttons.js";
import { diagram } from "./diagram.js";
import { h, setText } from "./dom.js";
import { t } from "./texts.js";
/** @import { ReasonReply, WhyReply } from "../../api_types.d.ts" */

const SIDES = /** @type {const} */ (["better", "worse"]);

export class WhyLines {
  constructor() {
    /** @type {WhyReply | null} */
    this.reply = null;
    this.ply = 0;
    /** @type {ReasonReply | null} */
    this.reason = null;
    const part = () => ({ picture: h("div", { class: "why-board" }), moves: h("p", { class: "why-moves" }) });
    this.boards = { better: part(), worse: part() };
    this.where = h("span", { class: "facts", "aria-live": "polite" });
    this.element = h(
      "div",
      { class: "why-lines" },
      this.boards.better.picture,
      this.boards.worse.picture,
      h(
        "div",
        { class: "why-steps", role: "group", "aria-label": t("why.steps") },
        iconButton("first", "step.first", () => this.go(0)),
        iconButton("back", "step.back", () => this.go(this.ply - 1)),
        this.where,
        iconButton("forward", "step.forward", () => this.go(this.ply + 1)),
        iconButton("last", "step.last", () => this.go(this.last)),
        button("why.there", () => this.go(this.there)),
      ),
      this.boards.better.moves,
      this.boards.worse.moves,
    );
  }

  get last() {
    return this.reply ? Math.max(...SIDES.map((side) => /** @type {WhyReply} */ (this.reply)[side].line.length)) : 0;
  }

  /** Where the first reason shows, or the end. */
  get there() {
    return this.reply?.reasons[0]?.ply ?? this.last;
  }

  /** @param {WhyReply} reply */
  show(reply) {
    const same = this.reply !== null &&
      this.reply.position === reply.position &&
      SIDES.every((side) => this.reply?.[side].line.join() === reply[side].line.join());
    this.reply = reply;
    this.reason = null;
    if (!same) this.ply = this.there;
    this.draw();
  }

  /** @param {number} ply */
  go(ply) {
    this.ply = Math.max(0, Math.min(this.last, ply));
    this.draw();
  }

  /** The squares that a reason is about, on the board that shows them. @param {ReasonReply | null} reason */
  look(reason) {
    this.reason = reason;
    if (reason) this.ply = reason.ply;
    this.draw();
  }

  draw() {
    const reply = this.reply;
    if (!reply) return;
    for (const side of SIDES) {
      const line = reply[side];
      const ply = Math.min(this.ply, line.line.length);
      const looked = this.reason?.line === side ? this.reason.squares : [];
      const marks = [
        ...(ply ? [{ square: line.line[ply - 1], kind: "last" }] : []),
        ...looked.map((square) => ({ square, kind: "look" })),
      ];
      const { picture, moves } = this.boards[side];
      picture.replaceChildren(diagram(ply ? line.positions[ply - 1] : reply.position, marks));
      moves.replaceChildren(...line.line.map((move, index) => this.move(move, index, ply)));
    }
    setText(this.where, t("why.ply", { n: this.ply, total: this.last }));
  }

  /** @param {string} move @param {number} index @param {number} ply */
  move(move, index, ply) {
    const here = index === ply - 1;
    return h(
      "button",
      {
        class: `move${here ? " here" : ""}`,
        type: "button",
        "aria-current": here ? "true" : null,
        click: () => this.go(index + 1),
      },
      move === "pass" ? "–" : move,
    );
  }
}
