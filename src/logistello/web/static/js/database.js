/** What was played here in the games of the library. */
import { get } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { percent, score, whole } from "./format.js";
import { moveHead, positionView } from "./position_view.js";
import { listed, t } from "./texts.js";
/**
 * @import { NextMove, StatisticsReply, YearResults } from "../../api_types.d.ts"
 * @import { Tab } from "./analysis.js"
 * @import { App } from "./main.js"
 */

/** @param {App} app @returns {Tab} */
export function databaseTab(app) {
  const element = h("div", { class: "database-tab" });
  const view = statisticsView(app, element, true);
  return { element, show: view.show };
}

/**
 * Used by the library too.
 * @param {App} app
 * @param {HTMLElement} element
 * @param {boolean} withLink to the games themselves
 */
export function statisticsView({ session, actions }, element, withLink) {
  /** @param {StatisticsReply} reply */
  function content(reply) {
    if (!reply.games)
      return [
        h("p", { class: "quiet" }, t("database.none")),
        withLink ? button("database.import", () => session.enter("library")) : null,
      ];
    const players = reply.players.filter((name) => /[^?\s]/.test(name));
    const rows = reply.moves.map((move) =>
      h(
        "tr",
        {},
        moveHead(session, move.move),
        h("td", {}, whole(move.games)),
        h("td", {}, results(move)),
        h("td", {}, move.mean_score === null ? "" : score(move.mean_score)),
      ),
    );
    return [
      h(
        "p",
        { class: "facts" },
        t("database.head", { n: reply.games, mean: reply.mean_score === null ? "–" : score(reply.mean_score) }),
      ),
      results(reply),
      h(
        "table",
        { class: "numbers" },
        h(
          "thead",
          {},
          h("tr", {}, ...["move", "games", "results", "mean"].map((key) => h("th", { scope: "col" }, t(key)))),
        ),
        h("tbody", {}, ...rows),
      ),
      reply.years.length > 1 ? byYear(reply) : null,
      players.length
        ? h("p", { class: "quiet small" }, t("database.players", { players: listed(players.slice(0, 5)) }))
        : null,
      withLink ? button("database.games", () => actions.gamesHere()) : null,
    ];
  }

  return positionView(
    session,
    element,
    (position, signal) => get(`/api/games/statistics?position=${position}`, signal),
    content,
  );
}

/** How often, and with which results, from year to year. @param {StatisticsReply} reply */
function byYear(reply) {
  const rows = reply.years.map((each) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(each.year)),
      h("td", {}, whole(each.games)),
      h("td", {}, results(each)),
      h("td", {}, each.mean_score === null ? "" : score(each.mean_score)),
    ),
  );
  const head = ["year", "games", "results", "mean"].map((key) => h("th", { scope: "col" }, t(key)));
  return h(
    "details",
    { class: "by-year" },
    h("summary", {}, t("database.years")),
    h("table", { class: "numbers" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)),
  );
}

/** Black's wins, draws, White's wins as a bar. @param {StatisticsReply | NextMove | YearResults} tally */
export function results(tally) {
  const known = tally.black_wins + tally.draws + tally.white_wins || 1;
  const [black, draw, white] = [tally.black_wins, tally.draws, tally.white_wins].map((n) => n / known);
  const parts = [h("i", { class: "black" }), h("i", { class: "draw" }), h("i", { class: "white" })];
  [black, draw, white].forEach((share, index) => {
    parts[index].style.width = `${100 * share}%`;
  });
  const words = t("results.label", { black: percent(black), draw: percent(draw), white: percent(white) });
  return h("span", { class: "results", role: "img", "aria-label": words, title: words }, ...parts);
}
