/** The settings, all in one place, beside the board: whatever is changed is seen at once, and kept. */
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { sizeFields } from "./engine_size.js";
import { dialog } from "./notices.js";
import { LANGUAGES, t } from "./texts.js";
/**
 * @import { App } from "./main.js"
 * @import { Settings, SettingName } from "./settings.js"
 */

/** Switches, and choices with their values; 0 and "" leave it to the page. */
const SECTIONS = /** @type {{title: string, fields: [SettingName, (string | number)[]?][]}[]} */ ([
  {
    title: "settings.board",
    fields: [
      ["board", ["green", "blue", "wood", "grey"]],
      ["discs", ["round", "flat", "rim"]],
      ["speed", ["none", "fast", "normal", "slow"]],
      ["sounds", ["off", "gentle", "clear"]],
      ["coordinates"],
      ["rings"],
      ["preview"],
      ["lastMark"],
    ],
  },
  {
    title: "settings.analysis",
    fields: [
      ["seconds", [0, 1, 3, 10, 30, 60]],
      ["depth", [0, 6, 10, 14, 18, 22, 26]],
      ["lines", [0, 1, 2, 3, 5, 8]],
      ["values"],
      ["whole"],
      ["depths"],
    ],
  },
  {
    title: "settings.page",
    fields: [["language", ["", ...Object.keys(LANGUAGES)]], ["theme", ["auto", "light", "dark"]], ["singleKeys"], ["learn"]],
  },
]);
const NAMES = SECTIONS.flatMap(({ fields }) => fields.map(([name]) => name));

/** @param {App} app */
export function showSettings(app) {
  const { settings } = app;
  const sections = SECTIONS.map(({ title, fields }) =>
    h(
      "section",
      { "aria-label": t(title) },
      h("h3", {}, t(title)),
      ...fields.map(([name, values]) => (values ? choice(settings, name, values) : check(settings, name))),
    ),
  );
  sections[1].append(sizeFields(settings));
  const restore = () => {
    const translated = settings.get("language");
    settings.reset(NAMES);
    box.close();
    if (translated) location.reload();
    else showSettings(app);
  };
  const box = dialog(
    t("settings"),
    h("div", { class: "settings" }, ...sections),
    h("div", { class: "buttons end" }, button("settings.restore", restore)),
  );
  box.classList.add("beside");
}

/** @param {Settings} settings @param {SettingName} name */
function check(settings, name) {
  const box = h("input", { type: "checkbox", checked: Boolean(settings.get(name)), change: () => settings.set(name, box.checked) });
  return h("label", { class: "check" }, box, t(`setting.${name}`));
}

/** @param {Settings} settings @param {SettingName} name @param {(string | number)[]} values */
function choice(settings, name, values) {
  const select = h(
    "select",
    {
      name,
      change: () => {
        settings.set(name, values[select.selectedIndex]);
        if (name === "language") location.reload(); // every sentence changes
      },
    },
    ...values.map((value) => h("option", { value, selected: settings.get(name) === value }, valueText(name, value))),
  );
  return h("label", { class: "field" }, t(`setting.${name}`), select);
}

/** @param {SettingName} name @param {string | number} value */
function valueText(name, value) {
  if (name === "language" && value) return LANGUAGES[value];
  if (typeof value === "number" && value) return t(`setting.${name}.some`, { n: value });
  return t(`setting.${name}.${value || "free"}`);
}
