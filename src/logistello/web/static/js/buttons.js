/** Buttons, all made alike: a word or an icon with a tooltip that names its key. */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

/**
 * @param {string} picture
 * @param {string} text key of the text
 * @param {() => void} action
 * @param {string} [key] the key that does the same
 */
export function iconButton(picture, text, action, key) {
  const title = key ? t("text.key", { text: t(text), key: keyName(key) }) : t(text);
  return h(
    "button",
    { class: "icon-button", type: "button", title, "aria-label": t(text), "aria-keyshortcuts": key, click: action },
    icon(picture),
  );
}

/** What stands on a key: "Ctrl+V", "Home". @param {string} key in English */
export const keyName = (key) => key.replace(/[A-Z][a-z]+/g, (name) => t(`keycap.${name}`));

/**
 * @param {string} text key of the text
 * @param {() => void} action
 * @param {{kind?: string, picture?: string, disabled?: boolean}} [look]
 */
export function button(text, action, { kind = "", picture, disabled = false } = {}) {
  return h("button", { class: kind, type: "button", click: action, disabled }, picture ? icon(picture) : null, t(text));
}

/**
 * Tabs, each of them a stop of the Tab key: the arrow keys lead through the game wherever the focus is.
 * @param {string} label
 * @param {{id: string, text: string}[]} tabs
 * @param {(id: string) => void} choose
 */
export function tabs(label, tabs, choose) {
  const buttons = tabs.map(({ id, text }) =>
    h(
      "button",
      {
        role: "tab",
        type: "button",
        id: `tab-${id}`,
        "aria-controls": "tab-panel",
        "data-tab": id,
        click: () => select(id),
      },
      t(text),
    ),
  );
  const select = (/** @type {string} */ id) => {
    for (const each of buttons) each.setAttribute("aria-selected", String(each.dataset.tab === id));
    choose(id);
  };
  const list = h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": label },
    ...buttons,
  );
  return { list, select };
}
