/** Set-up mode: put discs on the board by hand. The server says whether the result makes sense. */
import { button } from "./buttons.js";
import { byId, h, setText } from "./dom.js";
import { tried } from "./notices.js";
import { indexOf } from "./squares.js";
import { t } from "./texts.js";
/** @import { App } from "./main.js" */

const CELLS = /** @type {Record<string, string>} */ ({ black: "X", white: "O", empty: "-" });

export class SetUp {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.active = false;
    this.brush = "black";
    this.cells = "-".repeat(64);
    this.turn = "X";
    this.bar = h("div", { class: "setup-bar", role: "toolbar", "aria-label": t("setup") });
  }

  toggle() {
    if (this.active) this.end();
    else this.begin();
  }

  begin() {
    const { session, board } = this.app;
    this.active = true;
    const [cells, turn] = session.current.state.position.split(" ");
    this.cells = cells;
    this.turn = turn;
    board.editing = true;
    session.keepSecret("setup", true);
    document.body.classList.add("setting-up");
    byId("steps").append(this.bar);
    this.drawBar();
    this.show();
  }

  end() {
    const { session, board } = this.app;
    this.active = false;
    board.editing = false;
    this.bar.remove();
    document.body.classList.remove("setting-up");
    session.keepSecret("setup", false);
    session.emit("place", null);
  }

  /** @param {string} square */
  paint(square) {
    const index = indexOf(square);
    const cell = this.cells[index] === CELLS[this.brush] ? "-" : CELLS[this.brush];
    this.cells = this.cells.slice(0, index) + cell + this.cells.slice(index + 1);
    this.show();
  }

  /** @param {string} brush */
  choose(brush) {
    this.brush = brush;
    this.drawBar();
  }

  show() {
    this.app.board.show(
      { cells: this.cells, turn: this.turn === "X" ? "black" : "white", legal: new Map(), last: null },
      true,
    );
  }

  drawBar() {
    const brushes = ["black", "white", "empty"].map((name) =>
      h(
        "button",
        {
          type: "button",
          class: "brush",
          "aria-pressed": String(name === this.brush),
          title: t(`setup.key.${name}`),
          click: () => this.choose(name),
        },
        h("span", { class: `chip ${name}` }),
        name === "empty" ? t("setup.empty") : t(name),
      ),
    );
    const turn = h("button", {
      type: "button",
      click: () => {
        this.turn = this.turn === "X" ? "O" : "X";
        this.drawBar();
        this.show();
      },
    });
    setText(turn, t("setup.turn", { color: t(this.turn === "X" ? "black" : "white") }));
    const fill = (/** @type {string} */ cells) => () => {
      this.cells = cells;
      this.show();
    };
    this.bar.replaceChildren(
      h("div", { class: "segments" }, ...brushes),
      turn,
      button("setup.clear", fill("-".repeat(64))),
      button("cancel", () => this.end()),
      button("setup.done", () => this.finish(), { kind: "primary" }),
    );
  }

  async finish() {
    const text = `${this.cells} ${this.turn}`;
    await tried(async () => {
      await this.app.actions.openText(text, { quiet: true, loud: true });
      this.end();
    });
  }
}
