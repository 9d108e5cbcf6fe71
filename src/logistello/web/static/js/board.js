/** The board as SVG. It knows squares, not rules: what is legal and what flips is told to it. */
import { s, setText } from "./dom.js";
import { Emitter } from "./emitter.js";
import { SQUARES, edgeNames, indexAt, indexOf, placeOf } from "./squares.js";
import { listed, t } from "./texts.js";
/**
 * @import { LegalMove } from "../../api_types.d.ts"
 * @import { Color } from "./tree.js"
 */

const FRAME = 36;
const SIDE = 100;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {{text: string, note: string, kind: string, label: string}} SquareLabel
 * @typedef {{cells: string, turn: Color, legal: Map<string, LegalMove>,
 *   last: string | null}} BoardView
 * @typedef {{square: string, kind: "best" | "played", sign: string}} Arrow
 */

/**
 * Emits "choose" (a square), "hover" (a square or null).
 * @extends {Emitter<{choose: string, hover: string | null}>}
 */
export class Board extends Emitter {
  /** @param {SVGSVGElement} root */
  constructor(root) {
    super();
    this.root = root;
    this.orientation = 0;
    /** @type {BoardView} */
    this.view = { cells: "-".repeat(64), turn: "black", legal: new Map(), last: null };
    /** @type {Map<string, SquareLabel>} */
    this.labels = new Map();
    /** What is drawn on squares, in words. @type {Map<string, string>} */
    this.drawn = new Map();
    this.cursor = 0;
    this.editing = false;
    /** Names along the upper and the left edge. @type {SVGTextElement[][]} */
    this.edges = [];
    this.cells = SQUARES.map((name) => this.drawCell(name));
    this.arrows = s("g", { class: "arrows", "aria-hidden": "true" });
    /** @type {Arrow[]} */
    this.pointed = [];
    this.draw();
    this.listen();
    this.orient(0);
  }

