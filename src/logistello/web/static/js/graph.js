/** The course of the game as a picture that is also its navigation: drag it, or use the arrow keys. */
import { button } from "./buttons.js";
import { h, s } from "./dom.js";
import { decimal, loss, lostShare, moveName, score } from "./format.js";
import { discScale, lossScale } from "./graph_scale.js";
import { t } from "./texts.js";
import { GLYPHS, lossOf } from "./verdict.js";
/**
 * @import { App } from "./main.js"
 * @import { Review } from "./review.js"
 * @import { Color, GameNode, NodeValue } from "./tree.js"
 */

const LEFT = 34;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 20;
/** So many discs of the uncertainty are shown in any case; more only if the values need it. */
const BAND = 16;
/** Discs from which on a loss has a mark, whatever it is called. */
const LEAST_LOSS = 0.5;
/** Milliseconds between two drawings of new values. */
const VALUES_PAUSE = 150;
const VIEWS = /** @type {const} */ (["value", "losses"]);

export class Graph {
  /**
   * @param {HTMLElement} box
   * @param {App} app
   */
  constructor(box, { session, review, settings }) {
    this.session = session;
    this.review = review;
    this.settings = settings;
    this.buttons = VIEWS.map((name) => button(`graph.${name}`, () => settings.set("graph", name)));
    this.choice = h(
      "div",
      { class: "graph-choice segments", role: "group", "aria-label": t("graph.choice") },
      ...this.buttons,
    );
    this.size = { width: 400, height: 160 };
    /** @type {SVGSVGElement} */
    this.svg = s("svg", {
      class: "graph",
      tabindex: 0,
      role: "slider",
      "aria-label": t("graph.label"),
      "aria-orientation": "horizontal",
    });
    box.append(this.choice, this.svg);
    this.waiting = false;
    this.timer = 0;
    new ResizeObserver(([entry]) => {
      this.size = { width: Math.max(200, entry.contentRect.width), height: Math.max(90, entry.contentRect.height) };
      this.refresh();
    }).observe(this.svg);
    session.on("game tree place secret reviewed", () => this.refresh());
    settings.on("change", (name) => ["graph", "lead"].includes(name) && this.refresh());
    session.on("values", () => this.refreshLater());
    this.svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.svg.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    this.svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => event.buttons && this.drag(event));
    this.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
  }

  /** Values come often; the frames belong to the discs that flip. */
  refreshLater() {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.refresh();
    }, VALUES_PAUSE);
  }

  /** At most one drawing a frame. */
  refresh() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const box = this.svg.getBoundingClientRect();
    const line = this.session.line();
    const ply = Math.round(((event.clientX - box.left - LEFT) / (this.size.width - LEFT - RIGHT)) * this.span(line));
    this.session.goTo(line[Math.max(0, Math.min(line.length - 1, ply))]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowDown: -1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -99,
      End: 99,
    });
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    this.session.step(steps[event.key]);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {GameNode[]} line */
  span(line) {
    return Math.max(60, line.length - 1);
  }

  /** What is drawn: losses only where there are verdicts. */
  get view() {
    return this.settings.get("graph") === "losses" && this.judged ? "losses" : "value";
  }

  get judged() {
    return !this.session.secret && !this.review.running && this.session.line().some((node) => node.review);
  }

  draw() {
    const { width, height } = this.size;
    const line = this.session.line();
    const { current } = this.session;
    this.choice.hidden = !this.judged;
    VIEWS.forEach((name, n) => this.buttons[n].setAttribute("aria-pressed", String(this.view === name)));
    const x = (/** @type {number} */ ply) => LEFT + (ply / this.span(line)) * (width - LEFT - RIGHT);
    const [top, bottom] = [TOP, height - BOTTOM];
    const { parts, handle } = this.view === "losses"
      ? this.losses(line, x, top, bottom)
      : this.values(line, x, top, bottom);
    const here = x(current.ply);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.replaceChildren(
      ...plies(this.span(line), height, x),
      ...parts,
      s("path", { class: "here", d: `M${here} ${top - 4}V${bottom + 4}` }),
      s("circle", { class: "grip", cx: here, cy: handle ?? bottom + 6, r: 5.5 }),
    );
    this.tell(line.length - 1, current, this.session.secret);
  }

  /**
   * @param {GameNode[]} line
   * @param {(ply: number) => number} x
   * @param {number} top
   * @param {number} bottom
   * @returns {{parts: SVGElement[], handle: number | null}} handle: where the line of the cursor has its handle
   */
  values(line, x, top, bottom) {
    const { secret, current, root } = this.session;
    const main = root.mainLine();
    const { y, ticks } = discScale(secret ? 8 : largest([...line, ...main]), top, bottom);
    /** @type {SVGElement[]} */
    const parts = ticks.flatMap((tick) => rule(this.size.width, y(tick), signed(tick), !tick));
    if (secret) return { parts, handle: null };
    parts.push(s("path", { class: "band", d: band(line, x, y) }));
    if (main[main.length - 1] !== line[line.length - 1]) {
      parts.push(s("path", { class: "course other", d: course(main, x, y) }));
    }
    parts.push(s("path", { class: "course", d: course(line, x, y) }), ...dots(line, x, y), ...this.slips(line, x, y));
    return { parts, handle: current.value ? y(current.value.black) : null };
  }

  /**
   * What each side has lost so far.
   * @param {GameNode[]} line
   * @param {(ply: number) => number} x
   * @param {number} top
   * @param {number} bottom
   * @returns {{parts: SVGElement[], handle: number | null}}
   */
  losses(line, x, top, bottom) {
    const { lead } = this.review;
    const sums = { black: cumulated(line, "black", lead), white: cumulated(line, "white", lead) };
    const most = Math.max(sums.black[line.length - 1], sums.white[line.length - 1]);
    const { y, ticks } = lossScale(most, top, bottom);
    /** @type {SVGElement[]} */
    const parts = ticks.flatMap((tick) => rule(this.size.width, y(tick), decimal(tick, tick % 1 ? 2 : 0), !tick));
    for (const color of /** @type {const} */ (["black", "white"])) {
      const steps = sums[color].map((sum, ply) => (ply ? `H${x(ply).toFixed(1)}V${y(sum).toFixed(1)}` : ""));
      const d = `M${x(0).toFixed(1)} ${y(0).toFixed(1)}${steps.join("")}`;
      const name = this.session.names[color] || t(color);
      const row = top + (color === "black" ? 6 : 22);
      const total = decimal(sums[color][line.length - 1], lead === "discs" ? 1 : 2);
      parts.push(
        s("path", { class: "lost edge", d }),
        s("path", { class: `lost ${color}`, d }, s("title", {}, t(`graph.lost.${lead}`, { name, total }))),
        s("circle", { class: `lost-chip ${color}`, cx: LEFT + 14, cy: row, r: 5 }),
        s("text", { class: "lost-name", x: LEFT + 26, y: row }, t(`graph.lost.${lead}`, { name, total })),
      );
    }
    return { parts, handle: null };
  }

  /** @param {GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
  slips(line, x, y) {
    return line.flatMap((node) => {
      const { review, value } = node;
      const kind = this.review.classOf(node);
      if (!review || !value || (!(kind in GLYPHS) && review.disc_loss < LEAST_LOSS)) return [];
      const [cx, cy] = [x(node.ply), y(value.black)];
      const up = review.mover === "white" ? -1 : 1;
      const discs = loss(review.best_score, review.score, review.exact);
      const words = {
        number: node.number,
        move: node.state.move,
        class: t(`class.${kind}`),
        discs,
        chances: lostShare(review.loss),
      };
      return [
        s(
          "g",
          { class: `slip ${kind}` },
          s("circle", { cx, cy, r: kind in GLYPHS ? 4.5 : 2.5 }),
          s("text", { x: cx, y: cy + up * 12 }, GLYPHS[kind] ?? ""),
          s("title", {}, t("graph.slip", words)),
        ),
      ];
    });
  }

  /** @param {number} last @param {GameNode} current @param {boolean} secret */
  tell(last, current, secret) {
    const value = current.value && !secret ? t("graph.black", { value: score(current.value.black) }) : "";
    const attributes = {
      "aria-valuemin": 0,
      "aria-valuemax": last,
      "aria-valuenow": current.ply,
      "aria-valuetext": t("graph.at", { number: current.number, move: current.state.move ? moveName(current.state.move) : t("start"), value }),
    };
    for (const [name, text] of Object.entries(attributes)) this.svg.setAttribute(name, String(text));
  }
}

