/** The game with its variations: positions as the server described them, and what is known of their values. */
/** @import { BoardMark, MoveValue, PositionState, ReviewedMoveReply } from "../../api_types.d.ts" */

/**
 * @typedef {PositionState["turn"]} Color
 * @typedef {{black: number, low: number, high: number, depth: number, exact: boolean}} NodeValue discs for Black
 */

/** A position and how it was reached. */
export class GameNode {
  /**
   * @param {PositionState} state
   * @param {GameNode | null} parent
   */
  constructor(state, parent) {
    this.state = state;
    this.parent = parent;
    /** @type {number} moves made, passes included */
    this.ply = 0;
    /** @type {number} moves made, passes not counted */
    this.number = 0;
    this.opening = state.opening ?? parent?.opening ?? null;
    /** @type {GameNode[]} the first one is the main line */
    this.children = [];
    /** @type {GameNode | null} where "forward" leads: the child that was seen last */
    this.next = null;
    /**
     * The record of this position: what the surest analysis says of its moves. All of it comes from one analysis, and
     * everything that the page shows of the position comes from here.
     * @type {Map<string, MoveValue>}
     */
    this.values = new Map();
    /** @type {NodeValue | null} */
    this.value =
      state.black_score === null
        ? null
        : { black: state.black_score, low: state.black_score, high: state.black_score, depth: 60, exact: true };
    /** @type {ReviewedMoveReply | null} of the move that led here */
    this.review = null;
    /** What people say of this position; at the start, of the game. */
    this.comment = "";
    /** @type {BoardMark[]} what they drew on it */
    this.marks = [];
    this.nodes = 0;
    this.seconds = 0;
    this.settled = false;
    parent?.adopt(this);
  }

  /** @param {GameNode} child */
  adopt(child) {
    child.ply = this.ply + 1;
    child.number = this.number + (child.state.move === "pass" ? 0 : 1);
    this.children.push(child);
    this.next ??= child;
  }

  /** @param {string} move */
  child(move) {
    return this.children.find((child) => child.state.move === move) ?? null;
  }

  /** From the start to here. @returns {GameNode[]} */
  path() {
    const found = [];
    for (let node = /** @type {GameNode | null} */ (this); node; node = node.parent) found.push(node);
    return found.reverse();
  }

  /** Onwards along what was seen last. @returns {GameNode} */
  tip() {
    let node = /** @type {GameNode} */ (this);
    while (node.next) node = node.next;
    return node;
  }

  /** The first children from here on, this node included. */
  mainLine() {
    const found = [/** @type {GameNode} */ (this)];
    while (found[found.length - 1].children.length) found.push(found[found.length - 1].children[0]);
    return found;
  }

  /** Moves from the start to here, passes left out: readers put them back. */
  moves() {
    return this.path()
      .slice(1)
      .map((node) => /** @type {string} */ (node.state.move))
      .filter((move) => move !== "pass");
  }

  /** The same with passes, as "pa". */
  transcript() {
    return this.path()
      .slice(1)
      .map((node) => /** @type {string} */ (node.state.move).slice(0, 2))
      .join("");
  }

  get noted() {
    return this.comment !== "" || this.marks.length > 0;
  }

  /** Everything that follows, this node first. @returns {GameNode[]} */
  all() {
    return [this, ...this.children.flatMap((child) => child.all())];
  }

  /** Known moves, best first. */
  ranked() {
    return [...this.values.values()].sort((a, b) => b.score - a.score || b.depth - a.depth);
  }

  /**
   * Takes in what one analysis says, all of it or nothing: values of different depths cannot be compared.
   * @param {MoveValue[]} moves best first
   * @returns {boolean} whether the record has changed
   */
  learn(moves) {
    if (!moves.length || (this.values.size && sureness(moves) < sureness(this.ranked()))) return false;
    this.values = new Map(moves.map((value) => [value.move, value]));
    this.value = valueForBlack(this.ranked()[0], this.state.turn);
    return true;
  }

  /** The value alone, where there is no record. @param {NodeValue} value */
  learnValue(value) {
    if (this.values.size) return;
    if (!this.value || value.exact || (!this.value.exact && value.depth >= this.value.depth)) this.value = value;
  }

  /** Takes this move and all that follow out of the tree. */
  cut() {
    if (!this.parent) return;
    const siblings = this.parent.children;
    siblings.splice(siblings.indexOf(this), 1);
    if (this.parent.next === this) this.parent.next = siblings[0] ?? null;
  }
}

/** Of a whole analysis: that of its best move; of two that are equal the one that knows more moves. @param {MoveValue[]} moves */
const sureness = ([best, ...others]) => (best.exact ? 1e6 : best.depth * 1000 + best.confidence) + others.length / 100;

/**
 * @param {MoveValue} value
 * @param {Color} turn
 * @returns {NodeValue}
 */
export function valueForBlack(value, turn) {
  const sign = turn === "black" ? 1 : -1;
  const { low, high } = value.exact || !value.outlook ? { low: value.score, high: value.score } : value.outlook;
  return {
    black: sign * value.score,
    low: Math.min(sign * low, sign * high),
    high: Math.max(sign * low, sign * high),
    depth: value.depth,
    exact: value.exact,
  };
}

/** A game of one line for the server: a transcript, or GGF where the start is not the usual one.
 * @param {GameNode} node the last position
 * @param {boolean} usualStart
 */
export function gameText(node, usualStart) {
  if (usualStart) return node.moves().join("");
  const path = node.path();
  const moves = path
    .slice(1)
    .map((each) => `${each.state.mover === "black" ? "B" : "W"}[${each.state.move}]`)
    .join("");
  return path.length === 1
    ? path[0].state.position
    : `(;GM[Othello]PB[]PW[]TY[8]BO[8 ${path[0].state.position}]${moves};)`;
}
