/** A game as an animated GIF, written here: eight colours and the format's own compression need no library. */
import { indexOf } from "./squares.js";
/** @import { GameNode } from "./tree.js" */

const CELL = 26;
const EDGE = 10;
const SIZE = 8 * CELL + 2 * EDGE;
const [FRAME, FELT, GRID, BLACK, WHITE, LAST] = [0, 1, 2, 3, 4, 5];
const PALETTE = ["16241d", "2a7a56", "0d3322", "101412", "fbfaf4", "e0452f", "000000", "000000"];
const BITS = 3;
const MOST_CODES = 4096;
/** Hundredths of a second. */
const DELAY = 60;
const LAST_DELAY = 300;

/** @param {GameNode[]} line positions one after the other @returns {Blob} */
export function animation(line) {
  const word = (/** @type {number} */ value) => [value & 255, value >> 8];
  const text = (/** @type {string} */ letters) => [...letters].map((letter) => letter.charCodeAt(0));
  const colors = PALETTE.flatMap((color) => [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16)));
  const parts = [
    Uint8Array.from([...text("GIF89a"), ...word(SIZE), ...word(SIZE), 0xf0 | (BITS - 1), 0, 0, ...colors]),
    Uint8Array.from([0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0]), // for ever
  ];
  line.forEach((node, index) => {
    const delay = index === line.length - 1 ? LAST_DELAY : DELAY;
    parts.push(
      Uint8Array.from([0x21, 0xf9, 4, 0, ...word(delay), 0, 0]),
      Uint8Array.from([0x2c, 0, 0, 0, 0, ...word(SIZE), ...word(SIZE), 0, BITS]),
      ...blocks(compressed(picture(node.state.position, node.state.move))),
    );
  });
  return new Blob([...parts, Uint8Array.from([0x3b])], { type: "image/gif" });
}

/** @param {string} position @param {string | null} last */
function picture(position, last) {
  const pixels = new Uint8Array(SIZE * SIZE).fill(FRAME);
  const marked = last && last !== "pass" ? indexOf(last) : -1;
  for (let y = 0; y < 8 * CELL; y += 1)
    for (let x = 0; x < 8 * CELL; x += 1) {
      const square = 8 * Math.floor(y / CELL) + Math.floor(x / CELL);
      const away = Math.hypot((x % CELL) + 0.5 - CELL / 2, (y % CELL) + 0.5 - CELL / 2);
      const cell = position[square];
      let color = x % CELL === 0 || y % CELL === 0 ? GRID : FELT;
      if (cell !== "-" && away < 0.42 * CELL) color = cell === "X" ? BLACK : WHITE;
      if (square === marked && away < 0.12 * CELL) color = LAST;
      pixels[SIZE * (y + EDGE) + x + EDGE] = color;
    }
  return pixels;
}

/** As GIF wants it (LZW): codes stand for sequences seen before and get longer. @param {Uint8Array} pixels */
function compressed(pixels) {
  const clear = 1 << BITS;
  const end = clear + 1;
  const out = [];
  let [width, next, held, count] = [BITS + 1, end + 1, 0, 0];
  let known = new Map();
  const emit = (/** @type {number} */ code) => {
    held |= code << count;
    for (count += width; count >= 8; count -= 8) {
      out.push(held & 255);
      held >>>= 8;
    }
  };
  emit(clear);
  let sequence = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const key = sequence * 8 + pixel;
    const code = known.get(key);
    if (code !== undefined) {
      sequence = code;
      continue;
    }
    emit(sequence);
    sequence = pixel;
    if (next === MOST_CODES) {
      emit(clear);
      known = new Map();
      [width, next] = [BITS + 1, end + 1];
    } else {
      if (next === 1 << width) width += 1;
      known.set(key, next);
      next += 1;
    }
  }
  emit(sequence);
  emit(end);
  if (count) out.push(held & 255);
  return Uint8Array.from(out);
}

/** In pieces of at most 255 bytes, each with its length, and an empty one. @param {Uint8Array<ArrayBuffer>} data */
function blocks(data) {
  const found = [];
  for (let at = 0; at < data.length; at += 255) {
    const piece = data.subarray(at, at + 255);
    found.push(Uint8Array.from([piece.length]), piece);
  }
  return [...found, Uint8Array.from([0])];
}
