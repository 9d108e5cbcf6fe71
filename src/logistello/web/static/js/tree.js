/** The game with its variations: positions as the server described them, and what is known of their values. */

/** @typedef {import("./types.js").MoveValue} MoveValue */

/** A position and how it was reached. */
export class GameNode {
  /**
   * @param {import("./types.js").PositionState} state
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
    /** @type {Map<string, MoveValue>} best knowledge of each move */
    this.values = new Map();
    /** @type {import("./types.js").NodeValue | null} */
    this.value =
      state.black_score === null
        ? null
        : { black: state.black_score, low: state.black_score, high: state.black_score, depth: 60, exact: true };
    /** @type {import("./types.js").ReviewedMove | null} of the move that led here */
    this.review = null;
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

  /** Everything that follows, this node first. @returns {GameNode[]} */
  all() {
    return [this, ...this.children.flatMap((child) => child.all())];
  }

  /** Known moves, best first. */
  ranked() {
    return [...this.values.values()].sort((a, b) => b.score - a.score || b.depth - a.depth);
  }

  /**
   * Takes in new values; none gives way to a less sure one. The server merges what one question finds: this is the
   * memory of the page, for a reader who comes back to a position.
   * @param {MoveValue[]} moves
   */
  learn(moves) {
    for (const value of moves) {
      const known = this.values.get(value.move);
      if (!known || sureness(value) >= sureness(known)) this.values.set(value.move, value);
    }
    const best = this.ranked()[0];
    if (best) this.learnValue(valueForBlack(best, this.state.turn));
  }

  /** @param {import("./types.js").NodeValue} value */
  learnValue(value) {
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

/** @param {MoveValue} value */
const sureness = (value) => (value.exact ? 1e6 : value.depth * 1000 + value.confidence);

/**
 * @param {MoveValue} value
 * @param {import("./types.js").Color} turn
 * @returns {import("./types.js").NodeValue}
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
