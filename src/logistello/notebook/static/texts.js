/** The words of the page, for a widget: the tables come with it, as there is no server to ask. */

/** @type {Record<string, Record<string, string>>} */
const TABLES = __WORDS__;

export const language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in TABLES) ?? "en";
export const locale = navigator.languages.find((each) => each.startsWith(language)) ?? language;

/**
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  return TABLES[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Things one after the other. @param {(string | null | false | undefined)[]} items */
export const listed = (items) => items.filter(Boolean).join(t("list.between"));
