/** What the opening book says of the position, and how far it can be trusted. */
import { get } from "./api.js";
import { h } from "./dom.js";
import { lineText, score, whole } from "./format.js";
import { moveHead, positionView } from "./position_view.js";
import { t } from "./texts.js";
/**
 * @import { BookMoveReply, BookReply } from "../../api_types.d.ts"
 * @import { Tab } from "./analysis.js"
 * @import { App } from "./main.js"
 */

/** Moves ahead, those of the book and those of the search behind it, from which on a value earns each letter. */
const LETTERS = /** @type {[number, string][]} */ ([
  [30, "A"],
  [24, "B"],
  [18, "C"],
  [12, "D"],
  [0, "E"],
]);

/** @param {{plies: number, depth: number | null, outcome: string | null}} move */
function reliability(move) {
  if (move.outcome) return "S";
  return LETTERS.find(([depth]) => move.plies + (move.depth ?? 0) >= depth)?.[1] ?? "E";
}

/** Moves along the book, then the search: "6 + 12". @param {BookMoveReply} move */
const sources = (move) => [move.plies, move.depth].filter(Boolean).join(" + ");

/** @param {App} app @returns {Tab} */
export function bookTab({ session }) {
  const element = h("div", { class: "book-tab" });

  /** @param {BookReply} reply */
  function content(reply) {
    if (!reply.available) return [h("p", { class: "quiet" }, t("book.none"))];
    if (!reply.found) return [h("p", { class: "quiet" }, t("book.left"))];
    const rows = reply.moves.map((move) =>
      h(
        "tr",
        { class: move.in_book ? "" : "deviation" },
        moveHead(session, move.move),
        h("td", {}, score(move.score), move.outcome ? ` ${t(`outcome.${move.outcome}`)}` : ""),
        h(
          "td",
          {},
          h(
            "span",
            { class: `grade grade-${reliability(move)}`, title: t("book.grade", { plies: move.plies, depth: move.depth ?? "–" }) },
            reliability(move),
          ),
          h("span", { class: "quiet" }, ` ${sources(move)}`),
        ),
        h("td", {}, move.in_book ? whole(move.games) : t("book.deviation")),
      ),
    );
    return [
      h("p", { class: "facts" }, t("book.head", { score: score(reply.score ?? 0) })),
      h(
        "table",
        { class: "numbers" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...["move", "value", "book.reliability", "book.games"].map((key) => h("th", { scope: "col" }, t(key))),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
      reply.line?.length ? h("p", { class: "line-pv" }, lineText(reply.line)) : null,
      h("p", { class: "quiet small" }, t("book.legend")),
    ];
  }

  const view = positionView(
    session,
    element,
    (position, signal) => get(`/api/book?position=${position}`, signal),
    content,
  );
  return { element, show: view.show };
}