/** Discs that must fit. @param {GameNode[]} nodes */
function largest(nodes) {
  const values = nodes.flatMap(({ value }) =>
    value ? [Math.abs(value.black), Math.min(BAND, -value.low), Math.min(BAND, value.high)] : []
  );
  return Math.max(0, ...values);
}

/** What a side has lost, after each ply. @param {GameNode[]} line @param {Color} color @param {Review["lead"]} lead */
function cumulated(line, color, lead) {
  let sum = 0;
  return line.map(({ review }) => (sum += review && review.mover === color ? lossOf(review, lead) : 0));
}

/** @param {number} discs */
const signed = (discs) => (discs > 0 ? `+${discs}` : String(discs).replace("-", "−"));

/** @param {number} width @param {number} y @param {string} text @param {boolean} zero */
function rule(width, y, text, zero) {
  return [
    s("path", { class: zero ? "zero" : "tick", d: `M${LEFT} ${y}H${width - RIGHT}` }),
    s("text", { class: "axis", x: LEFT - 6, y }, text),
  ];
}

/** @param {number} span @param {number} height @param {(ply: number) => number} x */
function plies(span, height, x) {
  const found = [];
  for (let ply = 0; ply <= span; ply += 10) {
    found.push(s("text", { class: "axis below", x: x(ply), y: height - 5 }, String(ply)));
  }
  return found;
}

/** Parts of a line whose values are known, without holes. @param {GameNode[]} line */
function runs(line) {
  /** @type {{ply: number, value: NodeValue}[][]} */
  const found = [];
  line.forEach(({ ply, value }, index) => {
    if (!value) return;
    if (index && line[index - 1].value) found[found.length - 1].push({ ply, value });
    else found.push([{ ply, value }]);
  });
  return found;
}

/** @param {GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
function course(line, x, y) {
  const path = (/** @type {ReturnType<typeof runs>[number]} */ run) =>
    run.map((node) => `${x(node.ply).toFixed(1)} ${y(node.value.black).toFixed(1)}`).join("L");
  return runs(line)
    .map((run) => `M${path(run)}`)
    .join("");
}

/** Where the final score lies with 90 %. @param {GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
function band(line, x, y) {
  return runs(line)
    .filter((run) => run.length > 1)
    .map((run) => {
      const edge = (/** @type {"low" | "high"} */ side) =>
        run.map((node) => `${x(node.ply).toFixed(1)} ${y(node.value[side]).toFixed(1)}`);
      return `M${edge("high").join("L")}L${edge("low").reverse().join("L")}Z`;
    })
    .join("");
}

/** A position whose neighbours have no values would not be seen as a line. @param {GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
function dots(line, x, y) {
  const alone = runs(line)
    .filter((run) => run.length === 1)
    .flat();
  return alone.map((node) => s("circle", { class: "alone", cx: x(node.ply), cy: y(node.value.black), r: 3 }));
}
