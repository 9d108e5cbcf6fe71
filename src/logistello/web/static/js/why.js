/** Why one move is better than another: what the boards at the ends of both lines show, and the exact sum behind it. */
import { isAbort, post } from "./api.js";
import { diagram } from "./diagram.js";
import { follow, h, setText } from "./dom.js";
import { score } from "./format.js";
import { complain } from "./notices.js";
import { askWhy, isSolved, reasonText, reasonTexts, verdictText } from "./reasons.js";
import { t } from "./texts.js";
import { WhyLines } from "./why_lines.js";
/**
 * @import { ExplainReply, PatternShareReply, WhyReply } from "../../api_types.d.ts"
 * @import { Tab } from "./analysis.js"
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

const MOST_PATTERNS = 12;

/** @param {App} app @returns {Tab} */
export function whyTab({ session, board }) {
  const [first, second] = ["why.move", "why.other"].map((key) =>
    h("select", { "aria-label": t(key), change: () => choose() })
  );
  const sentence = h("p", { class: "sentence", "aria-live": "polite" });
  const reasons = h("ul", { class: "reasons" });
  const scores = h("ul", { class: "exact-scores", "aria-label": t("why.scores") });
  const lines = new WhyLines();
  const details = h("details", { class: "why-details", toggle: () => explain() }, h("summary", {}, t("why.details")));
  const sum = h("p", { class: "facts" });
  const picture = h("div", { class: "why-picture" });
  const patterns = h("ul", { class: "patterns" });
  const legend = h("p", { class: "legend small" });
  details.append(
    sum,
    h("div", { class: "why-shares" }, picture, patterns),
    legend,
    h("p", { class: "quiet small" }, t("why.note")),
  );
  const body = h("div", { class: "why-body" }, reasons, scores, lines.element, details);
  const choice = h(
    "div",
    { class: "why-choice" },
    h("label", {}, t("why.move"), first),
    h("label", {}, t("why.other"), second),
  );
  const element = h("div", { class: "why-tab" }, choice, sentence, body);
  let shown = false;
  /** Whether the reader chose moves here; else the best one is compared with the one played or the next best. */
  let chosen = false;
  let asking = new AbortController();
  let asked = "";
  /** @type {GameNode | null} */
  let offered = null;
  /** @type {WhyReply | null} */
  let reply = null;

  /** The moves to choose from, best first. @param {GameNode} node */
  function offer(node) {
    if (offered !== node) chosen = false;
    const ranked = node.ranked();
    // Values from elsewhere would not agree with those of the record; without one the server searches both moves.
    const unknown = node.state.legal.map((each) => each.move).filter((move) => !node.values.has(move));
    const others = ranked.length > 1 ? [] : unknown;
    const options = [
      ...ranked.map((value) => ({ move: value.move, text: `${value.move} (${score(value.score, value.exact)})` })),
      ...others.map((move) => ({ move, text: move })),
    ];
    const kept = [first.value, second.value];
    for (const select of [first, second]) {
      select.replaceChildren(...options.map(({ move, text }) => h("option", { value: move }, text)));
    }
    const best = options[0]?.move ?? "";
    const played = node.next?.state.move ?? "";
    const next = options[1]?.move ?? "";
    const wanted = chosen ? kept : [best, played !== best && options.some(({ move }) => move === played) ? played : next];
    [first.value, second.value] = wanted;
    offered = node;
  }

  function choose() {
    chosen = true;
    refresh();
  }

  /** @param {string} words */
  function say(words) {
    asking.abort();
    asked = "";
    reply = null;
    body.hidden = true;
    setText(sentence, words);
  }

  function refresh() {
    if (!shown) return;
    const node = session.current;
    choice.hidden = session.secret || node.state.legal.length < 2;
    if (session.secret) return say(t(session.secretReason));
    if (node.state.over) return say(t("game.over"));
    if (node.state.legal.length < 2) return say(t("why.forced"));
    offer(node);
    if (first.value === second.value) return say(t("why.choose"));
    const record = [first.value, second.value].map((move) => node.values.get(move));
    const question = JSON.stringify([
      node.state.position,
      first.value,
      second.value,
      record.map((each) => [each?.score, each?.pv]),
    ]);
    if (question === asked) return;
    asked = question;
    ask(node);
  }

  /** @param {GameNode} node */
  async function ask(node) {
    asking.abort();
    asking = new AbortController();
    try {
      const found = await askWhy(node, first.value, second.value, asking.signal);
      if (shown && !session.secret && session.current === node) draw(found, node);
    } catch (error) {
      asked = "";
      if (!isAbort(error)) complain(error);
    }
  }

  /** @param {WhyReply} found @param {GameNode} node */
  function draw(found, node) {
    const best = node.ranked()[0]?.move;
    if (best === found.worse.move && !node.values.has(found.better.move)) {
      body.hidden = true;
      return setText(sentence, t("why.unknown", { move: found.better.move }));
    }
    reply = found;
    body.hidden = false;
    setText(sentence, verdictText(found));
    const items = found.reasons.map((reason) => {
      const show = () => {
        board.mark(reason.squares);
        lines.look(reason);
      };
      const leave = () => {
        board.mark([]);
        lines.look(null);
      };
      return h(
        "li",
        { tabindex: 0, mouseenter: show, focus: show, mouseleave: leave, blur: leave },
        reasonText(reason, found),
      );
    });
    reasons.replaceChildren(
      ...(items.length ? items : reasonTexts(found).map((text) => h("li", { class: "quiet" }, text))),
    );
    const exact = node.ranked().filter((value) => value.exact);
    scores.hidden = exact.length < 2;
    scores.replaceChildren(
      ...exact.map((value) => h("li", {}, h("b", {}, value.move), ` ${score(value.score, true)}`)),
    );
    lines.show(found);
    details.hidden = isSolved(found);
    explain();
  }

  /** The evaluation at the end of the better line: a sum of patterns, so the share of each is exact. */
  async function explain() {
    const found = reply;
    if (!details.open || details.hidden || !found) return;
    try {
      const body = { position: found.position, line: found.better.line.join(" ") };
      drawShares(await post("/api/explain", body, asking.signal), found);
    } catch (error) {
      if (!isAbort(error)) details.hidden = true; // the line ends the game: there is nothing left to estimate
    }
  }

  /** @param {ExplainReply} shares @param {WhyReply} found */
  function drawShares(shares, found) {
    if (reply !== found) return;
    const { line, positions, move } = found.better;
    const end = positions[positions.length - 1];
    setText(sum, t("why.sum", { move, n: line.length, value: score(shares.value), color: t(shares.turn) }));
    const draw = (/** @type {string[]} */ squares) =>
      picture.replaceChildren(diagram(end, squares.map((square) => ({ square, kind: "look" })), shares.squares));
    draw([]);
    legend.replaceChildren(
      h("i", { class: "swatch warm" }),
      t("why.good", { color: t(shares.turn) }),
      h("i", { class: "swatch cold" }),
      t("why.bad", { color: t(shares.turn) }),
    );
    const most = Math.max(0.1, ...shares.patterns.map((each) => Math.abs(each.discs)));
    patterns.replaceChildren();
    follow(
      patterns,
      shares.patterns.slice(0, MOST_PATTERNS),
      (each) => each.pattern + each.squares.join(""),
      (each) => row(each, most, draw),
    );
  }

  session.on("place game secret tree", refresh);
  session.on("values", (node) => shown && node === session.current && refresh());
  return {
    element,
    show: (wanted) => {
      shown = wanted;
      if (!wanted) {
        asking.abort();
        asked = "";
        board.mark([]);
      }
      refresh();
    },
  };
}

