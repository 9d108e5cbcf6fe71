/** What the page is about: one game tree, a place in it, a mode, and what must stay hidden. */
import { post } from "./api.js";
import { Emitter } from "./emitter.js";
import { GameNode, gameText } from "./tree.js";
/**
 * @import { GameState, Note, PositionReply, Variation } from "../../api_types.d.ts"
 * @import { Color } from "./tree.js"
 */

/**
 * Emits "game" (another tree), "tree" (its shape changed), "place" (another position; detail: the one before),
 * "values" (a node), "notes" (comments or marks), "secret", "mode", "names".
 * @extends {Emitter<{game: undefined, notes: undefined, tree: undefined, place: GameNode | null, values: GameNode, secret: undefined, mode: undefined, names: undefined, turned: undefined, reviewed: undefined, library: undefined, clock: Record<Color, string>}>}
 */
export class Session extends Emitter {
  /** @param {GameState} game */
  constructor(game) {
    super();
    this.mode = "analysis";
    /** One key hides everything. */
    this.hidden = false;
    /** @type {Set<string>} who else wants the engine's knowledge hidden: a game in progress, a question */
    this.secrets = new Set();
    /** Asked before another game takes the place of this one. @type {() => Promise<boolean>} */
    this.mayReplace = async () => true;
    this.usualStart = true;
    this.given = 0;
    this.names = { black: "", white: "", date: "", place: "" };
    this.result = game.result;
    this.root = new GameNode(game.positions[0], null);
    /** @type {GameNode} */
    this.current = this.root;
    this.take(game);
  }

  /** @param {GameState} game */
  take(game) {
    this.usualStart = game.usual_start;
    /** Moves at the start that nobody chose, as in XOT. */
    this.given = 0;
    this.names = { black: game.black.name, white: game.white.name, date: game.date, place: game.place };
    this.result = game.result;
    this.root = new GameNode(game.positions[0], null);
    let node = this.root;
    for (const state of game.positions.slice(1)) node = new GameNode(state, node);
    this.current = this.root;
  }

  /**
   * Another game; refused (as an aborted request) if the one on the board must not be left, or if yet another comes.
   * @param {GameState} game
   * @param {number} [ply] where to stand; without it at the end of what is not finished, else at the start
   */
  async load(game, ply) {
    if (!(await this.mayReplace())) throw new DOMException("the game on the board goes on", "AbortError");
    this.take(game);
    const { root } = this;
    const line = this.line();
    const last = line[line.length - 1];
    this.current = line[Math.min(ply ?? (last.state.over ? 0 : last.ply), last.ply)];
    this.emit("game");
    this.emit("place", null);
    for (const variation of game.variations) {
      const text = this.usualStart ? withoutPasses(variation.before + variation.moves) : this.ggf(variation);
      await this.addLine(text).catch(() => {});
    }
    this.mustBe(root);
    this.takeNotes(game.notes);
  }

  /** Ends what was begun for a game whose place another one has taken meanwhile. @param {GameNode} root */
  mustBe(root) {
    if (this.root !== root) throw new DOMException("another game is on the board", "AbortError");
  }

  /** What was said of positions of this tree, and drawn on them. @param {Note[]} notes */
  takeNotes(notes) {
    const nodes = new Map(this.root.all().map((node) => [node.transcript(), node]));
    for (const { moves, comment, marks } of notes) {
      const node = nodes.get(moves ?? "");
      if (node) Object.assign(node, { comment: comment ?? "", marks: marks ?? [] });
    }
    if (notes.length) this.emit("notes");
  }

  /** @param {GameNode} node @param {{comment?: string, marks?: GameNode["marks"]}} change */
  annotate(node, change) {
    Object.assign(node, change);
    this.emit("notes");
  }

  /** @returns {Note[]} */
  notes() {
    const noted = this.root.all().filter((node) => node.noted);
    return noted.map((node) => ({ moves: node.transcript(), comment: node.comment, marks: node.marks }));
  }

  /** @param {Variation} variation */
  ggf(variation) {
    let color = this.root.state.turn === "black" ? "B" : "W";
    const moves = split(variation.before + variation.moves).map((move) => {
      const text = `${color}[${move}]`;
      color = color === "B" ? "W" : "B";
      return text;
    });
    return `(;GM[Othello]PB[]PW[]TY[8]BO[8 ${this.root.state.position}]${moves.join("")};)`;
  }

