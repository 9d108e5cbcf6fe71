/** Sentences made of numbers, so that they can be translated like everything else. */
import { decimal, percent } from "./format.js";
import { listed, t, together } from "./texts.js";
/**
 * @import { ReviewStart } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 * @import { Side, TurningPoint } from "./review_summary.js"
 */

/** One or two sentences about a reviewed game. @param {App} app @param {Side[]} sides @param {TurningPoint[]} turns */
export function summaryText({ session }, sides, turns) {
  const name = (/** @type {Side["color"]} */ color) => session.names[color] || t(color);
  const [turn] = [...turns].sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing));
  return together(
    ...sides.map((side) => sideText(side, name(side.color))),
    turn && t("summary.turn", { number: turn.move.number, move: turn.move.played, color: name(turn.move.mover) }),
  );
}

/** @param {Side} side @param {string} name */
function sideText(side, name) {
  const worst = [...side.phases].sort((a, b) => b.discs - a.discs)[0];
  const values = {
    color: name,
    discs: decimal(side.discs),
    most: decimal(worst?.discs ?? 0),
    accuracy: decimal(side.accuracy ?? 0, 0),
  };
  const somePhase = worst && values.most !== decimal(0);
  return together(
    t(somePhase ? `summary.phase.${worst.phase}` : "summary.lost", values),
    side.accuracy !== null && t("summary.accuracy", values),
  );
}

/** How moves are classed. @param {ReviewStart} rules */
export function classingText(rules) {
  const names = [...rules.thresholds]
    .filter(({ least }) => least > 0)
    .sort((a, b) => a.least - b.least)
    .map(({ name, least }) => `${t(`class.${name}`)} ${percent(least)}`);
  return t("review.explanation", { names: listed(names), scale: percent(rules.accuracy_scale) });
}

/** Number and name of an opponent. @param {{level: number, name: string}} level */
export const levelName = ({ level, name }) =>
  t("level.called", { level, name: t(`level.name.${name.replace(" ", "_")}`) });

/** What an opponent can do. @param {{depth: number | null, seconds: number | null, exact_empties: number, errs: boolean}} level */
export function levelText(level) {
  if (level.depth === null) return t("level.seconds", { n: level.seconds });
  return together(
    t("level.depth", { n: level.depth }),
    level.exact_empties > 0 && t("level.exact", { n: level.exact_empties }),
    level.errs && t("level.errs"),
  );
}
