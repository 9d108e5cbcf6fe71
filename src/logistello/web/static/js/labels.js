/** Values on the squares: a big number, a small note how sure it is. */
import { score } from "./format.js";
import { t } from "./texts.js";

/** Discs that a move may lose and still be called as good as the best. */
const SAME = 0.25;
const NEAR = 2;
/** Tenths of such values would only fill the square. */
const WHOLE_FROM = 9.95;

/**
 * @param {import("./types.js").GameNode} node
 * @param {boolean} whole without decimals
 * @returns {Map<string, import("./board.js").SquareLabel>}
 */
export function valueLabels(node, whole) {
  const ranked = node.ranked();
  const best = ranked[0]?.score ?? 0;
  return new Map(ranked.map((value) => [value.move, label(value, best, whole)]));
}

/**
 * @param {import("./types.js").MoveValue} value
 * @param {number} best
 * @param {boolean} whole
 */
function label(value, best, whole) {
  const lost = best - value.score;
  const text = score(value.score, value.exact || whole || Math.abs(value.score) >= WHOLE_FROM);
  return {
    text,
    note: sureness(value),
    kind: lost <= SAME ? "best" : lost <= NEAR ? "near" : "far",
    label: t("value.label", { value: text, sure: value.exact ? t("exact") : t("value.depth", { depth: value.depth }) }),
  };
}

/**
 * A tick for exact values, else depth and confidence as 14@91.
 * @param {import("./types.js").MoveValue} value
 */
export function sureness(value) {
  if (value.exact) return "✓";
  if (!value.depth) return "·";
  const sure = value.confidence < 100 ? `${value.depth}@${value.confidence}` : String(value.depth);
  return value.bound === "upper" ? `≤ ${sure}` : value.bound === "lower" ? `≥ ${sure}` : sure;
}
