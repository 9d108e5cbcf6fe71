/** What was played here in the games of the library. */
import { get } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { percent, score, whole } from "./format.js";
import { moveHead, positionView } from "./position_view.js";
import { listed, t } from "./texts.js";
/**
 * @import { NextMove, StatisticsReply } from "../../api_types.d.ts"
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

/** Black's wins, draws, White's wins as a bar. @param {StatisticsReply | NextMove} tally */
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
