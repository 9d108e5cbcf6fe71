/** The panel beside the board: one for each mode. Panels stay alive; only one is shown. */
import { ApiError } from "./api.js";
import { byId, h } from "./dom.js";
import { complain } from "./notices.js";
/** @import { App } from "./main.js" */

/**
 * @param {App} app
 * @param {Record<string, () => HTMLElement | Promise<HTMLElement>>} makers by mode; some are fetched first
 */
export function mountPanel(app, makers) {
  const box = byId("panel");
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  /** Whether the panel that was asked for last is there. @type {Promise<boolean>} */
  let ready = Promise.resolve(true);

  /** @param {string} mode */
  function make(mode) {
    const panel = h("div", { class: `mode-${mode}` });
    made.set(mode, panel);
    const content = makers[mode]();
    if (content instanceof Promise) ready = fill(mode, panel, content);
    else panel.append(content);
    return panel;
  }

  /** @param {string} mode @param {HTMLElement} panel @param {Promise<HTMLElement>} content */
  async function fill(mode, panel, content) {
    try {
      panel.append(await content);
      return true;
    } catch {
      // The next visit tries again.
      made.delete(mode);
      panel.remove();
      complain(new ApiError({ code: "unreachable", message: "" }, 0));
      return false;
    }
  }

  function show() {
    const { mode } = app.session;
    const panel = made.get(mode) ?? make(mode);
    for (const [name, each] of made) each.hidden = name !== mode;
    if (!panel.isConnected) box.append(panel);
    document.body.dataset.mode = mode;
    for (const link of document.querySelectorAll(".modes [data-mode]")) {
      if (/** @type {HTMLElement} */ (link).dataset.mode === mode) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  app.session.on("mode", show);
  show();
  app.actions.panel = (mode) => {
    app.session.enter(mode);
    return ready;
  };
}
