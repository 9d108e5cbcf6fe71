/** Values on the squares: a big number, a small note how sure it is. */
import { score } from "./format.js";
import { t } from "./texts.js";
/**
 * @import { MoveValue } from "../../api_types.d.ts"
 * @import { SquareLabel } from "./board.js"
 * @import { Settings } from "./settings.js"
 * @import { GameNode } from "./tree.js"
 */

/** Discs that a move may lose and still be called as good as the best. */
const SAME = 0.25;
const NEAR = 2;

/**
 * @param {GameNode} node
 * @param {Settings} settings
 * @returns {Map<string, SquareLabel>}
 */
export function valueLabels(node, settings) {
  const [whole, depths] = [settings.get("whole"), settings.get("depths")];
  const ranked = node.ranked().slice(0, settings.get("lines") || undefined);
  const best = ranked[0]?.score ?? 0;
  return new Map(ranked.map((value) => [value.move, label(value, best, whole, depths)]));
}

/**
 * @param {MoveValue} value
 * @param {number} best
 * @param {boolean} whole without decimals
 * @param {boolean} depths with depth and confidence below the value
 */
function label(value, best, whole, depths) {
  const lost = best - value.score;
  const text = score(value.score, value.exact || whole);
  return {
    text,
    note: depths || value.exact ? sureness(value) : "",
    kind: lost <= SAME ? "best" : lost <= NEAR ? "near" : "far",
    label: t("value.label", { value: text, sure: value.exact ? t("exact") : t("value.depth", { depth: value.depth }) }),
  };
}

/**
 * A tick for exact values, else depth and confidence as 14@91.
 * @param {MoveValue} value
 */
export function sureness(value) {
  if (value.exact) return "✓";
  if (!value.depth) return "·";
  const sure = value.confidence < 100 ? `${value.depth}@${value.confidence}` : String(value.depth);
  return value.bound === "upper" ? `≤ ${sure}` : value.bound === "lower" ? `≥ ${sure}` : sure;
}
