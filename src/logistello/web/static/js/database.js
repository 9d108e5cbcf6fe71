/** What was played here in the games of the library. */
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { percent, score } from "./format.js";
import { positionView } from "./position_view.js";
import { t } from "./texts.js";

/** @param {import("./types.js").App} app @returns {import("./analysis.js").Tab} */
export function databaseTab(app) {
  const element = h("div", { class: "database-tab" });
  const view = statisticsView(app, element, true);
  return { element, show: view.show };
}

/**
 * Used by the library too.
 * @param {import("./types.js").App} app
 * @param {HTMLElement} element
 * @param {boolean} withLink to the games themselves
 */
export function statisticsView({ session, actions }, element, withLink) {
  /** @param {any} reply */
  function content(reply) {
    if (!reply.games)
      return [
        h("p", { class: "quiet" }, t("database.none")),
        withLink ? button("database.import", () => session.enter("library")) : null,
      ];
    const players = reply.players.filter((/** @type {string} */ name) => /[^?\s]/.test(name));
    const rows = reply.moves.map((/** @type {any} */ move) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            { class: "plain link", type: "button", title: move.opening, click: () => session.play(move.move) },
            move.move,
          ),
        ),
        h("td", {}, String(move.games)),
        h("td", {}, results(move)),
        h("td", {}, move.mean_score === null ? "" : score(move.mean_score)),
      ),
    );
    return [
      h(
        "p",
        { class: "facts" },
        t("database.head", { games: reply.games, mean: reply.mean_score === null ? "–" : score(reply.mean_score) }),
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
        ? h("p", { class: "quiet small" }, t("database.players", { players: players.slice(0, 5).join(", ") }))
        : null,
      withLink ? button("database.games", () => actions.gamesHere()) : null,
    ];
  }

  return positionView(session, element, "/api/games/statistics", "place game secret library", content);
}

/** Black's wins, draws, White's wins as a bar. @param {any} tally */
export function results(tally) {
  const known = tally.black_wins + tally.draws + tally.white_wins || 1;
  const [black, draw, white] = [tally.black_wins, tally.draws, tally.white_wins].map((n) => n / known);
  const bar = h(
    "span",
    {
      class: "results",
      role: "img",
      "aria-label": t("results.label", { black: percent(black), draw: percent(draw), white: percent(white) }),
    },
    h("i", { class: "black" }),
    h("i", { class: "draw" }),
    h("i", { class: "white" }),
  );
  bar.title = bar.getAttribute("aria-label");
  [black, draw, white].forEach((share, index) => {
    bar.children[index].style.width = `${100 * share}%`;
  });
  return bar;
}
