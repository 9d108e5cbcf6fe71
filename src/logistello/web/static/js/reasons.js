/** Why one move is better than another: asked with the lines and values that the page shows, told in players' words. */
import { post } from "./api.js";
import { loss, lost, score } from "./format.js";
import { t } from "./texts.js";
/**
 * @import { ReasonReply, WhyReply, WhyRequest } from "../../api_types.d.ts"
 * @import { GameNode } from "./tree.js"
 */

/**
 * @param {GameNode} node
 * @param {string} move
 * @param {string} other
 * @param {AbortSignal} [signal]
 * @returns {Promise<WhyReply>}
 */
export function askWhy(node, move, other, signal) {
  const [first, second] = [node.values.get(move), node.values.get(other)];
  /** @type {WhyRequest} */
  const body = { position: node.state.position, line: move, other };
  // Without both values in the record the server has to search for them.
  if (first && second) {
    Object.assign(body, {
      line: first.pv.join(" "),
      other: second.pv.join(" "),
      line_score: first.score,
      other_score: second.score,
    });
  }
  return post("/api/why", body, signal);
}

/** Whether both lines of a comparison are played out: then their results are the reason. @param {WhyReply} reply */
export const isSolved = (reply) => reply.reasons.some((reason) => reason.kind === "score");

/** Which move is better, and by how much. @param {WhyReply} reply */
export function verdictText({ better, worse, turn, reasons }) {
  const exact = reasons.some((reason) => reason.kind === "score");
  const values = {
    move: better.move,
    other: worse.move,
    value: score(better.score, exact),
    less: score(worse.score, exact),
    color: t(turn),
    discs: loss(better.score, worse.score, exact),
    n: lost(better.score, worse.score, exact),
  };
  return t(values.n === 0 ? "why.same" : "why.better", values);
}

/** @param {ReasonReply} reason @param {WhyReply} reply */
export function reasonText(reason, { better, worse, turn }) {
  const event = ["corner", "x_square", "wedge", "pass"].includes(reason.kind);
  return t(event ? `reason.${reason.kind}.${reason.line}` : `reason.${reason.kind}`, {
    move: better.move,
    other: worse.move,
    color: t(turn),
    opponent: t(turn === "black" ? "white" : "black"),
    square: reason.squares[0],
    own: reason.better.own,
    theirs: reason.better.opponent,
    lessOwn: reason.worse.own,
    lessTheirs: reason.worse.opponent,
  });
}

/** @param {WhyReply} reply */
export function reasonTexts(reply) {
  return reply.reasons.length
    ? reply.reasons.map((reason) => reasonText(reason, reply))
    : lost(reply.better.score, reply.worse.score) === 0
    ? []
    : [t("why.flat")];
}
