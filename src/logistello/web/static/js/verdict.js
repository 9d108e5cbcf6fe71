/** What a move of the game was worth: always by the record of the position before it. */
/**
 * @import { DiscThreshold, MoveValue, ReviewStart, ReviewedMoveReply, Threshold } from "../../api_types.d.ts"
 * @import { GameNode } from "./tree.js"
 * @typedef {ReviewedMoveReply["move_class"]} MoveClass
 * @typedef {"chances" | "discs"} Lead what the user counts first
 */

/** Discs by which two values may differ and still be called equal, as the server does. */
const EQUAL = 0.01;
export const GLYPHS = /** @type {Record<string, string>} */ ({
  wasteful: "~",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
});
/** Classes that are worth a place in the list, worst last. */
export const SLIPS = Object.keys(GLYPHS);

/** @param {ReviewedMoveReply} move @returns {MoveValue[]} what a review knows of a position, best first */
export function valuesOf(move) {
  const { depth, confidence, exact } = move;
  const sure = { depth, confidence, exact, bound: null };
  const best = { ...sure, move: move.best, score: move.best_score, pv: move.best_pv, outlook: move.outlook };
  const played = { ...sure, move: move.played, score: move.score, pv: move.played_pv, outlook: move.played_outlook };
  return move.best === move.played ? [best] : [best, played];
}

/**
 * The verdict by what is known now; the review's own where the record does not know the move.
 * @param {ReviewedMoveReply} move
 * @param {GameNode} before
 * @param {ReviewStart} rules thresholds
 * @returns {ReviewedMoveReply}
 */
export function judged(move, before, rules) {
  const best = before.ranked()[0];
  const played = before.values.get(move.played);
  if (!best || !played || (!best.outlook && !best.exact) || (!played.outlook && !played.exact)) return move;
  // The review's own values, rounded on their way: its class stands, which was found before that.
  if (best.score === move.best_score && played.score === move.score && best.depth === move.depth) return move;
  const [bestExpected, expected] = [expectedOf(best), expectedOf(played)];
  const [discLoss, loss] = [best.score - played.score, Math.max(0, bestExpected - expected)];
  const isBest = discLoss <= EQUAL;
  const known = isBest ? played : best;
  return {
    ...move,
    best: known.move,
    score: played.score,
    best_score: best.score,
    disc_loss: discLoss,
    expected,
    best_expected: bestExpected,
    loss,
    move_class: expectedClass(loss, discLoss, isBest, move.choices, rules),
    disc_class: classBy(discLoss, isBest, move.choices, rules.disc_thresholds),
    depth: best.depth,
    confidence: best.confidence,
    exact: best.exact,
    best_pv: known.pv,
    played_pv: played.pv,
    outlook: best.outlook,
    played_outlook: played.outlook,
    black_value: before.value?.black ?? move.black_value,
  };
}

/** @param {MoveValue} value */
function expectedOf({ exact, score, outlook }) {
  if (exact || !outlook) return (Math.sign(score) + 1) / 2;
  return outlook.win + outlook.draw / 2;
}

/** @param {number} loss @param {number} discs @param {boolean} isBest @param {number} choices @param {ReviewStart} rules */
function expectedClass(loss, discs, isBest, choices, rules) {
  const found = classBy(loss, isBest, choices, rules.thresholds);
  return found === "good" && discs >= rules.wasteful_discs ? "wasteful" : found;
}

/**
 * @param {number} loss
 * @param {boolean} isBest
 * @param {number} choices
 * @param {(Threshold | DiscThreshold)[]} thresholds worst first
 * @returns {MoveClass}
 */
function classBy(loss, isBest, choices, thresholds) {
  if (choices < 2) return "forced";
  return isBest ? "best" : (thresholds.find(({ least }) => loss >= least)?.name ?? "good");
}

/**
 * The one class by which a move is called on the whole page. Who counts discs still hears of a lost game, and who
 * counts chances of wasted discs.
 * @param {ReviewedMoveReply} move
 * @param {Lead} lead
 * @returns {MoveClass}
 */
export function classOf(move, lead) {
  const [first, second] = lead === "discs" ? [move.disc_class, move.move_class] : [move.move_class, move.disc_class];
  return first === "good" && ["mistake", "blunder"].includes(second) ? second : first;
}

/** What it lost, by what the user counts. @param {ReviewedMoveReply} move @param {Lead} lead */
export const lossOf = (move, lead) => (lead === "discs" ? move.disc_loss : move.loss);
