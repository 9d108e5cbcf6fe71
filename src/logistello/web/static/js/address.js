/** The address holds the state: game, variations, place, side of the board. Any analysis is a link. */
import { GameNode } from "./tree.js";
/**
 * @import { Session } from "./session.js"
 * @import { Settings } from "./settings.js"
 */

const PATHS = /** @type {Record<string, string>} */ ({
  analysis: "/",
  play: "/play",
  review: "/review",
  library: "/library",
});

/**
 * The mode that an address asks for. One that asks for nothing gets what was used last: at first, a game.
 * @param {Settings} settings
 */
export function modeOfPath(settings) {
  const { pathname, hash } = location;
  if (pathname === "/" && hash.length < 2) return settings.get("landing");
  return Object.keys(PATHS).find((mode) => mode !== "analysis" && PATHS[mode] === pathname) ?? "analysis";
}

/**
 * @param {Session} session
 * @param {number} orientation
 */
export function addressOf(session, orientation) {
  const { lines, hash } = linesOf(session.root);
  const parts = [];
  if (!session.usualStart) parts.push(`s=${session.root.state.position.replace(" ", "")}`);
  if (lines[0].length) parts.push(`g=${lines[0]}`);
  if (hash.length) parts.push(`v=${hash.join(",")}`);
  const tip = session.current.tip();
  const line = allLines(session.root).findIndex((each) => each.tip === tip);
  if (line > 0) parts.push(`l=${line}`);
  if (session.current.ply) parts.push(`p=${session.current.ply}`);
  if (orientation) parts.push(`o=${orientation}`);
  for (const side of /** @type {const} */ (["black", "white"]))
    if (session.names[side]) parts.push(`${side[0]}=${encodeURIComponent(session.names[side])}`);
  return (PATHS[session.mode] ?? "/") + (parts.length ? `#${parts.join("&")}` : "");
}

/**
 * Every line once: the main line first, then what leaves it, from the number of another line and a ply on.
 * @param {GameNode} root
 */
function allLines(root) {
  /** @type {{from: number, start: GameNode, tip: GameNode}[]} */
  const found = [{ from: 0, start: root, tip: root.mainLine().slice(-1)[0] }];
  for (let index = 0; index < found.length; index += 1) {
    for (const node of found[index].start.mainLine())
      for (const child of node.children.slice(1))
        found.push({ from: index, start: child, tip: child.mainLine().slice(-1)[0] });
  }
  return found;
}

/** @param {GameNode} root */
function linesOf(root) {
  const movesOf = (/** @type {GameNode[]} */ nodes) =>
    nodes
      .map((node) => node.state.move)
      .filter((move) => move && move !== "pass")
      .join("");
  const all = allLines(root);
  const lines = all.map((line) => movesOf(line.start.mainLine()));
  const hash = all
    .slice(1)
    .map((line, index) => `${line.from}.${/** @type {GameNode} */ (line.start.parent).number}.${lines[index + 1]}`);
  return { lines, hash };
}

/**
 * @param {string} hash
 * @returns {{start: string, moves: string, variations: {from: number, number: number, moves: string}[], line: number,
 *   ply: number | undefined, orientation: number | undefined, black: string, white: string}}
 */
export function parseHash(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (/** @type {string} */ name) =>
    /^\d{1,3}$/.test(given.get(name) ?? "") ? Number(given.get(name)) : undefined;
  const start = given.get("s") ?? "";
  return {
    start: start && `${start.slice(0, 64)} ${start.slice(64)}`,
    moves: given.get("g") ?? "",
    variations: (given.get("v") ?? "")
      .split(",")
      .filter(Boolean)
      .map((text) => {
        const [from, at, moves] = text.split(".");
        return { from: Number(from), number: Number(at), moves: moves ?? "" };
      }),
    line: number("l") ?? 0,
    ply: number("p") ?? (given.has("g") || given.has("s") ? 0 : undefined),
    orientation: number("o"),
    black: given.get("b") ?? "",
    white: given.get("w") ?? "",
  };
}
