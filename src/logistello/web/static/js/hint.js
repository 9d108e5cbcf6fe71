/** A hint that says why: the best move against the next best. */
import { lines, post } from "./api.js";
import { reasonTexts, verdictText } from "./reasons.js";
import { t, together } from "./texts.js";
/** @import { PositionState, ValuesMessage } from "../../api_types.d.ts" */

const SECONDS = 0.7;

/** @param {PositionState} state of somebody who can move @returns {Promise<{move: string, text: string}>} */
export async function explainedHint(state) {
  const moves = state.legal.map((each) => each.move);
  if (moves.length === 1) return { move: moves[0], text: t("play.hint.only", { move: moves[0] }) };
  const [best, next] = await twoBest(state.position);
  const why = await post("/api/why", {
    position: state.position,
    line: best.pv.join(" "),
    other: next.pv.join(" "),
    line_score: best.score,
    other_score: next.score,
  });
  return { move: best.move, text: together(t("play.hint.text", { move: best.move }), verdictText(why), reasonTexts(why)[0]) };
}

/** @param {string} position */
async function twoBest(position) {
  /** @type {ValuesMessage["moves"]} */
  let found = [];
  const question = { position, seconds: SECONDS, best: 2 };
  for await (const message of lines("/api/analyse", question, new AbortController().signal)) found = message.moves;
  return [...found].sort((a, b) => b.score - a.score);
}
