/** Keys and the wheel. One table of keys: the help shows it, the page obeys it. */
import { byId } from "./dom.js";
/**
 * @import { Actions } from "./actions.js"
 * @import { App } from "./main.js"
 */

/**
 * What a key can do: with no argument, or with a text.
 * @typedef {{[Name in keyof Actions]-?: NonNullable<Actions[Name]> extends (argument: string) => unknown ? Name : never}[keyof Actions]} KeyAction
 */

/**
 * Keys of one letter can be switched off; a name in `action` is one of the page's actions.
 * @type {{keys: string[], shown: string, text: string, action: KeyAction, argument?: string}[]}
 */
export const KEYS = [
  { keys: ["ArrowLeft", ","], shown: "← ,", text: "step.back", action: "back" },
  { keys: ["ArrowRight", "."], shown: "→ .", text: "step.forward", action: "forward" },
  { keys: ["Home"], shown: "Home", text: "step.first", action: "first" },
  { keys: ["End"], shown: "End", text: "step.last", action: "last" },
  { keys: ["ArrowUp"], shown: "↑", text: "key.branch", action: "branch" },
  { keys: ["ArrowDown"], shown: "↓", text: "key.switch", action: "switchLine" },
  { keys: ["Backspace"], shown: "⌫", text: "play.back", action: "takeBack" },
  { keys: ["u"], shown: "U", text: "key.promote", action: "promote" },
  { keys: ["Delete"], shown: "Del", text: "key.cut", action: "cut" },
  { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], shown: "1 … 9", text: "key.nth", action: "playNth" },
  { keys: ["Enter"], shown: "Enter", text: "key.pass", action: "pass" },
  { keys: [" "], shown: "Space", text: "engine.switch", action: "engine" },
  { keys: ["g"], shown: "G", text: "key.go", action: "go" },
  { keys: ["h"], shown: "H", text: "hide", action: "hide" },
  { keys: ["v"], shown: "V", text: "key.values", action: "values" },
  { keys: ["x"], shown: "X", text: "key.why", action: "why" },
  { keys: ["w"], shown: "W", text: "key.otherSide", action: "otherSide" },
  { keys: ["c"], shown: "C", text: "key.compare", action: "compare" },
  { keys: ["t"], shown: "T", text: "key.comment", action: "comment" },
  { keys: ["k"], shown: "K", text: "key.draw", action: "draw" },
  { keys: ["b"], shown: "B", text: "key.board", action: "focusBoard" },
  { keys: ["f"], shown: "F", text: "board.turn", action: "turn" },
  { keys: ["e"], shown: "E", text: "setup", action: "setup" },
  { keys: ["n"], shown: "N", text: "new", action: "fresh" },
  { keys: ["o"], shown: "O", text: "open", action: "open" },
  { keys: ["s"], shown: "S", text: "save", action: "save" },
  { keys: ["m"], shown: "M", text: "export", action: "share" },
  { keys: ["a"], shown: "A", text: "mode.analysis", action: "mode", argument: "analysis" },
  { keys: ["p"], shown: "P", text: "mode.play", action: "mode", argument: "play" },
  { keys: ["r"], shown: "R", text: "mode.review", action: "mode", argument: "review" },
  { keys: ["l"], shown: "L", text: "mode.library", action: "mode", argument: "library" },
  { keys: ["d"], shown: "D", text: "theme", action: "theme" },
  { keys: ["i"], shown: "I", text: "settings", action: "settings" },
  { keys: ["?", "F1"], shown: "?", text: "help", action: "help" },
];

/** Shown in the help beside the others; other code does them. */
export const MORE_KEYS = [
  { shown: "Ctrl+V", text: "key.paste" },
  { shown: "Ctrl+C", text: "key.copy" },
  { shown: "←↑→↓ Enter", text: "key.cursor" },
  { shown: "B W E", text: "key.setup" },
  { shown: "Esc", text: "key.escape" },
];

/** What a mouse does besides clicking. */
export const MOUSE = [
  { named: "key.wheel", text: "key.wheel.text" },
  { named: "key.rightButton", text: "key.right" },
  { named: "key.line", text: "key.line.text" },
];

/** The arrows change a choice only for those who came to it by keyboard, not after a click. */
let byPointer = false;

/** @param {App} app */
export function mountKeys(app) {
  document.addEventListener("pointerdown", () => (byPointer = true), { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") byPointer = false;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]")
    )
      return;
    if (isTyping(event)) return;
    if (event.key === "Escape") return app.actions.escape();
    if (app.setup.active && setUpKey(app, event.key)) return event.preventDefault();
    const found = KEYS.find((each) => each.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!found || (event.key.length === 1 && event.key !== "?" && !app.settings.get("singleKeys"))) return undefined;
    if (
      (event.key === " " || event.key === "Enter") &&
      /** @type {Element} */ (event.target).closest("button, a, summary, label")
    )
      return undefined;
    event.preventDefault();
    const act = /** @type {(argument: string) => unknown} */ (app.actions[found.action]);
    act(found.argument ?? event.key);
    return undefined;
  });
}

/** The wheel over the board steps through the game; a touch pad's many small turns add up. @param {App} app */
export function mountWheel({ actions }) {
  const NOTCH = 100; // pixels
  const LINES = 3; // of a notch, where a browser counts lines
  let turned = 0;
  byId("board").addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.metaKey) return; // zooms
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? (event.deltaY * NOTCH) / LINES : event.deltaY;
      turned = Math.sign(pixels) === Math.sign(turned) ? turned + pixels : pixels;
      for (; Math.abs(turned) >= NOTCH; turned -= Math.sign(turned) * NOTCH) {
        if (turned > 0) actions.forward();
        else actions.back();
      }
    },
    { passive: false },
  );
}

/** @param {App} app @param {string} key */
function setUpKey(app, key) {
  const brush = /** @type {Record<string, string>} */ ({ b: "black", w: "white", e: "empty" })[key.toLowerCase()];
  if (brush) app.setup.choose(brush);
  return Boolean(brush);
}

/** @param {Event} event */
export function isTyping(event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest?.("textarea, select, [contenteditable]")) return true;
  const input = /** @type {HTMLInputElement | null} */ (target.closest?.("input") ?? null);
  if (input?.type === "radio") return !byPointer;
  return input !== null && !["checkbox", "button"].includes(input.type);
}
