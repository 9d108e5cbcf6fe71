/** From an address back to the game it means. */
import { post } from "./api.js";
import { parseHash } from "./address.js";
import { toast } from "./notices.js";
import { refusalText } from "./refusals.js";
/**
 * @import { GameState } from "../../api_types.d.ts"
 * @import { Session } from "./session.js"
 */

/**
 * The main line only; `restoreRest` adds what else the address says.
 * @returns {Promise<GameState>}
 */
export async function gameOfAddress(hash = location.hash) {
  const given = parseHash(hash);
  const text = given.start ? await withStart(given.start, given.moves) : given.moves;
  const reply = await post("/api/position", { text });
  if (reply.errors.length) toast(refusalText(reply.errors[0]), "error");
  const game = reply.game;
  return {
    ...game,
    black: { ...game.black, name: given.black || game.black.name },
    white: { ...game.white, name: given.white || game.white.name },
  };
}

/** A position and moves as GGF; colours come from the server, move by move. @param {string} start @param {string} moves */
async function withStart(start, moves) {
  let position = start;
  let text = "";
  for (const move of moves.match(/../g) ?? []) {
    const read = (await post("/api/position", { text: position })).game.positions[0];
    if (read.must_pass) {
      const passed = await post("/api/move", { position, move: "pass" });
      text += `${passed.mover === "black" ? "B" : "W"}[pass]`;
      position = passed.position;
    }
    const next = await post("/api/move", { position, move });
    text += `${next.mover === "black" ? "B" : "W"}[${move}]`;
    position = next.position;
  }
  return text ? `(;GM[Othello]PB[]PW[]TY[8]BO[8 ${start}]${text};)` : start;
}

/**
 * @param {Session} session
 * @param {string} [hash]
 */
export async function restoreRest(session, hash = location.hash) {
  const given = parseHash(hash);
  const root = session.root;
  /** Moves of each line, without passes. @type {string[]} */
  const lines = [given.moves];
  const tips = [root.mainLine().slice(-1)[0]];
  for (const { from, number, moves } of given.variations) {
    const line = (lines[from] ?? "").slice(0, 2 * number) + moves;
    // A line that cannot be played is left out; its number stays taken.
    const tip = await session.addLine(given.start ? await withStart(given.start, line) : line).catch(() => tips[0]);
    if (session.root !== root) return;
    lines.push(line);
    tips.push(tip);
  }
  const path = (tips[given.line] ?? tips[0]).path();
  session.goTo(path[Math.min(given.ply ?? path.length - 1, path.length - 1)]);
}
