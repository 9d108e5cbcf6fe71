/** What a person likes, kept in the browser. */
import { Emitter } from "./emitter.js";

const KEY = "logistello";
const DEFAULTS = {
  theme: "auto",
  thinking: true,
  values: true,
  depths: false,
  whole: false,
  speed: "normal",
  sounds: "off",
  board: "green",
  discs: "round",
  coordinates: true,
  rings: true,
  preview: true,
  lastMark: true,
  seconds: 0,
  depth: 0,
  lines: 0,
  threads: 0,
  tableMb: 0,
  singleKeys: true,
  orientation: 0,
  landing: "play",
  level: 0,
  side: "black",
  clock: 0,
  hints: true,
  learn: true,
  name: "",
  lead: "chances",
  graph: "value",
  language: "",
};

/** What was chosen in this browser, of this and of earlier versions. @returns {Partial<typeof DEFAULTS>} */
export function keptSettings() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    // An earlier version could only switch flips off.
    return kept.motion === false && !kept.speed ? { ...kept, speed: "none" } : kept;
  } catch {
    return {}; // a browser that keeps nothing: the defaults do
  }
}

/** @typedef {keyof typeof DEFAULTS} SettingName */

/**
 * Emits "change" (the name of what changed).
 * @extends {Emitter<{change: keyof typeof DEFAULTS}>}
 */
export class Settings extends Emitter {
  constructor() {
    super();
    /** @type {typeof DEFAULTS} */
    this.values = { ...DEFAULTS, ...keptSettings() };
  }

  /** @template {keyof typeof DEFAULTS} K @param {K} name */
  get(name) {
    return this.values[name];
  }

  /** As it was in the beginning. @param {(keyof typeof DEFAULTS)[]} names */
  reset(names) {
    for (const name of names) this.set(name, DEFAULTS[name]);
  }

  /** @template {keyof typeof DEFAULTS} K @param {K} name @param {(typeof DEFAULTS)[K]} value */
  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // a browser that keeps nothing
    }
    this.emit("change", name);
  }
}

/** What may be left out on the board. */
const DRAWN = /** @type {const} */ (["coordinates", "rings", "preview", "lastMark"]);

/** Colours, discs, speed and what is drawn; css/looks.css knows them. @param {Settings} settings */
export function applyLooks(settings) {
  const { dataset } = document.documentElement;
  const theme = settings.get("theme");
  if (theme === "auto") delete dataset.theme; // as the system is
  else dataset.theme = theme;
  for (const name of /** @type {const} */ (["board", "discs", "speed"])) dataset[name] = settings.get(name);
  dataset.hidden = DRAWN.filter((name) => !settings.get(name)).join(" ");
}

/** @param {Settings} settings */
export function switchTheme(settings) {
  const dark =
    settings.get("theme") === "dark" ||
    (settings.get("theme") === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  settings.set("theme", dark ? "light" : "dark");
}