/** @param {PatternShareReply} pattern @param {number} most @param {(squares: string[]) => void} draw */
function row(pattern, most, draw) {
  const bar = h("i", { class: pattern.discs < 0 ? "cold" : "warm" });
  const width = (50 * Math.abs(pattern.discs)) / most;
  bar.style.width = `${width}%`;
  bar.style.left = pattern.discs < 0 ? `${50 - width}%` : "50%";
  const [show, leave] = [() => draw(pattern.squares), () => draw([])];
  return h(
    "li",
    { tabindex: 0, mouseenter: show, focus: show, mouseleave: leave, blur: leave },
    h("span", { class: "pattern-name" }, nameOf(pattern.squares)),
    h("span", { class: "share-bar" }, bar),
    h("span", { class: "share-number" }, score(pattern.discs)),
  );
}

/** A line by its ends, anything else by the corners of the area around it. @param {string[]} squares */
export function nameOf(squares) {
  const [columns, rows] = [0, 1].map((axis) => squares.map((square) => square.charCodeAt(axis)));
  const straight = [columns, rows, columns.map((c, n) => c - rows[n]), columns.map((c, n) => c + rows[n])].some(
    (each) => new Set(each).size === 1,
  );
  const sorted = [...squares].sort();
  if (straight) return t("pattern.line", { from: sorted[0], to: sorted[sorted.length - 1] });
  const corner = (/** @type {(...n: number[]) => number} */ pick) =>
    String.fromCharCode(pick(...columns), pick(...rows));
  return t("pattern.area", { from: corner(Math.min), to: corner(Math.max), n: squares.length });
}
