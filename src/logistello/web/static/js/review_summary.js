/** What the verdicts add up to. The server says the same of its own review; here verdicts may have become surer. */
import { classOf } from "./verdict.js";
/**
 * @import { PhaseLossReply, ReviewStart, ReviewedMoveReply } from "../../api_types.d.ts"
 * @import { Color } from "./tree.js"
 * @import { Lead, MoveClass } from "./verdict.js"
 * @typedef {{color: Color, accuracy: number | null, discs: number, chances: number, classes: Map<MoveClass, number>,
 *   phases: {phase: PhaseLossReply["phase"], discs: number, chances: number}[]}} Side
 * @typedef {{move: ReviewedMoveReply, before: Color | null, after: Color | null, swing: number}} TurningPoint
 */

const PHASES = /** @type {const} */ (["opening", "midgame", "endgame"]);

/** @param {ReviewedMoveReply[]} moves @param {Color} color @param {Lead} lead @param {ReviewStart} rules @returns {Side} */
export function sideOf(moves, color, lead, rules) {
  const own = moves.filter((move) => move.mover === color);
  const chosen = own.filter((move) => move.move_class !== "forced");
  const classes = new Map();
  for (const move of own) classes.set(classOf(move, lead), (classes.get(classOf(move, lead)) ?? 0) + 1);
  return {
    color,
    accuracy: chosen.length
      ? sum(chosen, (move) => 100 * Math.exp(-move.loss / rules.accuracy_scale)) / chosen.length
      : null,
    discs: sum(own, (move) => move.disc_loss),
    chances: sum(own, (move) => move.loss),
    classes,
    phases: PHASES.map((phase) => {
      const inside = own.filter((move) => move.phase === phase);
      return { phase, discs: sum(inside, (move) => move.disc_loss), chances: sum(inside, (move) => move.loss) };
    }),
  };
}

/** Moves by which the favourite changed. @param {ReviewedMoveReply[]} moves @param {ReviewStart} rules */
export function turningPoints(moves, rules) {
  /** @param {number} expected Black's @returns {Color | null} */
  const favourite = (expected) =>
    expected >= rules.favourite ? "black" : expected <= 1 - rules.favourite ? "white" : null;
  return moves.flatMap((move) => {
    const black = (/** @type {number} */ expected) => (move.mover === "black" ? expected : 1 - expected);
    const [before, after] = [black(move.best_expected), black(move.expected)];
    if (favourite(before) === favourite(after)) return [];
    return [{ move, before: favourite(before), after: favourite(after), swing: after - before }];
  });
}

/** @template T @param {T[]} items @param {(item: T) => number} value */
const sum = (items, value) => items.reduce((total, item) => total + value(item), 0);