  draw() {
    const field = { x: FRAME, y: FRAME, width: 8 * SIDE, height: 8 * SIDE };
    const lines = [1, 2, 3, 4, 5, 6, 7].flatMap((n) => [
      `M${FRAME + n * SIDE} ${FRAME}v${8 * SIDE}`,
      `M${FRAME} ${FRAME + n * SIDE}h${8 * SIDE}`,
    ]);
    this.edges = [0, 1].map((axis) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => {
        const along = FRAME + (n + 0.5) * SIDE;
        return s("text", axis ? { x: FRAME / 2, y: along } : { x: along, y: FRAME / 2 });
      }),
    );
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((row) =>
      s("g", { role: "row" }, ...this.cells.slice(8 * row, 8 * row + 8).map((cell) => cell.group)),
    );
    this.root.replaceChildren(
      gradients(),
      s("rect", { class: "frame", width: 872, height: 872, rx: 26 }),
      s("g", { class: "edges", "aria-hidden": "true" }, ...this.edges.flat()),
      s("rect", { class: "field", ...field, rx: 6 }),
      s("path", { class: "lines", d: lines.join("") }),
      ...[2, 6].flatMap((x) =>
        [2, 6].map((y) => s("circle", { class: "dot", cx: FRAME + x * SIDE, cy: FRAME + y * SIDE, r: 6 })),
      ),
      s("g", { role: "rowgroup" }, ...rows),
      this.arrows,
    );
    this.root.setAttribute("role", "grid");
    // What listens to the focus can get it in SVG; Tab leads to a square instead.
    this.root.setAttribute("tabindex", "-1");
    this.root.setAttribute("aria-label", t("board"));
  }

  /** @param {string} name */
  drawCell(name) {
    const center = { cx: 50, cy: 50 };
    const disc = s(
      "g",
      { class: "disc none" },
      s("circle", { class: "shade", cx: 51.5, cy: 54, r: 41 }),
      s("circle", { class: "face dark", ...center, r: 41 }),
      s("circle", { class: "face light", ...center, r: 41 }),
    );
    const value = s("text", { class: "value", x: 50, y: 47 });
    const note = s("text", { class: "note", x: 50, y: 78 });
    const ghost = s("circle", { class: "ghost", ...center, r: 41 });
    const group = s(
      "g",
      { class: "cell", role: "gridcell", tabindex: -1, "data-square": name },
      s("rect", { class: "hit", width: SIDE, height: SIDE }),
      s("circle", { class: "hint", ...center, r: 15 }),
      ghost,
      disc,
      s("circle", { class: "turn-mark", ...center, r: 13 }),
      s("circle", { class: "last", ...center, r: 9 }),
      value,
      note,
      s("rect", { class: "mark", x: 3, y: 3, width: SIDE - 6, height: SIDE - 6, rx: 10 }),
      s("rect", { class: "cursor", x: 4, y: 4, width: SIDE - 8, height: SIDE - 8, rx: 12 }),
    );
    return { name, group, disc, value, note };
  }

  listen() {
    const squareOf = (/** @type {Event} */ event) =>
      /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-square]"))?.dataset
        .square ?? null;
    // The mouse leaves the focus where it is, so that the arrow keys go on leading through the game.
    this.root.addEventListener("mousedown", (event) => event.preventDefault());
    this.root.addEventListener("click", (event) => {
      const square = squareOf(event);
      if (square) this.emit("choose", square);
    });
    this.root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.hover(squareOf(event)));
    this.root.addEventListener("pointerleave", () => this.hover(null));
    this.root.addEventListener("focusin", (event) => {
      const square = squareOf(event);
      if (square) this.stopAt(indexOf(square));
      this.hover(square);
    });
    this.root.addEventListener("focusout", () => this.hover(null));
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = /** @type {Record<string, number[]>} */ (KEYS)[event.key];
    if (step) {
      const { column, row } = placeOf(this.cursor, this.orientation);
      this.focus(indexAt((column + step[0] + 8) % 8, (row + step[1] + 8) % 8, this.orientation));
    } else if (event.key === "Enter" || event.key === " ") this.emit("choose", SQUARES[this.cursor]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} index */
  focus(index = this.cursor) {
    this.stopAt(index);
    this.cells[index].group.focus();
  }

  /** The Tab key stops at one square of the board, where the cursor is. @param {number} index */
  stopAt(index) {
    this.cells[this.cursor].group.setAttribute("tabindex", "-1");
    this.cursor = index;
    this.cells[index].group.setAttribute("tabindex", "0");
  }

  /** @param {number} orientation */
  orient(orientation) {
    this.orientation = orientation;
    this.cells.forEach((cell, index) => {
      const { column, row } = placeOf(index, orientation);
      cell.group.setAttribute("transform", `translate(${FRAME + column * SIDE} ${FRAME + row * SIDE})`);
    });
    this.point(this.pointed);
    edgeNames(orientation).forEach((names, axis) => names.forEach((name, n) => setText(this.edges[axis][n], name)));
  }

  /**
   * @param {BoardView} view
   * @param {boolean} animated
   */
  show(view, animated) {
    this.root.classList.toggle("still", !animated);
    this.root.classList.toggle("black-turn", view.turn === "black");
    const from = view.last && view.last !== "pass" ? indexOf(view.last) : null;
    this.view = view;
    this.cells.forEach((cell, index) => {
      const color = { X: "black", O: "white", "-": "none" }[view.cells[index]] ?? "none";
      if (!cell.disc.classList.contains(color)) {
        const distance =
          from === null ? 0 : Math.max(Math.abs((from % 8) - (index % 8)), Math.abs((from >> 3) - (index >> 3)));
        cell.disc.style.setProperty("--distance", String(distance));
        cell.disc.setAttribute("class", `disc ${color}`);
      }
      cell.group.classList.toggle("legal", view.legal.has(cell.name));
      cell.group.classList.toggle("is-last", index === from);
      cell.group.setAttribute("tabindex", index === this.cursor ? "0" : "-1");
    });
    this.hover(null);
    this.label(new Map());
  }

  /** Until all discs have turned. */
  async settled() {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(this.root.getAnimations({ subtree: true }).map((each) => each.finished));
  }

  /** Other moves for the same discs. @param {Map<string, LegalMove>} legal */
  allow(legal) {
    this.view = { ...this.view, legal };
    for (const cell of this.cells) cell.group.classList.toggle("legal", legal.has(cell.name));
    this.label(this.labels);
  }

  /** What stands on empty squares. @param {Map<string, SquareLabel>} labels */
  label(labels) {
    this.labels = labels;
    for (const cell of this.cells) {
      const label = labels.get(cell.name);
      setText(cell.value, label?.text ?? "");
      cell.value.classList.toggle("long", (label?.text.length ?? 0) > 4);
      setText(cell.note, label?.note ?? "");
      const kind = label?.kind ?? "";
      if (cell.group.dataset.kind !== kind) cell.group.dataset.kind = kind;
      const words = this.describe(cell.name, label);
      if (cell.group.getAttribute("aria-label") !== words) cell.group.setAttribute("aria-label", words);
    }
  }

  /** @param {string} name @param {SquareLabel | undefined} label */
  describe(name, label) {
    const content = { X: t("black"), O: t("white"), "-": t("empty") }[this.view.cells[indexOf(name)]];
    const parts = [
      name,
      content,
      this.view.legal.has(name) && t("board.legal"),
      this.view.last === name && t("board.last"),
      label?.label,
      this.drawn.get(name),
    ];
    return listed(parts);
  }

  /** Shows what a move would turn. @param {string | null} square */
  hover(square) {
    const move = square && !this.editing ? this.view.legal.get(square) : undefined;
    for (const cell of this.cells) {
      cell.group.classList.toggle("chosen", move !== undefined && cell.name === square);
      cell.group.classList.toggle("flips", Boolean(move?.flips.includes(cell.name)));
    }
    this.emit("hover", move ? square : null);
  }

  /** Squares that something on the page points at. @param {string[]} squares */
  mark(squares) {
    for (const cell of this.cells) cell.group.classList.toggle("marked", squares.includes(cell.name));
  }

  /**
   * Arrows at squares: the better move and the one that was played.
   * @param {Arrow[]} arrows
   */
  point(arrows) {
    this.pointed = arrows;
    this.arrows.replaceChildren(
      ...arrows
        .filter(({ square }) => square !== "pass")
        .map(({ square, kind, sign }) => arrow(placeOf(indexOf(square), this.orientation), kind, sign)),
    );
  }
}

