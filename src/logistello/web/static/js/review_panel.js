/** The panel of the review: what to do about the mistakes first, then what they add up to. */
import { button } from "./buttons.js";
import { h, setText } from "./dom.js";
import { decimal, percent } from "./format.js";
import { mistakesView, mountMistakeArrows } from "./mistakes.js";
import { tried } from "./notices.js";
import { Retry } from "./retry.js";
import { sideOf, turningPoints } from "./review_summary.js";
import { classingText, summaryText } from "./sentences.js";
import { t } from "./texts.js";
/**
 * @import { ReviewRequest, ReviewStart } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 * @import { Side } from "./review_summary.js"
 * @import { Color } from "./tree.js"
 */

const EFFORTS = /** @type {const} */ (["quick", "normal", "deep"]);
const LEADS = /** @type {const} */ (["chances", "discs"]);
const MOST_TURNS = 5;
export const CLASSES =
  /** @type {const} */ (["best", "good", "wasteful", "inaccuracy", "mistake", "blunder", "forced"]);

/** @param {App} app */
export function reviewPanel(app) {
  const { session, review, settings, actions } = app;
  const retry = new Retry(app);
  const effort = h(
    "select",
    { id: "effort" },
    ...EFFORTS.map((name) => h("option", { value: name, selected: name === "normal" }, t(`review.${name}`))),
  );
  const skip = h("input", { type: "number", min: 0, max: 60, value: session.given, id: "skip-moves" });
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
  const list = mistakesView(app, (node) => retry.begin([node]));
  const learn = learnForm(app, retry);
  const lead = leadChoice(app);
  const rest = h("div", { class: "review-rest" });
  const found = h(
    "div",
    { class: "review-found" },
    h("div", { class: "review-head" }, h("h2", {}, t("review.mistakes")), lead.element),
    learn.element,
    list.element,
    rest,
  );
  const quiet = h("p", { class: "quiet" });
  const body = h("div", { class: "review-body" }, found, quiet);

  // Moves that nobody chose are nobody's mistakes.
  session.on("mode", () => {
    if (session.mode === "review") skip.value = String(Math.max(Number(skip.value), session.given));
  });
  session.on("game", () => (skip.value = "0"));

  function run() {
    retry.end();
    return review.run({ effort: /** @type {ReviewRequest["effort"]} */ (effort.value), skip: Number(skip.value) || 0 });
  }

  function draw() {
    const moves = session.line().length > 1;
    // The list would tell the answer.
    body.hidden = retry.place !== null || review.running;
    form.hidden = review.running || review.summary !== null;
    start.disabled = !moves;
    progress.hidden = !review.running;
    bar.max = review.total || 1;
    bar.value = review.done;
    setText(barText, t("review.done", { done: review.done, total: review.total }));
    const { summary, rules } = review;
    found.hidden = session.hidden || !summary;
    setText(quiet, session.hidden ? t("hidden") : !summary && !moves ? t("review.empty") : "");
    quiet.hidden = quiet.textContent === "";
    if (review.running || found.hidden || !rules) return;
    list.draw();
    learn.draw();
    lead.draw();
    rest.replaceChildren(...afterwards(rules));
  }

  /** @param {ReviewStart} rules */
  function afterwards(rules) {
    const sides = sidesOf(app, rules);
    return [
      h("p", { class: "sentence" }, summaryText(app, sides, turningPoints(review.moves, rules))),
      h("div", { class: "sides" }, ...sides.map((side) => sideCard(app, side))),
      phases(app, sides),
      turns(rules),
      h(
        "details",
        {},
        h("summary", {}, t("review.thresholds")),
        h("p", { class: "quiet small" }, classingText(rules)),
        thresholds(rules),
      ),
      h(
        "div",
        { class: "buttons" },
        button(
          "print",
          () =>
            tried(async () => {
              (await import("./report.js")).fillReport(app);
              print();
            }),
          { picture: "print" },
        ),
        button("save", () => actions.save(), { picture: "save" }),
        button("review.again", () => review.forget()),
      ),
    ];
  }

  /** @param {ReviewStart} rules */
  function turns(rules) {
    const largest = turningPoints(review.moves, rules)
      .sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing))
      .slice(0, MOST_TURNS)
      .sort((a, b) => a.move.ply - b.move.ply);
    if (!largest.length) return "";
    const items = largest.map(({ move, before, after, swing }) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "plain link", type: "button", click: () => list.stand(review.line[move.ply + 1]) },
          t("mistake.move", { number: move.number, move: move.played }),
        ),
        " ",
        t("review.turn", {
          before: sideName(app, before),
          after: sideName(app, after),
          swing: percent(Math.abs(swing)),
        }),
      )
    );
    return h("div", {}, h("h3", {}, t("review.turning")), h("ul", { class: "points-list" }, ...items));
  }

  mountMistakeArrows(app);
  retry.on("state", draw);
  review.on("state", draw);
  session.on("secret tree names", draw);
  session.on("place", () => !found.hidden && !review.running && review.summary && list.draw());
  settings.on("change", (name) => name === "lead" && draw());
  draw();
  return h("div", { class: "review" }, retry.element, form, progress, body);
}

