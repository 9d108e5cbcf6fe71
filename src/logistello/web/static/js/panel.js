/** The panel beside the board: one for each mode. Panels stay alive; only one is shown. */
import { byId, h } from "./dom.js";
import { t } from "./texts.js";

/**
 * @param {import("./types.js").App} app
 * @param {Record<string, () => HTMLElement>} makers by mode
 */
export function mountPanel(app, makers) {
  const box = byId("panel");
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();

  function show() {
    const { mode } = app.session;
    /** @type {HTMLElement} */
    const panel = made.get(mode) ?? h("div", { class: `mode-${mode}` }, makers[mode]());
    made.set(mode, panel);
    for (const [name, each] of made) each.hidden = name !== mode;
    if (!panel.isConnected) box.append(panel);
    document.body.dataset.mode = mode;
    document.title = mode === "analysis" ? "Logistello" : `${t(`mode.${mode}`)} – Logistello`;
    for (const link of document.querySelectorAll(".modes [data-mode]")) {
      if (/** @type {HTMLElement} */ (link).dataset.mode === mode) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  app.session.on("mode", show);
  show();
}
