/** What the server says of the position on the board, asked while somebody looks. */
import { isAbort } from "./api.js";
import { h } from "./dom.js";
import { complain, tried } from "./notices.js";
import { t } from "./texts.js";
/** @import { App } from "./main.js" */

/**
 * @param {App["session"]} session
 * @param {HTMLElement} element
 * @template Reply
 * @param {(position: string, signal: AbortSignal) => Promise<Reply>} ask gets the position as a part of an address
 * @param {(reply: Reply) => (Node | null)[]} content
 */
export function positionView(session, element, ask, content) {
  let shown = false;
  let asking = new AbortController();

  async function refresh() {
    if (!shown) return;
    asking.abort();
    asking = new AbortController();
    if (session.secret) return element.replaceChildren(h("p", { class: "quiet" }, t(session.secretReason)));
    try {
      const position = encodeURIComponent(session.current.state.position);
      const nodes = content(await ask(position, asking.signal));
      element.replaceChildren(...nodes.filter((node) => node !== null));
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
    return undefined;
  }

  session.on("place game secret library", refresh);
  return {
    show: (/** @type {boolean} */ wanted) => {
      shown = wanted;
      refresh();
    },
  };
}

/**
 * The head of a row about a move, with the name of the opening that it leads to.
 * @param {App["session"]} session @param {string} move
 */
export function moveHead(session, move) {
  const node = session.current;
  const opening = node.state.legal.find((each) => each.move === move)?.opening;
  return h(
    "th",
    { scope: "row" },
    h("button", { class: "plain link", type: "button", click: () => tried(() => session.playFrom(node, [move])) }, move),
    " ",
    opening ? h("span", { class: "quiet small opening-name" }, opening) : null,
  );
}