/** What is counted first: for the order of the list, the classes and the graph of losses. @param {App} app */
function leadChoice({ settings, review }) {
  const buttons = LEADS.map((name) =>
    button(`lead.${name}`, () => settings.set("lead", name), { kind: "plain-segment" })
  );
  return {
    element: h("div", { class: "segments", role: "group", "aria-label": t("lead") }, ...buttons),
    draw: () => LEADS.forEach((name, n) => buttons[n].setAttribute("aria-pressed", String(review.lead === name))),
  };
}

/** Learn from your mistakes: whose? @param {App} app @param {Retry} retry */
function learnForm(app, retry) {
  const { review } = app;
  const whose = h("select", { "aria-label": t("lesson.whose"), change: () => draw() });
  const begin = button("lesson.start", () => retry.begin(chosen()), { kind: "primary" });
  const element = h("div", { class: "learn-form" }, begin, whose);

  const chosen = () => review.mistakes.filter((node) => whose.value === "both" || node.review?.mover === whose.value);

  function draw() {
    const kept = whose.value || "both";
    whose.replaceChildren(
      h("option", { value: "both" }, t("lesson.both")),
      ...(/** @type {const} */ (["black", "white"])).map((color) =>
        h("option", { value: color }, t("lesson.of", { name: sideName(app, color) }))
      ),
    );
    whose.value = kept;
    begin.disabled = chosen().length === 0;
    element.hidden = review.mistakes.length === 0;
  }

  return { element, draw };
}

/** @param {ReviewStart} rules */
function thresholds(rules) {
  const names = rules.thresholds.filter((each) => each.least > 0).map((each) => each.name);
  const discs = new Map(rules.disc_thresholds.map(({ name, least }) => [name, least]));
  return h(
    "ul",
    { class: "thresholds" },
    ...rules.thresholds
      .filter((each) => names.includes(each.name))
      .map((each) =>
        h(
          "li",
          {},
          h("span", { class: `badge ${each.name}` }, t(`class.${each.name}`)),
          t("review.from", { loss: percent(each.least), discs: discs.get(each.name) }),
        )
      ),
    h(
      "li",
      {},
      h("span", { class: "badge wasteful" }, t("class.wasteful")),
      t("review.wasteful", { discs: rules.wasteful_discs }),
    ),
  );
}

/** The player's name, or the colour; of nobody "even". @param {App} app @param {Color | null} color */
export const sideName = ({ session }, color) => (color ? session.names[color] || t(color) : t("even"));

/** @param {App} app @param {ReviewStart} rules */
export const sidesOf = ({ review }, rules) =>
  (/** @type {const} */ (["black", "white"])).map((color) => sideOf(review.moves, color, review.lead, rules));

/** @param {App} app @param {Side} side */
export function sideCard(app, side) {
  const classes = CLASSES.filter((each) => side.classes.get(each)).map((each) =>
    h("li", {}, h("span", { class: `badge ${each}` }, t(`class.${each}`)), String(side.classes.get(each)))
  );
  const lost = { discs: decimal(side.discs), points: decimal(side.chances, 2) };
  return h(
    "div",
    { class: "side-card" },
    h("h3", {}, h("span", { class: `chip ${side.color}` }), sideName(app, side.color)),
    h(
      "p",
      { class: "accuracy" },
      h("b", {}, side.accuracy === null ? "–" : decimal(side.accuracy, 0)),
      h("span", {}, t("review.accuracy")),
    ),
    h("p", { class: "facts" }, t("review.lost", lost)),
    h("ul", { class: "class-counts" }, ...classes),
  );
}

/** @param {App} app @param {Side[]} sides */
export function phases(app, sides) {
  const { lead } = app.review;
  const least = lead === "discs" ? 1 : 0.1;
  const most = Math.max(least, ...sides.flatMap((side) => side.phases.map((phase) => phase[lead])));
  const rows = sides[0].phases.map((phase, index) => {
    const cells = sides.map((side) => {
      const bar = h("i", { class: side.color });
      const lost = side.phases[index][lead];
      bar.style.width = `${(100 * lost) / most}%`;
      return h(
        "td",
        {},
        h("span", { class: "loss-bar" }, bar),
        h("span", { class: "loss-number" }, decimal(lost, lead === "discs" ? 1 : 2)),
      );
    });
    return h("tr", {}, h("th", { scope: "row" }, t(`phase.${phase.phase}`)), ...cells);
  });
  const heads = sides.map((side) => h("th", { scope: "col" }, sideName(app, side.color)));
  return h(
    "table",
    { class: "phases" },
    h("caption", {}, t(`review.phases.${lead}`)),
    h("thead", {}, h("tr", {}, h("td", {}), ...heads)),
    h("tbody", {}, ...rows),
  );
}
