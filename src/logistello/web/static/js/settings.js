/** What a person likes, kept in the browser. */
import { Emitter } from "./emitter.js";

const KEY = "logistello";
const DEFAULTS = {
  theme: "auto",
  thinking: true,
  values: true,
  whole: false,
  motion: true,
  singleKeys: true,
  orientation: 0,
  level: 0,
  side: "black",
  clock: 0,
  hints: true,
  learn: true,
  name: "",
};

/** Emits "change" (the name of what changed). */
export class Settings extends Emitter {
  constructor() {
    super();
    /** @type {typeof DEFAULTS} */
    this.values = { ...DEFAULTS };
    try {
      Object.assign(this.values, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      // A browser that keeps nothing: the defaults do.
    }
  }

  /** @template {keyof typeof DEFAULTS} K @param {K} name */
  get(name) {
    return this.values[name];
  }

  /** @template {keyof typeof DEFAULTS} K @param {K} name @param {(typeof DEFAULTS)[K]} value */
  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // as above
    }
    this.emit("change", name);
  }
}

/** Light, dark, or as the system is. @param {Settings} settings */
export function applyTheme(settings) {
  const theme = settings.get("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** @param {Settings} settings */
export function switchTheme(settings) {
  const dark =
    settings.get("theme") === "dark" ||
    (settings.get("theme") === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  settings.set("theme", dark ? "light" : "dark");
}
