/** The engine's lines: every move with its value, how sure it is, chances and what would follow. */
import { keyName } from "./buttons.js";
import { follow, h, setText } from "./dom.js";
import { count, decimal, lineText, percent, score } from "./format.js";
import { sureness } from "./labels.js";
import { tried } from "./notices.js";
import { t } from "./texts.js";
/**
 * @import { MoveValue } from "../../api_types.d.ts"
 * @import { Tab } from "./analysis.js"
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

/** @param {App} app @returns {Tab} */
export function linesTab({ session, engine, settings, board }) {
  const power = h("button", {
    class: "switch",
    type: "button",
    role: "switch",
    title: t("text.key", { text: t("engine.switch"), key: keyName("Space") }),
    "aria-label": t("engine.switch"),
    click: () => engine.toggle(),
  });
  const facts = h("p", { class: "facts", "aria-live": "off" });
  const rows = h("ol", { class: "lines" });
  const quiet = h("p", { class: "quiet" });
  const element = h("div", { class: "lines-tab" }, h("div", { class: "engine-head" }, power, facts), rows, quiet);
  let waiting = false;
  /** Whose lines these are. */
  let shown = session.current;

  function refresh() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  }

  function draw() {
    const node = (shown = session.current);
    const on = settings.get("thinking");
    power.setAttribute("aria-checked", String(on));
    power.classList.toggle("busy", engine.thinking && engine.linked);
    const ranked = session.secret ? [] : node.ranked().slice(0, settings.get("lines") || undefined);
    follow(
      rows,
      ranked,
      (value) => value.move,
      create,
      (row, value) => row.update(value, ranked[0].score),
    );
    setText(facts, session.secret ? "" : factsText(node));
    setText(
      quiet,
      session.secret
        ? t(session.secretReason)
        : !engine.linked
          ? t("unreachable")
          : engine.problem || (node.state.over ? t("game.over") : !on && !ranked.length ? t("engine.off") : ""),
    );
  }

  /** @param {GameNode} node */
  function factsText(node) {
    const best = node.ranked()[0];
    if (!best || !node.nodes) return "";
    const depth = best.exact ? t("exact") : t("facts.depth", { depth: best.depth, sure: best.confidence });
    const speed = node.seconds > 0.2 ? t("facts.speed", { speed: count(Math.round(node.nodes / node.seconds)) }) : "";
    return [depth, t("facts.nodes", { nodes: count(node.nodes) }), t("facts.seconds", { seconds: decimal(node.seconds) }), speed]
      .filter(Boolean)
      .join(" · ");
  }

  /** @param {MoveValue} value */
  function create(value) {
    const [move, points, sure, chance, line] = [
      h("b", { class: "line-move" }, value.move),
      h("span", { class: "line-score" }),
      h("span", { class: "line-sure" }),
      h("span", { class: "line-chance" }),
      h("span", { class: "line-pv" }),
    ];
    const shares = [h("i", { class: "win" }), h("i", { class: "draw" }), h("i", { class: "loss" })];
    const bar = h("span", { class: "chances", "aria-hidden": "true" }, ...shares);
    let pv = value.pv;
    const row = h(
      "li",
      {},
      h(
        "button",
        {
          class: "line",
          type: "button",
          click: (/** @type {MouseEvent} */ event) =>
            tried(() => session.playFrom(shown, event.shiftKey ? pv : [value.move])),
          mouseenter: () => board.hover(value.move),
          mouseleave: () => board.hover(null),
        },
        move,
        points,
        sure,
        h("span", { class: "line-outlook" }, bar, chance),
        line,
      ),
    );
    const update = (/** @type {MoveValue} */ now, /** @type {number} */ best) => {
      pv = now.pv;
      row.classList.toggle("is-best", best - now.score <= 0.25);
      setText(points, score(now.score, now.exact));
      setText(sure, sureness(now));
      sure.title = now.exact ? t("exact") : t("sure.title", { depth: now.depth, sure: now.confidence });
      setText(line, lineText(now.pv.slice(1)));
      const outlook = now.outlook;
      bar.hidden = !outlook;
      setText(chance, outlook ? percent(outlook.win + outlook.draw / 2) : "");
      if (!outlook) return;
      chance.title = t("outlook.title", {
        win: percent(outlook.win),
        draw: percent(outlook.draw),
        loss: percent(outlook.loss),
        low: score(outlook.low, true),
        high: score(outlook.high, true),
      });
      [outlook.win, outlook.draw, outlook.loss].forEach((share, index) => {
        shares[index].style.width = `${100 * share}%`;
      });
    };
    return Object.assign(row, { update });
  }

  session.on("place game values secret", refresh);
  engine.on("state", refresh);
  settings.on("change", refresh);
  draw();
  return { element, show: () => {} };
}
