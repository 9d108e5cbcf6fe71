/** The panel of the review: effort, progress, both sides, turning points, mistakes. */
import { button } from "./buttons.js";
import { h, setText } from "./dom.js";
import { loss, percent } from "./format.js";
import { fillReport } from "./report.js";
import { Retry } from "./retry.js";
import { classingText, summaryText } from "./sentences.js";
import { t } from "./texts.js";

const EFFORTS = [
  ["quick", 0.1],
  ["normal", 0.4],
  ["deep", 1.5],
];
const MOST_TURNS = 5;
export const CLASSES = ["best", "good", "inaccuracy", "mistake", "blunder", "forced"];

/** @param {import("./types.js").App} app */
export function reviewPanel(app) {
  const { session, review, actions } = app;
  const retry = new Retry(app);
  const effort = h(
    "select",
    { id: "effort" },
    ...EFFORTS.map(([name, seconds]) =>
      h("option", { value: seconds, selected: name === "normal" }, t(`review.${name}`)),
    ),
  );
  const skip = h("input", { type: "number", min: 0, max: 60, value: 0, id: "skip" });
  const start = button("review.start", () => run(), { kind: "primary big" });
  const form = h(
    "form",
    {
      class: "options",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        run();
      },
    },
    h("p", { class: "quiet" }, t("review.text")),
    h(
      "div",
      { class: "row" },
      h("label", { class: "field" }, t("review.effort"), effort),
      h("label", { class: "field" }, t("review.skip"), skip),
    ),
    start,
  );
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("review.progress") });
  const barText = h("span", { class: "facts" });
  const progress = h(
    "div",
    { class: "progress" },
    bar,
    barText,
    button("stop", () => review.stop()),
  );
  const body = h("div", { class: "review-body" });

  function run() {
    retry.end();
    return review.run({ seconds: Number(effort.value), skip: Number(skip.value) || 0 });
  }

  function draw() {
    const moves = session.line().length > 1;
    // The list would tell the answer.
    body.hidden = session.secrets.has("retry");
    form.hidden = review.running || review.summary !== null;
    start.disabled = !moves;
    progress.hidden = !review.running;
    bar.max = review.total || 1;
    bar.value = review.done;
    setText(barText, t("review.done", { done: review.done, total: review.total }));
    if (review.running) return;
    body.replaceChildren(...(session.hidden ? [h("p", { class: "quiet" }, t("hidden"))] : content()));
  }

  function content() {
    const { summary } = review;
    if (!summary) return session.line().length > 1 ? [] : [h("p", { class: "quiet" }, t("review.empty"))];
    return [
      h("p", { class: "sentence" }, summaryText(summary)),
      h(
        "div",
        { class: "sides" },
        sideCard(summary.black, session.names.black),
        sideCard(summary.white, session.names.white),
      ),
      phases(summary),
      turningPoints(summary),
      h("h3", {}, t("review.mistakes")),
      mistakes(),
      h(
        "details",
        {},
        h("summary", {}, t("review.thresholds")),
        h("p", { class: "quiet small" }, classingText(review)),
        h(
          "ul",
          { class: "thresholds" },
          ...review.thresholds.map((/** @type {any} */ each) =>
            h(
              "li",
              {},
              h("span", { class: `badge ${each.name}` }, t(`class.${each.name}`)),
              t("review.from", { loss: percent(each.least) }),
            ),
          ),
        ),
      ),
      h(
        "div",
        { class: "buttons" },
        button(
          "print",
          () => {
            fillReport(app);
            print();
          },
          { picture: "print" },
        ),
        button("save", () => actions.save(), { picture: "save" }),
        button("review.again", () => {
          review.forget();
        }),
      ),
    ];
  }

  /** @param {any} summary */
  function turningPoints(summary) {
    if (!summary.turning_points.length) return "";
    const largest = [...summary.turning_points]
      .sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing))
      .slice(0, MOST_TURNS)
      .sort((a, b) => a.ply - b.ply);
    const items = largest.map((/** @type {any} */ point) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "plain link", type: "button", click: () => goTo(point.ply + 1) },
          `${point.number}. ${point.played}`,
        ),
        " ",
        t("review.turn", {
          before: favourite(point.favourite_before),
          after: favourite(point.favourite_after),
          swing: percent(Math.abs(point.swing)),
        }),
      ),
    );
    return h("div", {}, h("h3", {}, t("review.turning")), h("ul", { class: "points-list" }, ...items));
  }

  function mistakes() {
    if (!review.mistakes.length) return h("p", { class: "quiet" }, t("review.clean"));
    return h(
      "ul",
      { class: "mistakes" },
      ...review.mistakes.map((/** @type {import("./types.js").GameNode} */ node) => mistakeRow(node)),
    );
  }

  /** @param {import("./types.js").GameNode} node */
  function mistakeRow(node) {
    const slip = /** @type {import("./types.js").ReviewedMove} */ (node.review);
    return h(
      "li",
      { class: slip.move_class },
      h(
        "button",
        {
          class: "mistake-show",
          type: "button",
          click: () => {
            retry.end();
            session.goTo(node);
          },
        },
        h("span", { class: `chip ${slip.mover}` }),
        h("b", {}, `${slip.number}. ${slip.played}`),
        h("span", { class: `badge ${slip.move_class}` }, t(`class.${slip.move_class}`)),
        h(
          "span",
          { class: "mistake-text" },
          t("review.better", { best: slip.best, discs: loss(slip.disc_loss), expected: percent(slip.loss) }),
        ),
      ),
      button("retry", () => retry.begin(node)),
    );
  }

  /** @param {number} ply */
  function goTo(ply) {
    retry.end();
    const node = review.line[ply];
    if (node) session.goTo(node);
  }

  review.on("state", draw);
  session.on("secret tree", draw);
  draw();
  return h("div", { class: "review" }, retry.element, form, progress, body);
}

