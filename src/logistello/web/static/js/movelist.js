/** The moves as text, variations in brackets where they leave the line. */
import { byId, h } from "./dom.js";
import { t } from "./texts.js";
import { GLYPHS } from "./verdict.js";
/**
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

/** @param {App} app */
export function mountMoves({ session, review }) {
  const box = h("div", { class: "moves", role: "group", "aria-label": t("moves") });
  byId("moves-side").append(box);
  /** @type {Map<GameNode, HTMLElement>} */
  let buttons = new Map();

  function draw() {
    buttons = new Map();
    box.replaceChildren(...following(session.root));
    if (!session.root.children.length) box.append(h("p", { class: "quiet" }, t("moves.none")));
    mark();
  }

  /** @param {GameNode} start @returns {Node[]} */
  function following(start) {
    /** @type {Node[]} */
    const parts = [];
    let node = start;
    let fresh = true;
    while (node.children.length) {
      const [main, ...others] = node.children;
      parts.push(...moveParts(main, fresh));
      fresh = others.length > 0;
      for (const other of others)
        parts.push(h("span", { class: "variation" }, "(", ...moveParts(other, true), ...following(other), ")"));
      node = main;
    }
    return parts;
  }

  /** @param {GameNode} node @param {boolean} withNumber */
  function moveParts(node, withNumber) {
    const pass = node.state.move === "pass";
    const glyph = session.secret ? "" : (GLYPHS[review.classOf(node)] ?? "");
    const kind = glyph ? ` ${review.classOf(node)}` : "";
    const number =
      !pass && (withNumber || node.number % 2 === 1)
        ? h("span", { class: "number", "aria-hidden": "true" }, `${node.number}.`)
        : null;
    const button = h(
      "button",
      {
        class: `move ${node.state.mover}${kind}${node.noted ? " noted" : ""}`,
        type: "button",
        click: () => session.goTo(node),
        title: node.comment || null,
      },
      pass ? "–" : node.state.move,
      glyph,
    );
    button.setAttribute("aria-label", `${pass ? t("pass") : `${node.number} ${node.state.move}`} ${glyph}`.trim());
    buttons.set(node, button);
    // Together, so that no line ends with a number.
    return [number ? h("span", { class: "numbered" }, number, button) : button];
  }

  function mark() {
    for (const [node, button] of buttons) {
      const here = node === session.current;
      if (here !== button.hasAttribute("aria-current")) button.toggleAttribute("aria-current", here);
      if (here) button.setAttribute("aria-current", "true");
    }
    const here = buttons.get(session.current);
    if (here) box.scrollTop = Math.max(0, here.offsetTop - box.clientHeight / 2);
    else box.scrollTop = 0;
  }

  session.on("game tree secret reviewed notes", draw);
  session.on("place", mark);
  // What is above may take its room, as at the end of a game: the move on the board stays in sight.
  new ResizeObserver(mark).observe(box);
  draw();
}
