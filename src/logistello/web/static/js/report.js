/** The report on paper: summary, graph, diagrams of the mistakes, all moves. */
import { diagram } from "./diagram.js";
import { byId, h } from "./dom.js";
import { day, loss, points, score } from "./format.js";
import { nameOf, words } from "./mistakes.js";
import { phases, sideCard, sidesOf } from "./review_panel.js";
import { turningPoints } from "./review_summary.js";
import { classingText, summaryText } from "./sentences.js";
import { t } from "./texts.js";
/**
 * @import { ReviewedMoveReply } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

/** @param {App} app */
export function fillReport(app) {
  const { session, review } = app;
  const { summary, line, rules } = review;
  if (!summary || !rules) return;
  const sides = sidesOf(app, rules);
  const last = line[line.length - 1];
  const graph = /** @type {Element} */ (document.querySelector("svg.graph")).cloneNode(true);
  byId("report").replaceChildren(
    h(
      "h1",
      {},
      t("report.title", { black: session.names.black || t("black"), white: session.names.white || t("white") }),
    ),
    h(
      "p",
      {},
      [day(session.names.date ?? ""), session.names.place, summary.opening, last.state.over ? points(last.state.black_score) : ""]
        .filter(Boolean)
        .join(" · "),
    ),
    h("p", {}, summaryText(app, sides, turningPoints(review.moves, rules))),
    h("div", { class: "sides" }, ...sides.map((side) => sideCard(app, side))),
    phases(app, sides),
    h("h2", {}, t("graph")),
    graph,
    h("h2", {}, t("review.mistakes")),
    h("div", { class: "report-mistakes" }, ...review.mistakes.map((node) => mistake(app, node))),
    h("h2", {}, t("moves")),
    table(app),
    h("p", { class: "small" }, classingText(rules)),
  );
}

/** @param {App} app @param {GameNode} node */
function mistake(app, node) {
  const slip = /** @type {ReviewedMoveReply} */ (node.review);
  const before = /** @type {GameNode} */ (node.parent);
  return h(
    "figure",
    {},
    diagram(before.state.position, [
      { square: slip.played, kind: "played" },
      { square: slip.best, kind: "best" },
    ]),
    h(
      "figcaption",
      {},
      h(
        "b",
        {},
        t("mistake.title", { ...words(slip), class: t(`class.${app.review.classOf(node)}`), name: nameOf(app, slip) }),
      ),
      " ",
      t("mistake.values", words(slip)),
    ),
  );
}

/** @param {App} app */
function table({ review }) {
  const rows = review.line
    .filter((node) => node.review)
    .map((node) => {
      const move = /** @type {ReviewedMoveReply} */ (node.review);
      return h(
        "tr",
        { class: review.classOf(node) },
        h("td", {}, String(move.number)),
        h("td", {}, h("span", { class: `chip ${move.mover}` })),
        h("td", {}, move.played),
        h("td", {}, score(move.score, move.exact)),
        h("td", {}, move.disc_loss > 0.05 ? move.best : ""),
        h("td", {}, move.disc_loss > 0.05 ? loss(move.best_score, move.score, move.exact) : ""),
        h("td", {}, ["best", "good"].includes(review.classOf(node)) ? "" : t(`class.${review.classOf(node)}`)),
      );
    });
  const head = ["number", "side", "move", "value", "best", "loss", "class"].map((key) =>
    h("th", { scope: "col" }, t(`report.${key}`))
  );
  return h("table", { class: "report-moves" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}
