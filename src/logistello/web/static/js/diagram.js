/** A small still picture of a position, with coordinates, for lists, lines and the printed report. */
import { s } from "./dom.js";
import { score } from "./format.js";
import { COLUMNS, indexOf, SQUARES } from "./squares.js";

const SIGNS = /** @type {Record<string, string>} */ ({ best: "✓", played: "✗" });

/**
 * @param {string} position text of a position
 * @param {{square: string, kind: string}[]} [marks] kind: best and played (a sign), last (a dot), look (a frame)
 * @param {number[]} [shares] of the squares in discs: warm and cold
 */
export function diagram(position, marks = [], shares = []) {
  const grid = [...Array(9).keys()].flatMap((n) => [`M${n * 10} 0v80`, `M0 ${n * 10}h80`]).join("");
  const names = [...COLUMNS].flatMap((letter, n) => [
    s("text", { class: "edge", x: 10 * n + 5, y: -4 }, letter),
    s("text", { class: "edge", x: -4, y: 10 * n + 5 }, n + 1),
  ]);
  const discs = SQUARES.flatMap((_, index) => {
    const cell = position[index];
    const kind = cell === "X" ? "ink" : "paper";
    return cell === "-" ? [] : [s("circle", { class: kind, ...center(index), r: 4.1 })];
  });
  return s(
    "svg",
    { class: "diagram", viewBox: "-8 -8 90 90", "aria-hidden": "true" },
    s("rect", { class: "felt", width: 80, height: 80 }),
    ...heat(shares),
    s("path", { class: "grid", d: grid }),
    ...names,
    ...discs,
    ...marks.filter((mark) => mark.square !== "pass").map(drawMark),
    ...numbers(shares),
  );
}

/** @param {number} index */
const center = (index) => ({ cx: 10 * (index % 8) + 5, cy: 10 * (index >> 3) + 5 });

/** @param {{square: string, kind: string}} mark */
function drawMark({ square, kind }) {
  const { cx, cy } = center(indexOf(square));
  if (kind === "last") return s("circle", { class: "mark-last", cx, cy, r: 1.3 });
  if (kind === "look") {
    return s("rect", { class: "mark-look", x: cx - 4.4, y: cy - 4.4, width: 8.8, height: 8.8, rx: 1.2 });
  }
  return s("text", { class: `mark-${kind}`, x: cx, y: cy }, SIGNS[kind]);
}

/** Shares that are worth a look: half a disc or more. */
const LEAST_SHARE = 0.5;

/** @param {number[]} shares */
function heat(shares) {
  const most = Math.max(1, ...shares.map(Math.abs));
  return shares.flatMap((share, index) => {
    if (Math.abs(share) < LEAST_SHARE) return [];
    const place = { x: 10 * (index % 8), y: 10 * (index >> 3), width: 10, height: 10 };
    return [
      s("rect", {
        class: share < 0 ? "cold" : "warm",
        ...place,
        opacity: (0.25 + (0.75 * Math.abs(share)) / most).toFixed(2),
      }),
    ];
  });
}

/** @param {number[]} shares */
function numbers(shares) {
  return shares.flatMap((share, index) => {
    if (Math.abs(share) < LEAST_SHARE) return [];
    const { cx, cy } = center(index);
    return [s("text", { class: "share", x: cx, y: cy }, score(share))];
  });
}
