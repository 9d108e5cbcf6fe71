/** Scales of the graphs: small differences get the room, large ones still fit. */

/** Discs up to which a scale is nearly even; beyond, each doubling takes the same room. */
const EVEN = 6;
const LIMITS = [8, 12, 16, 24, 32, 48, 64];
const TICKS = [64, 48, 32, 24, 16, 12, 8, 4];
/** Pixels that a number needs. */
const ROOM = 15;

/** @param {number} discs */
const bent = (discs) => Math.sign(discs) * Math.log1p(Math.abs(discs) / EVEN);

/**
 * @param {number} largest discs that must fit
 * @param {number} top
 * @param {number} bottom pixels
 */
export function discScale(largest, top, bottom) {
  const most = LIMITS.find((each) => each >= largest) ?? 64;
  const half = (bottom - top) / 2;
  const y = (/** @type {number} */ discs) =>
    top + half - (half * bent(Math.max(-most, Math.min(most, discs)))) / bent(most);
  const ticks = [0];
  let last = -Infinity;
  for (const tick of TICKS.filter((each) => each <= most)) {
    if (y(tick) - last < ROOM || y(0) - y(tick) < ROOM) continue;
    last = y(tick);
    ticks.push(tick, -tick);
  }
  return { most, y, ticks };
}

/** An even scale from nothing upwards. @param {number} largest @param {number} top @param {number} bottom */
export function lossScale(largest, top, bottom) {
  const step = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100].find((each) => 4 * each >= largest) ?? 100;
  const most = step * Math.max(1, Math.ceil(largest / step));
  const y = (/** @type {number} */ lost) => bottom - ((bottom - top) * lost) / most;
  return { most, y, ticks: Array.from({ length: Math.round(most / step) + 1 }, (_, n) => n * step) };
}
