/** Numbers and dates as people read them, in their language. */
import { locale, t } from "./texts.js";

/** One formatter for each number of digits: making one takes longer than using it. @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();
const shares = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
const groups = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const large = new Intl.NumberFormat(locale, { notation: "compact" });
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** @param {number} number @param {number} [digits] after the point */
export function decimal(number, digits = 1) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  const format = formats.get(digits) ?? new Intl.NumberFormat(locale, options);
  formats.set(digits, format);
  // Rounded as everywhere else on the page: Intl and toFixed disagree about halves.
  return format.format(Number(number.toFixed(digits)));
}

/**
 * Discs with a sign: +3.2, −0.5, 0.0; exact scores are whole.
 * @param {number} discs
 * @param {boolean} [exact]
 * @param {number} [digits]
 */
export function score(discs, exact = false, digits = 1) {
  const shown = exact ? 0 : digits;
  const zero = Number(Math.abs(discs).toFixed(shown)) === 0;
  return `${zero ? "" : discs > 0 ? "+" : "−"}${decimal(Math.abs(discs), shown)}`;
}

/**
 * Discs between two values as they are shown, so that the numbers on the page agree.
 * @param {number} better
 * @param {number} worse
 * @param {boolean} [exact]
 */
export function lost(better, worse, exact = false) {
  const digits = exact ? 0 : 1;
  const discs = Math.abs(Number(better.toFixed(digits)) - Number(worse.toFixed(digits)));
  return Number(discs.toFixed(digits));
}

/** The same as text. @param {number} better @param {number} worse @param {boolean} [exact] */
export const loss = (better, worse, exact = false) => decimal(lost(better, worse, exact), exact ? 0 : 1);

/** @param {number} share 0 to 1 */
export const percent = (share) => shares.format(share);

/** Chances that were lost; cut off, as 9.7 % is not yet the 10 % of a mistake. @param {number} share 0 to 1 */
export const lostShare = (share) => shares.format(Math.floor(100 * share + 1e-6) / 100);

/** All digits, in groups: 10,617. @param {number} count */
export const whole = (count) => groups.format(count);

/** 1 234 567 as 1.2M. @param {number} count */
export const count = (count) => (count < 10_000 ? decimal(count, 0) : large.format(count));

/** A day as 2026-11-17, or whatever else a game has for a date. @param {string} date */
export function day(date) {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  return Number.isNaN(time) ? date : days.format(time);
}

/** @param {number} seconds */
export function clock(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return decimal(left);
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
}

/** Black's points and White's, as "40 – 24". @param {number | null} blackScore */
export function points(blackScore) {
  if (blackScore === null) return "·";
  const black = (64 + blackScore) / 2;
  return Number.isInteger(black) ? `${black} – ${64 - black}` : score(blackScore);
}

/** In a sentence. @param {string} move */
export const moveName = (move) => (move === "pass" ? t("pass") : move);

/** One after the other, a pass as a dash. @param {string[]} moves */
export const lineText = (moves) => moves.map((move) => (move === "pass" ? "–" : move)).join(" ");

/** @param {string} position @returns {string} */
export const turnName = (position) => t(position.endsWith("X") ? "black" : "white");
