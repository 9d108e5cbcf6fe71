/** Numbers as people read them. */
import { t } from "./texts.js";

/**
 * Discs with a sign: +3.2, −0.5, 0.0; exact scores are whole.
 * @param {number} discs
 * @param {boolean} [exact]
 * @param {number} [digits]
 */
export function score(discs, exact = false, digits = 1) {
  const text = Math.abs(discs).toFixed(exact ? 0 : digits);
  const zero = Number(text) === 0;
  return `${zero ? "" : discs > 0 ? "+" : "−"}${text}`;
}

/** Discs that were lost, without a sign. @param {number} discs */
export const loss = (discs) => Math.abs(discs).toFixed(1);

/** @param {number} share 0 to 1 */
export const percent = (share) => `${Math.round(100 * share)} %`;

/** 1 234 567 as 1.2 M. @param {number} count */
export function count(count) {
  if (count < 10_000) return String(count);
  const unit = count < 1e6 ? [1e3, "k"] : count < 1e9 ? [1e6, "M"] : [1e9, "G"];
  const value = count / Number(unit[0]);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit[1]}`;
}

/** @param {number} seconds */
export function clock(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return left.toFixed(1);
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
}

/** Black's points and White's, as "40 – 24". @param {number | null} blackScore */
export function points(blackScore) {
  if (blackScore === null) return "·";
  const black = (64 + blackScore) / 2;
  return Number.isInteger(black) ? `${black} – ${64 - black}` : score(blackScore);
}

/** @param {string} position @returns {string} */
export const turnName = (position) => t(position.endsWith("X") ? "black" : "white");
