/**
 * A board in a notebook, as anywidget wants it. It knows no rules: Python tells what is on the board and what is legal,
 * and hears what was chosen.
 */
import { Board } from "./board.js";
import { h, s, setText } from "./dom.js";
import { points } from "./format.js";
import { valueLabels } from "./labels.js";
import { t } from "./texts.js";

const STYLES = __STYLES__;

function render({ model, el }) {
  const host = h("div");
  // Arrows and Enter are meant for the board, not for the cells of the notebook.
  host.dataset.lmSuppressShortcuts = "true";
  const svg = s("svg", { class: "board", viewBox: "0 0 872 872" });
  const status = h("p", { role: "status" });
  const trouble = h("p", { role: "alert" });
  const back = h("button", { type: "button", click: () => send({ do: "back" }) }, "↶ " + t("play.back"));
  const forward = h("button", { type: "button", click: () => send({ do: "forward" }) }, t("step.forward") + " ↷");
  const root = host.attachShadow({ mode: "open" });
  root.append(
    h("style", {}, STYLES),
    h("div", { class: "widget" }, svg, h("div", { class: "below" }, status, back, forward), trouble),
  );
  el.append(host);
  const board = new Board(svg);
  let first = true;

  function send(message) {
    model.send({ ...message, position: model.get("_shown").position });
  }

  function show() {
    const shown = model.get("_shown");
    const legal = new Map(Object.entries(shown.legal).map(([move, flips]) => [move, { move, flips }]));
    board.show({ cells: shown.position.slice(0, 64), turn: shown.turn, legal, last: shown.last }, !first);
    first = false;
    const had = root.activeElement;
    back.disabled = !shown.back;
    forward.disabled = !shown.forward;
    // A button that can do no more gives the focus away, and the keyboard would be nowhere.
    if (had instanceof HTMLButtonElement && had.disabled) board.focus();
    setText(status, statusOf(shown));
    label();
  }

  function label() {
    const { position, moves } = model.get("_values");
    const known = position === model.get("_shown").position ? moves : [];
    const settings = { get: (name) => ({ whole: false, depths: true, lines: 0 })[name] };
    board.label(valueLabels({ ranked: () => known }, settings));
  }

  const complain = () => setText(trouble, model.get("trouble"));
  const resize = () => host.style.setProperty("max-width", `${model.get("size")}px`);
  board.on("choose", (square) => board.view.legal.has(square) && send({ do: "play", square }));
  const watched = { _shown: show, _values: label, trouble: complain, size: resize };
  for (const [name, listener] of Object.entries(watched)) {
    model.on(`change:${name}`, listener);
    listener();
  }
  return () => {
    for (const [name, listener] of Object.entries(watched)) model.off(`change:${name}`, listener);
  };
}

function statusOf(shown) {
  const name = { black: t("black"), white: t("white") };
  const score = shown.score;
  if (score === 0) return t("status.draw");
  if (score !== null)
    return t("status.wins", { color: score > 0 ? name.black : name.white, points: points(score) });
  const turn = t("status.turn", { number: shown.number, color: name[shown.turn] });
  return shown.passed ? `${t("pass.text", { color: name[shown.passed] })} ${turn}` : turn;
}

export default { render };
