/** Sentences made of the server's numbers, so that they can be translated like everything else. */
import { percent, score } from "./format.js";
import { t } from "./texts.js";

/** Discs below which a part of the board is not worth a word. */
const LEAST_SHARE = 0.05;
const MOST_REASONS = 3;

/** One or two sentences about a reviewed game. @param {import("./types.js").ReviewSummary} summary */
export function summaryText(summary) {
  const [turn] = [...summary.turning_points].sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing));
  return [
    sideText(summary.black),
    sideText(summary.white),
    turn ? t("summary.turn", { number: turn.number, move: turn.played, color: t(turn.mover) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {import("./types.js").SideSummary} side */
function sideText(side) {
  const worst = [...side.phases].sort((a, b) => b.discs - a.discs)[0];
  const values = {
    color: t(side.color),
    discs: side.disc_loss.toFixed(0),
    most: worst?.discs.toFixed(0),
    when: worst ? t(`summary.in.${worst.phase}`) : "",
    accuracy: side.accuracy?.toFixed(0),
  };
  const lost = t(Number(values.most) && Number(values.discs) ? "summary.phase" : "summary.lost", values);
  return side.accuracy === null ? lost : `${lost} ${t("summary.accuracy", values)}`;
}

/** How moves are classed. @param {import("./review.js").Review} review */
export function classingText({ thresholds, accuracyScale }) {
  const names = [...thresholds]
    .sort((a, b) => a.least - b.least)
    .map(({ name, least }) => `${t(`class.${name}`)} ${percent(least)}`);
  return t("review.explanation", { names: names.join(", "), scale: percent(accuracyScale) });
}

/** Why a position, or one move against another, has its value. @param {any} reply @param {string} line @param {string} other */
export function whyText(reply, line, other) {
  const told = reply.regions
    .filter((/** @type {any} */ each) => Math.abs(each.discs) >= LEAST_SHARE)
    .slice(0, MOST_REASONS)
    .map((/** @type {any} */ each) => `${t(`region.${each.region}`)} ${score(each.discs)}`);
  const reasons = told.join(", ") || t("why.flat");
  if (reply.other_value !== null)
    return t(reply.value >= 0 ? "why.more" : "why.less", {
      line,
      other,
      value: Math.abs(reply.value).toFixed(1),
      reasons,
    });
  return t(line ? "why.after" : "why.here", { line, value: score(reply.value), reasons });
}

/** What an opponent can do. @param {{depth: number | null, seconds: number | null, exact_empties: number, errs: boolean}} level */
export function levelText(level) {
  if (level.depth === null) return t("level.seconds", { n: level.seconds });
  return [
    t(level.depth === 1 ? "level.depth.one" : "level.depth", { n: level.depth }),
    level.exact_empties ? t("level.exact", { n: level.exact_empties }) : "",
    level.errs ? t("level.errs") : "",
  ]
    .filter(Boolean)
    .join(" ");
}
