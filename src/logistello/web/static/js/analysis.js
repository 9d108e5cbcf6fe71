/** Analysis: what the engine thinks, the book, the library's games, and why. */
import { tabs } from "./buttons.js";
import { bookTab } from "./book.js";
import { databaseTab } from "./database.js";
import { h } from "./dom.js";
import { linesTab } from "./lines.js";
import { t } from "./texts.js";
import { whyTab } from "./why.js";
/** @import { App } from "./main.js" */

/** @typedef {{element: HTMLElement, show: (shown: boolean) => void}} Tab */

/** @param {App} app */
export function analysisPanel(app) {
  const makers = /** @type {Record<string, (app: App) => Tab>} */ ({
    lines: linesTab,
    why: whyTab,
    book: bookTab,
    database: databaseTab,
  });
  /** @type {Map<string, Tab>} */
  const made = new Map();
  let chosen = "";
  const content = h("div", { id: "tab-panel", role: "tabpanel", tabindex: -1 });

  /** @param {string} id */
  function choose(id) {
    made.get(chosen)?.show(false);
    chosen = id;
    const tab = made.get(id) ?? makers[id](app);
    made.set(id, tab);
    content.replaceChildren(tab.element);
    content.setAttribute("aria-labelledby", `tab-${id}`);
    tab.show(app.session.mode === "analysis");
  }

  const bar = tabs(
    t("panel"),
    [
      { id: "lines", text: "tab.lines" },
      { id: "why", text: "tab.why" },
      { id: "book", text: "tab.book" },
      { id: "database", text: "tab.database" },
    ],
    choose,
  );
  app.actions.tab = (/** @type {string} */ id) => {
    app.session.enter("analysis");
    bar.select(id);
  };
  app.session.on("mode", () => made.get(chosen)?.show(app.session.mode === "analysis"));
  bar.select("lines");
  return h("div", {}, bar.list, content);
}
