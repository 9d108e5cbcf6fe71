/**
 * The rules, for a page whose server is away: what /api/position and /api/move say, of the notations that the page itself
 * writes. It is fetched when the server does not answer; tests compare it with the server's rules.
 */
/**
 * @import { GameState, NotationProblem, PositionReply, PositionState } from "../../api_types.d.ts"
 * @typedef {"X" | "O"} Side
 * @typedef {{cells: string, turn: Side}} Board 64 squares from a1 to h8, and who moves
 */

/** Of texts that only the server can read, and of moves that cannot be made. */
export class OfflineError extends Error {}

const START = `${"-".repeat(27)}OX------XO${"-".repeat(27)}`;
const NAMES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index % 8] + (1 + (index >> 3)));
const DIRECTIONS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [right, down])).filter(([right, down]) => right || down);
const COLOR = /** @type {const} */ ({ X: "black", O: "white" });
const GGF = /^\(;.*BO\[8 ([-XO]{64}) ([XO])\](.*);\)$/;
const MOST_MOVES = 150;

/**
 * What the server would answer.
 * @param {string} path @param {{text?: string, position?: string, move?: string}} question
 * @returns {PositionReply | PositionState}
 */
export function answer(path, { text = "", position = "", move = "" }) {
  return path === "/api/move" ? moved(position, move) : read(text.trim());
}

/** @param {string} text @returns {PositionReply} */
function read(text) {
  const ggf = GGF.exec(text);
  const bare = /^([-XO]{64}) ?([XO])$/.exec(text);
  const start = /** @type {Board} */ (
    ggf ? { cells: ggf[1], turn: ggf[2] } : bare ? { cells: bare[1], turn: bare[2] } : { cells: START, turn: "X" }
  );
  const moves = bare ? [] : ggf ? [...ggf[3].matchAll(/[BW]\[(\w+)\]/g)].map((found) => found[1]) : transcript(text);
  const { states, problem } = played(start, moves);
  const last = states[states.length - 1];
  /** The page has the words for it. @type {NotationProblem[]} */
  const errors = problem ? [{ message: problem, line: null, column: null }] : [];
  /** @type {GameState} */
  const game = {
    black: { name: "", rating: null },
    white: { name: "", rating: null },
    date: "",
    place: "",
    result: { black_score: last.black_score, ending: last.over ? "played" : "unfinished" },
    start: states[0].position,
    usual_start: start.cells === START && start.turn === "X",
    transcript: states
      .map((state) => state.move)
      .filter((move) => move && move !== "pass")
      .join(""),
    opening: null,
    positions: states,
    variations: [],
    notes: [],
  };
  return { format: "offline", count: 1, games: [], game, errors, notes: [] };
}

/** @param {string} text */
function transcript(text) {
  const words = text.toLowerCase().replace(/[\s.,;\d]*?([a-h][1-8]|pa(?:ss)?)/g, " $1").trim();
  const moves = words ? words.split(/\s+/) : [];
  if (moves.length > MOST_MOVES || !moves.every((move) => /^([a-h][1-8]|pa|pass)$/.test(move))) throw new OfflineError();
  return moves.map((move) => (move === "pa" ? "pass" : move));
}

/** The positions of a game; forced passes may be left out. @param {Board} board @param {string[]} moves */
function played(board, moves) {
  const states = [described(board, { ply: 0, move: null, before: null })];
  for (const move of moves) {
    if (move !== "pass" && states[states.length - 1].must_pass) board = follow("pass");
    if (!states[states.length - 1].legal.some((each) => each.move === move))
      return { states, problem: move };
    board = follow(move);
  }
  return { states, problem: "" };

  /** @param {string} move */
  function follow(move) {
    const after = play(board, move);
    states.push(described(after, { ply: states.length, move, before: board }));
    return after;
  }
}

/** @param {string} position @param {string} move */
function moved(position, move) {
  const found = /^([-XO]{64}) ?([XO])$/.exec(position);
  if (!found) throw new OfflineError();
  const before = /** @type {Board} */ ({ cells: found[1], turn: found[2] });
  if (!legal(before).some((each) => each.move === move)) throw new OfflineError();
  return described(play(before, move), { ply: 1, move, before });
}

/** @param {Board} board @param {string} move @returns {Board} */
function play({ cells, turn }, move) {
  const turned = new Set(move === "pass" ? [] : [NAMES.indexOf(move), ...flips({ cells, turn }, NAMES.indexOf(move))]);
  return { cells: [...cells].map((cell, index) => (turned.has(index) ? turn : cell)).join(""), turn: other(turn) };
}

/** @param {Side} turn @returns {Side} */
const other = (turn) => (turn === "X" ? "O" : "X");

/** The discs that a move would turn, in the order of the squares. @param {Board} board @param {number} square */
function flips({ cells, turn }, square) {
  if (cells[square] !== "-") return [];
  return DIRECTIONS.flatMap(([right, down]) => {
    const run = [];
    let [column, row] = [(square % 8) + right, (square >> 3) + down];
    while (column >= 0 && column < 8 && row >= 0 && row < 8) {
      const cell = cells[8 * row + column];
      if (cell === turn) return run;
      if (cell === "-") return [];
      run.push(8 * row + column);
      column += right;
      row += down;
    }
    return [];
  }).sort((a, b) => a - b);
}

/** @param {Board} board */
const squareMoves = (board) =>
  NAMES.map((move, square) => ({ move, flips: flips(board, square).map((each) => NAMES[each]), opening: null })).filter(
    (move) => move.flips.length,
  );

/** None if the game is over; only a pass if that is forced. @param {Board} board */
function legal(board) {
  const moves = squareMoves(board);
  if (moves.length || !squareMoves({ ...board, turn: other(board.turn) }).length) return moves;
  return [{ move: "pass", flips: [], opening: null }];
}

/**
 * @param {Board} board
 * @param {{ply: number, move: string | null, before: Board | null}} way how it came about
 * @returns {PositionState}
 */
function described(board, { ply, move, before }) {
  const moves = legal(board);
  const count = (/** @type {string} */ kind) => board.cells.split(kind).length - 1;
  const discs = { black: count("X"), white: count("O") };
  const empties = count("-");
  const lead = discs.black - discs.white;
  return {
    ply,
    move,
    mover: before && COLOR[before.turn],
    flipped: before && move && move !== "pass" ? flips(before, NAMES.indexOf(move)).map((each) => NAMES[each]) : [],
    position: `${board.cells} ${board.turn}`,
    turn: COLOR[board.turn],
    over: !moves.length,
    must_pass: moves[0]?.move === "pass",
    discs,
    empties,
    legal: moves,
    opening: null,
    // Empty squares count for the winner.
    black_score: moves.length ? null : lead + Math.sign(lead) * empties,
    value: null,
  };
}