/** @param {"black" | "white" | null} color */
const favourite = (color) => (color ? t(color) : t("nobody"));

/** @param {import("./types.js").SideSummary} side @param {string} name */
export function sideCard(side, name) {
  const classes = CLASSES.filter((each) => side.classes[each]).map((each) =>
    h("li", {}, h("span", { class: `badge ${each}` }, t(`class.${each}`)), String(side.classes[each])),
  );
  return h(
    "div",
    { class: "side-card" },
    h("h3", {}, h("span", { class: `chip ${side.color}` }), name || t(side.color)),
    h(
      "p",
      { class: "accuracy" },
      h("b", {}, side.accuracy === null ? "–" : side.accuracy.toFixed(0)),
      h("span", {}, t("review.accuracy")),
    ),
    h("p", { class: "facts" }, t("review.lost", { discs: side.disc_loss.toFixed(1) })),
    h("ul", { class: "class-counts" }, ...classes),
  );
}

/** @param {import("./types.js").ReviewSummary} summary */
export function phases(summary) {
  const most = Math.max(1, ...[...summary.black.phases, ...summary.white.phases].map((phase) => phase.discs));
  const rows = summary.black.phases.map((phase, index) => {
    const cells = [phase, summary.white.phases[index]].map((each, side) => {
      const bar = h("i", { class: side ? "white" : "black" });
      bar.style.width = `${(100 * (each?.discs ?? 0)) / most}%`;
      return h(
        "td",
        {},
        h("span", { class: "loss-bar" }, bar),
        h("span", { class: "loss-number" }, (each?.discs ?? 0).toFixed(1)),
      );
    });
    return h("tr", {}, h("th", { scope: "row" }, t(`phase.${phase.phase}`)), ...cells);
  });
  return h(
    "table",
    { class: "phases" },
    h("caption", {}, t("review.phases")),
    h(
      "thead",
      {},
      h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("black")), h("th", { scope: "col" }, t("white"))),
    ),
    h("tbody", {}, ...rows),
  );
}
