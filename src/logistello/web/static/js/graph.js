/** The course of the game as a picture that is also its navigation: drag it, or use the arrow keys. */
import { s } from "./dom.js";
import { score } from "./format.js";
import { t } from "./texts.js";

const LEFT = 34;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 20;
/** So many discs of the uncertainty are shown in any case; more only if the values need it. */
const BAND = 16;
/** Milliseconds between two drawings of new values. */
const VALUES_PAUSE = 150;
const GLYPHS = /** @type {Record<string, string>} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });

export class Graph {
  /**
   * @param {HTMLElement} box
   * @param {import("./types.js").Session} session
   */
  constructor(box, session) {
    this.session = session;
    this.size = { width: 400, height: 160 };
    /** @type {SVGSVGElement} */
    this.svg = s("svg", {
      class: "graph",
      tabindex: 0,
      role: "slider",
      "aria-label": t("graph.label"),
      "aria-orientation": "horizontal",
    });
    box.append(this.svg);
    this.waiting = false;
    this.timer = 0;
    new ResizeObserver(([entry]) => {
      this.size = { width: Math.max(200, entry.contentRect.width), height: Math.max(90, entry.contentRect.height) };
      this.refresh();
    }).observe(this.svg);
    session.on("game tree place secret", () => this.refresh());
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

  /** @param {import("./types.js").GameNode[]} line */
  span(line) {
    return Math.max(60, line.length - 1);
  }

  draw() {
    const { width, height } = this.size;
    const line = this.session.line();
    const current = this.session.current;
    const main = this.session.root.mainLine();
    const secret = this.session.secret;
    const most = secret ? 8 : limit([...line, ...main]);
    const x = (/** @type {number} */ ply) => LEFT + (ply / this.span(line)) * (width - LEFT - RIGHT);
    const y = (/** @type {number} */ discs) =>
      TOP + ((most - Math.max(-most, Math.min(most, discs))) / (2 * most)) * (height - TOP - BOTTOM);
    const parts = [...grid(width, most, y), ...plies(this.span(line), height, x)];
    if (!secret) {
      const branched = main[main.length - 1] !== line[line.length - 1];
      parts.push(s("path", { class: "band", d: band(line, x, y) }));
      if (branched) parts.push(s("path", { class: "course other", d: course(main, x, y) }));
      parts.push(s("path", { class: "course", d: course(line, x, y) }), ...dots(line, x, y), ...mistakes(line, x, y));
    }
    const here = x(current.ply);
    parts.push(
      s("path", { class: "here", d: `M${here} ${TOP - 4}V${height - BOTTOM + 4}` }),
      s("circle", { class: "grip", cx: here, cy: height - BOTTOM + 6, r: 5 }),
    );
    if (!secret && current.value)
      parts.push(s("circle", { class: "here-dot", cx: here, cy: y(current.value.black), r: 5 }));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.replaceChildren(...parts);
    this.tell(line.length - 1, current, secret);
  }

  /** @param {number} last @param {import("./types.js").GameNode} current @param {boolean} secret */
  tell(last, current, secret) {
    const value = current.value && !secret ? t("graph.value", { value: score(current.value.black) }) : "";
    const attributes = {
      "aria-valuemin": 0,
      "aria-valuemax": last,
      "aria-valuenow": current.ply,
      "aria-valuetext": t("graph.at", { number: current.number, move: current.state.move ?? t("start"), value }),
    };
    for (const [name, text] of Object.entries(attributes)) this.svg.setAttribute(name, String(text));
  }
}

/** Discs at the upper edge. @param {import("./types.js").GameNode[]} nodes */
function limit(nodes) {
  const values = nodes.flatMap(({ value }) =>
    value ? [Math.abs(value.black) + 1, Math.min(BAND, -value.low), Math.min(BAND, value.high)] : [],
  );
  const most = Math.max(8, ...values);
  return [8, 12, 16, 24, 32, 48, 64].find((each) => each >= most) ?? 64;
}

/** @param {number} width @param {number} most @param {(discs: number) => number} y */
function grid(width, most, y) {
  const ticks = [-most, -most / 2, 0, most / 2, most];
  return ticks.flatMap((tick) => [
    s("path", { class: tick ? "tick" : "zero", d: `M${LEFT} ${y(tick)}H${width - RIGHT}` }),
    s("text", { class: "axis", x: LEFT - 6, y: y(tick) }, tick > 0 ? `+${tick}` : String(tick).replace("-", "−")),
  ]);
}

/** @param {number} span @param {number} height @param {(ply: number) => number} x */
function plies(span, height, x) {
  const found = [];
  for (let ply = 0; ply <= span; ply += 10)
    found.push(s("text", { class: "axis below", x: x(ply), y: height - 5 }, String(ply)));
  return found;
}

/** Parts of a line whose values are known, without holes. @param {import("./types.js").GameNode[]} line */
function runs(line) {
  /** @type {import("./types.js").GameNode[][]} */
  const found = [];
  line.forEach((node, ply) => {
    if (!node.value) return;
    if (ply && line[ply - 1].value) found[found.length - 1].push(node);
    else found.push([node]);
  });
  return found;
}

/** @param {import("./types.js").GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
function course(line, x, y) {
  const path = (/** @type {import("./types.js").GameNode[]} */ run) =>
    run.map((node) => `${x(node.ply).toFixed(1)} ${y(/** @type {any} */ (node.value).black).toFixed(1)}`).join("L");
  return runs(line)
    .map((run) => `M${path(run)}`)
    .join("");
}

/** Where the final score lies with 90 %. @param {import("./types.js").GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
function band(line, x, y) {
  return runs(line)
    .filter((run) => run.length > 1)
    .map((run) => {
      const edge = (/** @type {"low" | "high"} */ side) =>
        run.map((node) => `${x(node.ply).toFixed(1)} ${y(/** @type {any} */ (node.value)[side]).toFixed(1)}`);
      return `M${edge("high").join("L")}L${edge("low").reverse().join("L")}Z`;
    })
    .join("");
}

/** A position whose neighbours have no values would not be seen as a line. @param {import("./types.js").GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
function dots(line, x, y) {
  const alone = runs(line)
    .filter((run) => run.length === 1)
    .flat();
  return alone.map((node) =>
    s("circle", { class: "alone", cx: x(node.ply), cy: y(/** @type {any} */ (node.value).black), r: 3 }),
  );
}

/** @param {import("./types.js").GameNode[]} line @param {(n: number) => number} x @param {(n: number) => number} y */
function mistakes(line, x, y) {
  return line.flatMap((node) => {
    const kind = node.review?.move_class ?? "";
    if (!(kind in GLYPHS) || !node.value) return [];
    const [cx, cy] = [x(node.ply), y(node.value.black)];
    const up = node.review?.mover === "white" ? -1 : 1;
    return [
      s(
        "g",
        { class: `slip ${kind}` },
        s("circle", { cx, cy, r: 4.5 }),
        s("text", { x: cx, y: cy + up * 12 }, GLYPHS[kind]),
        s("title", {}, `${node.number}. ${node.state.move} ${GLYPHS[kind]}`),
      ),
    ];
  });
}
