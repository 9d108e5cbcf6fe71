/** Why: the value is a sum of patterns, so the share of each pattern and square is exact. */
import { isAbort, post } from "./api.js";
import { follow, h, setText } from "./dom.js";
import { score } from "./format.js";
import { complain } from "./notices.js";
import { whyText } from "./sentences.js";
import { t } from "./texts.js";

const MOST_PATTERNS = 12;

/** @param {import("./types.js").App} app @returns {import("./analysis.js").Tab} */
export function whyTab({ session, board }) {
  const [first, second] = ["why.move", "why.other"].map((key) =>
    h("select", { "aria-label": t(key), change: () => ask() }),
  );
  const sentence = h("p", { class: "sentence", "aria-live": "polite" });
  const sum = h("p", { class: "facts" });
  const patterns = h("ul", { class: "patterns" });
  const legend = h("p", { class: "legend small" });
  const note = h("p", { class: "quiet small" }, t("why.note"));
  const element = h(
    "div",
    { class: "why-tab" },
    h("div", { class: "why-choice" }, h("label", {}, t("why.move"), first), h("label", {}, t("why.other"), second)),
    sentence,
    sum,
    legend,
    patterns,
    note,
  );
  let shown = false;
  let asking = new AbortController();
  /** @type {import("./types.js").GameNode | null} */
  let offered = null;

  /** The moves to choose from, best first; a choice of the same position stays. */
  function offer() {
    const node = session.current;
    const ranked = node.ranked().map((value) => value.move);
    const moves = [...ranked, ...node.state.legal.map((each) => each.move).filter((move) => !ranked.includes(move))];
    const kept = offered === node ? [first.value, second.value] : ["", ""];
    first.replaceChildren(option("", t("why.position")), ...moves.map((move) => option(move, move)));
    second.replaceChildren(option("", t("why.nothing")), ...moves.map((move) => option(move, move)));
    [first.value, second.value] = kept;
    offered = node;
  }

  async function refresh() {
    if (!shown) return board.warm(null);
    if (session.secret || session.current.state.over) {
      board.warm(null);
      for (const each of [sentence, sum, legend]) setText(each, "");
      patterns.replaceChildren();
      setText(sentence, session.secret ? t(session.secretReason) : t("game.over"));
      return undefined;
    }
    offer();
    return ask();
  }

  async function ask() {
    asking.abort();
    asking = new AbortController();
    const body = {
      position: session.current.state.position,
      line: first.value || null,
      other: (first.value && second.value) || null,
    };
    second.disabled = !first.value;
    try {
      draw(await post("/api/explain", body, asking.signal));
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
  }

  /** @param {any} reply */
  function draw(reply) {
    if (!shown || session.secret) return;
    board.warm(reply.squares);
    setText(sentence, whyText(reply, first.value, second.value));
    setText(sum, sumText(reply));
    legend.replaceChildren(
      h("i", { class: "swatch warm" }),
      t("why.good", { color: t(reply.turn) }),
      h("i", { class: "swatch cold" }),
      t("why.bad", { color: t(reply.turn) }),
    );
    const most = Math.max(0.1, ...reply.patterns.map((/** @type {any} */ each) => Math.abs(each.discs)));
    follow(
      patterns,
      reply.patterns.slice(0, MOST_PATTERNS),
      (/** @type {any} */ each) => each.pattern + each.squares.join(""),
      row,
      (element, each) => element.update(each, most),
    );
  }

  /** @param {any} pattern */
  function row(pattern) {
    const [bar, number] = [h("i", {}), h("span", { class: "share-number" })];
    const show = () => board.mark(pattern.squares);
    const element = h(
      "li",
      {
        tabindex: 0,
        mouseenter: show,
        focus: show,
        mouseleave: () => board.mark([]),
        blur: () => board.mark([]),
        "aria-label": "",
      },
      h("span", { class: "pattern-name" }, nameOf(pattern)),
      h("span", { class: "share-bar" }, bar),
      number,
    );
    element.update = (/** @type {any} */ now, /** @type {number} */ most) => {
      setText(number, score(now.discs, false, 2));
      element.setAttribute("aria-label", `${nameOf(now)}: ${score(now.discs, false, 2)}`);
      bar.className = now.discs < 0 ? "cold" : "warm";
      bar.style.width = `${(50 * Math.abs(now.discs)) / most}%`;
      bar.style.left = now.discs < 0 ? `${50 - (50 * Math.abs(now.discs)) / most}%` : "50%";
    };
    return element;
  }

  session.on("place game secret", refresh);
  session.on("values", (node) => shown && node === session.current && first.options.length < 2 && offer());
  return {
    element,
    show: (wanted) => {
      shown = wanted;
      if (!wanted) {
        asking.abort();
        board.mark([]);
      }
      refresh();
    },
  };
}

/** @param {string} value @param {string} text */
const option = (value, text) => h("option", { value }, text);

/** @param {any} reply */
function sumText(reply) {
  if (reply.other_value !== null)
    return t("why.difference", {
      line: score(reply.line_value, false, 2),
      other: score(reply.other_value, false, 2),
      value: score(reply.value, false, 2),
    });
  return t("why.sum", { value: score(reply.value, false, 2), color: t(reply.turn) });
}

/** The squares say more than the name. @param {any} pattern */
function nameOf(pattern) {
  const squares = pattern.squares;
  return squares.length > 2
    ? `${pattern.pattern} (${squares[0]}–${squares[squares.length - 1]})`
    : `${pattern.pattern} ${squares.join(" ")}`;
}
