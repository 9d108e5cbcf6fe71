/** Names and places of squares, and the ways to turn a board. No rules. */

export const COLUMNS = "abcdefgh";
/** a1, b1, ... h8: the order of a position's text. */
export const SQUARES = [..."12345678"].flatMap((row) => [...COLUMNS].map((column) => column + row));
export const ORIENTATIONS = 4;

/** @param {string} name */
export const indexOf = (name) => COLUMNS.indexOf(name[0]) + 8 * (Number(name[1]) - 1);

/**
 * Where a square is shown. The four ways leave the usual start as it is: as it stands, half a turn, and mirrored at
 * either diagonal. Each is its own inverse.
 * @param {number} index 0 for a1 to 63 for h8
 * @param {number} orientation
 * @returns {{column: number, row: number}}
 */
export function placeOf(index, orientation) {
  const [x, y] = [index % 8, index >> 3];
  if (orientation === 1) return { column: 7 - x, row: 7 - y };
  if (orientation === 2) return { column: y, row: x };
  if (orientation === 3) return { column: 7 - y, row: 7 - x };
  return { column: x, row: y };
}

/**
 * @param {number} column
 * @param {number} row
 * @param {number} orientation
 */
export function indexAt(column, row, orientation) {
  const place = placeOf(column + 8 * row, orientation);
  return place.column + 8 * place.row;
}

/**
 * Names along the edges: [columns, rows].
 * @param {number} orientation
 */
export function edgeNames(orientation) {
  const along = [0, 1, 2, 3, 4, 5, 6, 7];
  const top = along.map((column) => SQUARES[indexAt(column, 0, orientation)]);
  const left = along.map((row) => SQUARES[indexAt(0, row, orientation)]);
  const lettersOnTop = top[0][1] === top[1][1];
  return [top.map((name) => name[lettersOnTop ? 0 : 1]), left.map((name) => name[lettersOnTop ? 1 : 0])];
}