  /**
   * Puts a line that starts where this game starts into the tree; refused if another game has come meanwhile.
   * @param {string} text
   * @returns {Promise<GameNode>} its last position
   */
  async addLine(text) {
    const { root } = this;
    /** @type {PositionReply} */
    const reply = await post("/api/position", { text });
    this.mustBe(root);
    if (reply.game.positions[0].position !== root.state.position)
      throw new DOMException("a line of another start", "AbortError");
    /** @type {GameNode} */
    let node = root;
    for (const state of reply.game.positions.slice(1))
      node = node.child(/** @type {string} */ (state.move)) ?? new GameNode(state, node);
    this.emit("tree");
    return node;
  }

  /** Positions from the start over the current one to the end of its line. @returns {GameNode[]} */
  line() {
    return this.current.tip().path();
  }

  get atTip() {
    return this.current.next === null;
  }

  get secret() {
    return this.hidden || this.secrets.size > 0;
  }

  /** Why nothing is shown: key of the text. */
  get secretReason() {
    return this.hidden ? "hidden" : `secret.${[...this.secrets][0] ?? "play"}`;
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    this.emit("secret");
  }

  /** @param {string} who @param {boolean} wanted */
  keepSecret(who, wanted) {
    if (this.secrets.has(who) === wanted) return;
    if (wanted) this.secrets.add(who);
    else this.secrets.delete(who);
    this.emit("secret");
  }

  /** @param {string} mode */
  enter(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.emit("mode");
  }

  /** Whether a node belongs to this tree; what offers one may be older than the tree. @param {GameNode} node */
  holds(node) {
    const path = node.path();
    return path[0] === this.root && path.every((each) => !each.parent || each.parent.children.includes(each));
  }

  /** @param {GameNode} node */
  goTo(node) {
    if (node === this.current || !this.holds(node)) return;
    const before = this.current;
    for (const each of node.path()) if (each.parent) each.parent.next = each;
    this.current = node;
    this.emit("place", before);
  }

  /** @param {number} plies negative: back */
  step(plies) {
    const line = this.line();
    this.goTo(line[Math.max(0, Math.min(line.length - 1, this.current.ply + plies))]);
  }

  /** To the place before where another line leaves this one, or to the start. */
  toBranch() {
    let node = this.current.parent ?? this.current;
    while (node.parent && node.children.length < 2) node = node.parent;
    this.goTo(node);
  }

  /** The next of the moves that were tried here. @param {number} offset */
  switchLine(offset) {
    const siblings = this.current.parent?.children ?? [];
    const index = siblings.indexOf(this.current);
    if (siblings.length > 1) this.goTo(siblings[(index + offset + siblings.length) % siblings.length]);
  }

  /**
   * Makes a move here; a known one is only visited.
   * @param {string} move
   * @param {AbortSignal} [signal] of somebody who may change their mind meanwhile
   */
  async play(move, signal) {
    const from = this.current;
    const known = from.child(move);
    if (known) return this.goTo(known);
    const state = await post("/api/move", { position: from.state.position, move });
    if (this.current !== from || signal?.aborted) return undefined;
    const node = from.child(move) ?? new GameNode(state, from);
    from.next = node;
    this.emit("tree");
    return this.goTo(node);
  }

  /**
   * Moves that something on the page offers from a node, as a principal variation; none of them elsewhere.
   * @param {GameNode | null} node
   * @param {string[]} moves
   */
  async playFrom(node, moves) {
    for (const move of moves) {
      if (!node || this.current !== node) return;
      await this.play(move);
      node = node.child(move);
    }
  }

  /** Takes a move and what follows out. @param {GameNode} node */
  removeFrom(node) {
    if (!node.parent) return;
    const parent = node.parent;
    const stands = this.current.path().includes(node);
    node.cut();
    if (stands) this.goTo(parent);
    this.emit("tree");
  }

  /** Makes the line that leads to a node the main one. @param {GameNode} node */
  promote(node) {
    for (const each of node.path()) {
      const siblings = each.parent?.children;
      if (siblings) siblings.unshift(...siblings.splice(siblings.indexOf(each), 1));
    }
    this.emit("tree");
  }

  /** The game with all its lines, for files and the library; the current one comes first. */
  record(tip = this.current.tip()) {
    const others = this.root.all().filter((node) => !node.children.length && node !== tip && node !== this.root);
    return { text: this.text(tip), variations: others.map((node) => node.moves().join("")), notes: this.notes() };
  }

  /** The current line as a text for the server. */
  text(node = this.current.tip()) {
    return gameText(node, this.usualStart);
  }
}

/** @param {string} transcript */
const split = (transcript) => transcript.match(/../g) ?? [];

/** @param {string} transcript */
const withoutPasses = (transcript) =>
  split(transcript)
    .filter((move) => move !== "pa")
    .join("");
