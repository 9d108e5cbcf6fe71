/** The sheet of keys. */
import { button, keyName } from "./buttons.js";
import { h } from "./dom.js";
import { KEYS, MORE_KEYS, MOUSE } from "./keys.js";
import { dialog } from "./notices.js";
import { t } from "./texts.js";
/** @import { App } from "./main.js" */

/** @param {App} app */
export function showHelp({ actions }) {
  const row = (/** @type {(Node | string)[]} */ caps, /** @type {string} */ text) =>
    h("div", { class: "key-row" }, h("dt", {}, ...caps), h("dd", {}, t(text)));
  const rows = [
    ...[...KEYS, ...MORE_KEYS].map(({ shown, text }) => row(keycaps(shown), text)),
    ...MOUSE.map(({ named, text }) => row([h("kbd", {}, t(named))], text)),
  ];
  const leave = (/** @type {() => unknown} */ action) => () => (box.close(), action());
  const box = dialog(
    t("help"),
    h("p", {}, t("help.text")),
    h(
      "p",
      { class: "buttons" },
      button("rules.open", leave(actions.rules), { kind: "plain link" }),
      button("settings", leave(actions.settings), { kind: "plain link" }),
    ),
    h("dl", { class: "keys" }, ...rows),
  );
  box.classList.add("wide");
}

/** @param {string} shown */
function keycaps(shown) {
  return shown.split(" ").map((key) => (key === "…" ? "…" : h("kbd", {}, keyName(key))));
}
