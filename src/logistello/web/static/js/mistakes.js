/** The mistakes of a reviewed game, the worst first; the one at hand with what should have been played, and why. */
import { isAbort } from "./api.js";
import { button, iconButton } from "./buttons.js";
import { follow, h, setText } from "./dom.js";
import { loss, lostShare, score } from "./format.js";
import { askWhy, reasonTexts } from "./reasons.js";
import { t } from "./texts.js";
import { GLYPHS } from "./verdict.js";
/**
 * @import { ReviewedMoveReply } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

/** Where the arrows point while one stands before a mistake. @param {App} app */
export function mountMistakeArrows({ session, board, review }) {
  const point = () => {
    const node = session.mode === "review" && !session.secret ? mistakeHere(session.current, review) : null;
    const slip = node?.review;
    board.point(
      slip
        ? [
          { square: slip.played, kind: "played", sign: GLYPHS[review.classOf(/** @type {GameNode} */ (node))] },
          { square: slip.best, kind: "best", sign: "✓" },
        ]
        : [],
    );
  };
  session.on("place secret mode reviewed game tree", point);
  review.on("state", point);
}

/** To the position before a move of the game, should the reader have left its line. @param {App["session"]} session @param {GameNode} node */
export function standBefore(session, node) {
  const place = node.parent;
  if (!place) return;
  if (place.next !== node) {
    place.next = node;
    session.emit("tree");
  }
  session.goTo(place);
}

/** The mistake that follows in the game. @param {GameNode} place @param {App["review"]} review */
export function mistakeHere(place, review) {
  const after = place.next;
  return after && review.mistakes.includes(after) ? after : null;
}

/**
 * @param {App} app
 * @param {(mistake: GameNode) => void} retry
 */
export function mistakesView(app, retry) {
  const { session, review, actions } = app;
  const count = h("span", { class: "facts" });
  const steps = h(
    "div",
    { class: "mistake-steps", role: "group", "aria-label": t("mistake.steps") },
    iconButton("back", "mistake.back", () => step(-1)),
    count,
    iconButton("forward", "mistake.next", () => step(1)),
  );
  const [title, numbers] = [h("b", {}), h("p", {})];
  const reasons = h("ul", { class: "reasons" });
  const card = h(
    "div",
    { class: "mistake-card", "aria-live": "polite" },
    title,
    numbers,
    reasons,
    h(
      "div",
      { class: "buttons" },
      button("retry", () => {
        const node = mistakeHere(session.current, review);
        if (node) retry(node);
      }),
      button("mistake.why", () => actions.why()),
    ),
  );
  const list = h("ul", { class: "mistakes" });
  const clean = h("p", { class: "quiet" }, t("review.clean"));
  const element = h("div", { class: "mistakes-view" }, steps, card, list, clean);
  let asking = new AbortController();
  let asked = "";

  const stand = (/** @type {GameNode} */ node) => standBefore(session, node);

  /** @param {number} direction */
  function step(direction) {
    const { mistakes } = review;
    const ply = session.current.ply;
    const next = direction > 0
      ? mistakes.find((node) => node.ply - 1 > ply)
      : [...mistakes].reverse().find((node) => node.ply - 1 < ply);
    const target = next ?? (direction > 0 ? mistakes[0] : mistakes[mistakes.length - 1]);
    if (target) stand(target);
  }

  function draw() {
    const { mistakes } = review;
    clean.hidden = mistakes.length > 0;
    steps.hidden = mistakes.length === 0;
    const here = mistakeHere(session.current, review);
    setText(
      count,
      here
        ? t("mistake.nth", { n: mistakes.indexOf(here) + 1, total: mistakes.length })
        : t("mistake.total", { total: mistakes.length }),
    );
    follow(list, review.worst, (node) => String(node.ply), row, (element, node) => element.update(node, node === here));
    drawCard(here);
  }

  /** @param {GameNode | null} node */
  function drawCard(node) {
    card.hidden = !node;
    const slip = node?.review;
    if (!slip || !node.parent) return;
    setText(
      title,
      t("mistake.title", { ...words(slip), class: t(`class.${review.classOf(node)}`), name: nameOf(app, slip) }),
    );
    setText(numbers, t("mistake.values", words(slip)));
    const question = JSON.stringify([slip.ply, slip.best, slip.score, slip.best_score]);
    if (question === asked) return;
    asked = question;
    reasons.replaceChildren();
    explain(node.parent, slip);
  }

  /** @param {GameNode} place @param {ReviewedMoveReply} slip */
  async function explain(place, slip) {
    asking.abort();
    asking = new AbortController();
    try {
      const reply = await askWhy(place, slip.best, slip.played, asking.signal);
      if (reply.better.move !== slip.best) return;
      reasons.replaceChildren(...reasonTexts(reply).map((text) => h("li", {}, text)));
    } catch (error) {
      // The numbers stand without it.
      if (!isAbort(error)) asked = "";
    }
  }

  /** @param {GameNode} first */
  function row(first) {
    let node = first;
    const [chip, move, badge, lead, rest] = ["i", "b", "span", "span", "span"].map((tag) =>
      h(/** @type {"i"} */ (tag))
    );
    lead.className = "mistake-lead";
    rest.className = "mistake-text";
    const show = h(
      "button",
      { class: "mistake-show", type: "button", click: () => stand(node) },
      chip,
      move,
      badge,
      lead,
      rest,
    );
    const element = h("li", {}, show);
    const update = (/** @type {GameNode} */ now, /** @type {boolean} */ here) => {
      node = now;
      const slip = /** @type {ReviewedMoveReply} */ (now.review);
      const kind = review.classOf(now);
      element.className = kind;
      if (here) show.setAttribute("aria-current", "true");
      else show.removeAttribute("aria-current");
      chip.className = `chip ${slip.mover}`;
      chip.title = nameOf(app, slip);
      badge.className = `badge ${kind}`;
      setText(move, t("mistake.move", { number: slip.number, move: slip.played }));
      setText(badge, t(`class.${kind}`));
      const byDiscs = review.lead === "discs";
      setText(lead, t(byDiscs ? "mistake.discs" : "mistake.chances", words(slip)));
      setText(rest, t(byDiscs ? "mistake.rest.chances" : "mistake.rest.discs", words(slip)));
    };
    return Object.assign(element, { update });
  }

  return { element, draw, stand };
}

/** Who made a move. @param {App} app @param {ReviewedMoveReply} slip */
export const nameOf = ({ session }, slip) => session.names[slip.mover] || t(slip.mover);

/** The numbers of a mistake as they are shown everywhere. @param {ReviewedMoveReply} slip */
export function words(slip) {
  return {
    number: slip.number,
    move: slip.played,
    best: slip.best,
    value: score(slip.score, slip.exact),
    bestValue: score(slip.best_score, slip.exact),
    discs: loss(slip.best_score, slip.score, slip.exact),
    chances: lostShare(slip.loss),
  };
}
