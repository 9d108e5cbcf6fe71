/** Comments, marks and arrows of the position on the board: shown, written, drawn. */
import { button } from "./buttons.js";
import { byId, h, s, setText } from "./dom.js";
import { announce } from "./notices.js";
import { indexOf, placeOf } from "./squares.js";
import { t } from "./texts.js";
/**
 * @import { BoardMark } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 */

const SHAPES = /** @type {const} */ (["circle", "triangle", "square", "cross", "label", "arrow"]);
/** What one click after the other puts on a square. */
const CYCLE = SHAPES.slice(0, 4);
const SIGNS = { circle: "○", triangle: "△", square: "□", cross: "✕", label: "A", arrow: "↗" };
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @param {App} app */
export function mountNotes(app) {
  const { session, board, actions } = app;
  const picture = s("g", { class: "drawn", "aria-hidden": "true" });
  board.root.append(picture);
  const words = h("p", { class: "note-text" });
  /** @type {(typeof SHAPES)[number]} */
  let tool = "circle";
  /** Where an arrow begins whose end is not chosen yet. @type {string | null} */
  let tail = null;

  const text = h("textarea", {
    rows: 2,
    maxlength: 10_000,
    placeholder: t("notes.comment"),
    "aria-label": t("notes.comment"),
    class: "note-field",
    hidden: true,
    input: () => session.annotate(session.current, { comment: text.value }),
    keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && end(),
  });
  byId("moves-side").append(words, text);
  const tools = h("div", { class: "segments", role: "group", "aria-label": t("notes.tool") });
  const bar = h(
    "div",
    { class: "setup-bar", role: "group", "aria-label": t("notes.open") },
    tools,
    button("notes.clear", () => change([])),
    button("setup.done", () => end(), { kind: "primary" }),
  );

  function drawTools() {
    tools.replaceChildren(
      ...SHAPES.map((shape) =>
        h(
          "button",
          {
            type: "button",
            class: "brush",
            title: t(`notes.${shape}`),
            "aria-label": t(`notes.${shape}`),
            "aria-pressed": String(shape === tool),
            click: () => {
              tool = shape;
              tail = null;
              drawTools();
              show();
            },
          },
          SIGNS[shape],
        ),
      ),
    );
  }

  function show() {
    const { comment, marks } = session.current;
    setText(words, comment);
    words.hidden = !comment || !text.hidden;
    if (text.value !== comment) text.value = comment;
    const shown = session.hidden || app.setup.active ? [] : marks;
    const begun = /** @type {BoardMark[]} */ (tail ? [{ shape: "square", square: tail }] : []);
    picture.replaceChildren(...[...shown, ...begun].map((mark) => drawMark(mark, board.orientation)));
    board.drawn = new Map(shown.map((mark) => [mark.square, spoken(mark)]));
    board.label(board.labels);
  }

  /** @param {BoardMark[]} marks */
  function change(marks) {
    session.annotate(session.current, { marks });
  }

  /** Puts a mark where it is not, and takes it away where it is. @param {BoardMark} mark */
  function toggle(mark) {
    const { marks } = session.current;
    const same = (/** @type {BoardMark} */ each) =>
      each.shape === mark.shape && each.square === mark.square && (each.to ?? null) === (mark.to ?? null);
    change(marks.some(same) ? marks.filter((each) => !same(each)) : [...marks, mark]);
    announce(t(marks.some(same) ? "notes.removed" : "notes.added", { mark: spoken(mark) }));
  }

  /** The next of the signs, and after the last one none. @param {string} square */
  function cycle(square) {
    const signs = /** @type {readonly string[]} */ (CYCLE);
    const { marks } = session.current;
    const there = marks.find((mark) => mark.square === square && signs.includes(mark.shape));
    const next = CYCLE[there ? signs.indexOf(there.shape) + 1 : 0];
    change(marks.filter((mark) => mark !== there));
    if (next) toggle({ shape: next, square });
    else announce(t("notes.removed", { mark: square }));
  }

  /** The first letter that is not on the board yet. @param {string} square */
  function letter(square) {
    const { marks } = session.current;
    const there = marks.find((mark) => mark.square === square && mark.shape === "label");
    if (there) return change(marks.filter((mark) => mark !== there));
    const next = [...LETTERS].find((each) => !marks.some((mark) => mark.text === each));
    return toggle({ shape: "label", square, text: next ?? "?" });
  }

  /** A square was chosen while drawing. @param {string} square */
  function drawOn(square) {
    if (tool === "label") letter(square);
    else if (tool !== "arrow") toggle({ shape: tool, square });
    else if (tail === null || tail === square) {
      tail = tail === null ? square : null;
      show();
    } else {
      const begin = tail;
      tail = null;
      toggle({ shape: "arrow", square: begin, to: square });
    }
    return true;
  }

  function begin() {
    if (app.setup.active) app.setup.end();
    document.body.classList.add("noting");
    byId("steps").append(bar);
    text.hidden = false;
    drawTools();
    actions.drawOn = drawOn;
    show();
  }

  function end() {
    document.body.classList.remove("noting");
    bar.remove();
    text.hidden = true;
    tail = null;
    delete actions.drawOn;
    show();
    board.focus();
  }

  session.on("place game notes secret turned", () => {
    if (!actions.drawOn) tail = null;
    show();
  });
  actions.endNotes = () => Boolean(actions.drawOn) && (end(), true);
  show();
  return {
    /** Of the position that is shown. */
    write() {
      begin();
      text.focus();
    },
    draw() {
      begin();
      board.focus();
    },
    /** With the right button. @param {string} start @param {string} stop */
    drag(start, stop) {
      if (start === stop) cycle(start);
      else toggle({ shape: "arrow", square: start, to: stop });
    },
  };
}

/** @param {BoardMark} mark */
function spoken({ shape, square, to, text }) {
  return t(`notes.said.${shape}`, { square, to, text });
}

/** @param {BoardMark} mark @param {number} orientation */
function drawMark({ shape, square, to, text }, orientation) {
  const middle = (/** @type {string} */ name) => {
    const { column, row } = placeOf(indexOf(name), orientation);
    return { x: 36 + 100 * column + 50, y: 36 + 100 * row + 50 };
  };
  const { x, y } = middle(square);
  const line = { class: `drawn-mark ${shape}`, "data-on": square };
  if (shape === "circle") return s("circle", { ...line, cx: x, cy: y, r: 30 });
  if (shape === "square") return s("rect", { ...line, x: x - 27, y: y - 27, width: 54, height: 54 });
  if (shape === "triangle") return s("path", { ...line, d: `M${x} ${y - 33}l31 54h-62z` });
  if (shape === "cross") return s("path", { ...line, d: `M${x - 24} ${y - 24}l48 48m0 -48l-48 48` });
  if (shape === "label" || !to) return s("text", { ...line, x, y }, text || "?");
  const end = middle(to);
  const length = Math.hypot(end.x - x, end.y - y);
  const angle = (Math.atan2(end.y - y, end.x - x) * 180) / Math.PI;
  const tip = length - 12;
  return s("path", {
    ...line,
    "data-to": to,
    transform: `translate(${x} ${y}) rotate(${angle.toFixed(1)})`,
    d: `M16 -7H${tip - 34}V-24L${tip} 0L${tip - 34} 24V7H16Z`,
  });
}
