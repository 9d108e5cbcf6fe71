/** The sheet of keys, and what one may switch. */
import { h } from "./dom.js";
import { KEYS, MORE_KEYS } from "./keys.js";
import { dialog } from "./notices.js";
import { t } from "./texts.js";

const SWITCHES = /** @type {const} */ (["values", "whole", "motion", "singleKeys", "learn"]);

/** @param {import("./settings.js").Settings} settings */
export function showHelp(settings) {
  const rows = [...KEYS, ...MORE_KEYS].map(({ shown, text }) =>
    h("div", { class: "key-row" }, h("dt", {}, ...keycaps(shown)), h("dd", {}, t(text))),
  );
  const switches = SWITCHES.map((name) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: settings.get(name),
        change: (/** @type {any} */ event) => settings.set(name, event.target.checked),
      }),
      t(`setting.${name}`),
    ),
  );
  const theme = h(
    "select",
    { change: (/** @type {any} */ event) => settings.set("theme", event.target.value) },
    ...["auto", "light", "dark"].map((value) =>
      h("option", { value, selected: settings.get("theme") === value }, t(`theme.${value}`)),
    ),
  );
  const box = dialog(
    t("help"),
    h("p", {}, t("help.text")),
    h("dl", { class: "keys" }, ...rows),
    h("h3", {}, t("settings")),
    h("div", { class: "switches" }, ...switches, h("label", { class: "check" }, t("theme"), theme)),
  );
  box.classList.add("wide");
}

/** @param {string} shown */
function keycaps(shown) {
  return shown.split(" ").map((key) => (key === "…" ? "…" : h("kbd", {}, key)));
}
