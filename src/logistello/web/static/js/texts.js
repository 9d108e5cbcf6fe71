/**
 * The words of the page. Each language has one table (languages/*.json), of which only the one in use is fetched: the
 * one that the settings name, or the first of the browser's that there is.
 *
 * A text is a whole sentence; {name} is replaced by a value. A text with {n} may have forms for certain numbers, such as
 * "key.one", as the language has them (Intl.PluralRules).
 */
import { keptSettings } from "./settings.js";

/** Their names in themselves. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", ja: "日本語", fr: "Français", de: "Deutsch", zh: "简体中文" };

const asked = [keptSettings().language, ...navigator.languages];
export const language = asked.map((each) => String(each).slice(0, 2)).find((each) => each in LANGUAGES) ?? "en";
/** @type {Record<string, string>} */
const table = await (await fetch(`/static/js/languages/${language}.json`)).json();
/** With the reader's country, if the browser tells it: numbers and dates depend on it. */
export const locale = navigator.languages.find((each) => each.startsWith(language)) ?? language;
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(locale);

/**
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const form = typeof values.n === "number" ? table[`${key}.${plurals.select(values.n)}`] : undefined;
  const text = form ?? table[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
}

/** Whether there is such a text. @param {string} key */
export const knows = (key) => key in table;

/** @param {unknown} value */
const written = (value) => (typeof value === "number" ? numbers.format(value) : String(value ?? ""));

/** Whole sentences one after the other, as the language puts them. @param {(string | null | false | undefined)[]} sentences */
export const together = (...sentences) => sentences.filter(Boolean).join(t("sentences.between"));

/** Things one after the other. @param {(string | null | false | undefined)[]} items */
export const listed = (items) => items.filter(Boolean).join(t("list.between"));

/** Fills what index.html names. @param {Document} page */
export function translatePage(page) {
  page.documentElement.lang = t("language.code");
  for (const element of page.querySelectorAll("[data-text]"))
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.text ?? "");
  for (const element of page.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", t(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
}