/** Length of an arrow, and how far from the middle of its square it ends. */
const ARROW = 112;
const ARROW_END = 46;

/**
 * It comes from the side of the middle of the board, where there is room for it.
 * @param {{column: number, row: number}} place
 * @param {string} kind
 * @param {string} sign
 */
function arrow({ column, row }, kind, sign) {
  const [x, y] = [FRAME + (column + 0.5) * SIDE, FRAME + (row + 0.5) * SIDE];
  const angle = (Math.atan2(row - 3.5, column - 3.5) * 180) / Math.PI;
  const [tip, tail] = [-ARROW_END, -ARROW_END - ARROW];
  return s(
    "g",
    { class: `arrow ${kind}`, transform: `translate(${x} ${y})`, "data-at": `${column} ${row}` },
    s("path", {
      transform: `rotate(${angle.toFixed(1)})`,
      d: `M${tail} -9H${tip - 34}V-26L${tip} 0L${tip - 34} 26V9H${tail}Z`,
    }),
    // A white edge below: no colour of an arrow stands out from the felt by itself.
    ...["edge", "outline"].map((part) => s("rect", { class: part, x: -46, y: -46, width: 92, height: 92, rx: 12 })),
    s("circle", { cx: 36, cy: -36, r: 19 }),
    s("text", { x: 36, y: -36 }, sign),
  );
}

function gradients() {
  const radial = (/** @type {string} */ id, /** @type {string} */ kind) =>
    s(
      "radialGradient",
      { id, cx: "36%", cy: "30%", r: "75%" },
      s("stop", { offset: 0, class: `${kind}-light` }),
      s("stop", { offset: 1, class: `${kind}-deep` }),
    );
  return s("defs", {}, radial("dark-disc", "dark"), radial("light-disc", "light"), radial("felt", "felt"));
}
