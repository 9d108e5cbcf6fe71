/** The report on paper: summary, graph, diagrams of the mistakes, all moves. */
import { diagram } from "./diagram.js";
import { byId, h } from "./dom.js";
import { loss, percent, points, score } from "./format.js";
import { phases, sideCard } from "./review_panel.js";
import { classingText, summaryText } from "./sentences.js";
import { t } from "./texts.js";

/** @param {import("./types.js").App} app */
export function fillReport({ session, review }) {
  const { summary, line } = review;
  if (!summary) return;
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
      [session.names.date, session.names.place, summary.opening, last.state.over ? points(last.state.black_score) : ""]
        .filter(Boolean)
        .join(" · "),
    ),
    h("p", {}, summaryText(summary)),
    h(
      "div",
      { class: "sides" },
      sideCard(summary.black, session.names.black),
      sideCard(summary.white, session.names.white),
    ),
    phases(summary),
    h("h2", {}, t("graph")),
    graph,
    h("h2", {}, t("review.mistakes")),
    h("div", { class: "report-mistakes" }, ...review.mistakes.map(mistake)),
    h("h2", {}, t("moves")),
    table(line),
    h("p", { class: "small" }, classingText(review)),
  );
}

/** @param {import("./types.js").GameNode} node */
function mistake(node) {
  const slip = /** @type {import("./types.js").ReviewedMove} */ (node.review);
  const before = /** @type {import("./types.js").GameNode} */ (node.parent);
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
      h("b", {}, `${slip.number}. ${slip.played}`),
      ` ${t(slip.mover)}, ${t(`class.${slip.move_class}`)}. `,
      t("review.better", { best: slip.best, discs: loss(slip.disc_loss), expected: percent(slip.loss) }),
    ),
  );
}

/** @param {import("./types.js").GameNode[]} line */
function table(line) {
  const rows = line
    .filter((node) => node.review)
    .map((node) => {
      const move = /** @type {import("./types.js").ReviewedMove} */ (node.review);
      return h(
        "tr",
        { class: move.move_class },
        h("td", {}, String(move.number)),
        h("td", {}, h("span", { class: `chip ${move.mover}` })),
        h("td", {}, move.played),
        h("td", {}, score(move.score, move.exact)),
        h("td", {}, move.disc_loss > 0.05 ? move.best : ""),
        h("td", {}, move.disc_loss > 0.05 ? loss(move.disc_loss) : ""),
        h("td", {}, ["best", "good"].includes(move.move_class) ? "" : t(`class.${move.move_class}`)),
      );
    });
  const head = ["number", "side", "move", "value", "best", "loss", "class"].map((key) =>
    h("th", { scope: "col" }, t(`report.${key}`)),
  );
  return h("table", { class: "report-moves" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}
