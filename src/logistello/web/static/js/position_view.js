/** What the server says of the position on the board, asked while somebody looks. */
import { get, isAbort } from "./api.js";
import { h } from "./dom.js";
import { complain } from "./notices.js";
import { t } from "./texts.js";

/**
 * @param {import("./types.js").App["session"]} session
 * @param {HTMLElement} element
 * @param {string} path of the API; gets the position as a parameter
 * @param {string} events after which to ask again
 * @param {(reply: any) => (Node | null)[]} content
 */
export function positionView(session, element, path, events, content) {
  let shown = false;
  let asking = new AbortController();

  async function refresh() {
    if (!shown) return;
    asking.abort();
    asking = new AbortController();
    if (session.secret) return element.replaceChildren(h("p", { class: "quiet" }, t(session.secretReason)));
    try {
      const position = encodeURIComponent(session.current.state.position);
      const nodes = content(await get(`${path}?position=${position}`, asking.signal));
      element.replaceChildren(...nodes.filter((node) => node !== null));
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
    return undefined;
  }

  session.on(events, refresh);
  return {
    show: (/** @type {boolean} */ wanted) => {
      shown = wanted;
      refresh();
    },
  };
}
