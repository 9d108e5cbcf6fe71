/** Short messages, dialogs, and words for screen readers. */
import { ApiError, isAbort } from "./api.js";
import { byId, h } from "./dom.js";
import { refusalText } from "./refusals.js";
import { t } from "./texts.js";
/** @import { Child } from "./dom.js" */

const SECONDS = 6;

/** @param {string} text */
export function announce(text) {
  byId("announce").textContent = text;
}

/**
 * @param {string} text
 * @param {"info" | "error"} [kind]
 * @param {{text: string, click: () => void}} [action] what may be done about it
 */
export function toast(text, kind = "info", action) {
  const box = byId("toasts");
  const note = h(
    "div",
    { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" },
    h("span", {}, text),
    action && h("button", { class: "plain action", click: () => (note.remove(), action.click()) }, action.text),
    h("button", { class: "plain", "aria-label": t("close"), click: () => note.remove() }, "×"),
  );
  while (box.children.length > 2) box.firstElementChild?.remove();
  box.append(note);
  setTimeout(() => note.remove(), 1000 * (kind === "error" || action ? 2 * SECONDS : SECONDS));
  return note;
}

/** The server answers: that it did not is no news any more. */
export function reachable() {
  for (const note of document.querySelectorAll("[data-unreachable]")) note.remove();
}

/** @param {unknown} error */
export function complain(error) {
  if (isAbort(error)) return;
  const away = error instanceof ApiError && error.code === "unreachable";
  if (away) reachable();
  const note = toast(errorText(error), "error");
  if (away) note.dataset.unreachable = "";
  if (!(error instanceof ApiError)) throw error;
}

/** @param {unknown} error */
export function errorText(error) {
  if (!(error instanceof ApiError)) return t("failure");
  return error.code === "unreachable" ? t("unreachable") : refusalText(error);
}

/**
 * Runs something that may be refused.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function tried(work) {
  try {
    return await work();
  } catch (error) {
    complain(error);
    return undefined;
  }
}

/**
 * A dialog of the page; Escape closes it and the focus goes back.
 * @param {string} title
 * @param {...Child} content
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...content) {
  const close = h("button", { class: "plain close", "aria-label": t("close"), click: () => box.close() }, "×");
  /** @type {HTMLDialogElement} */
  const box = h(
    "dialog",
    {
      "aria-label": title,
      close: () => box.remove(),
      click: (/** @type {Event} */ event) => event.target === box && box.close(),
    },
    h("header", {}, h("h2", {}, title), close),
    h("div", { class: "dialog-body" }, ...content),
  );
  document.body.append(box);
  box.showModal();
  return box;
}

/** @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const say = (/** @type {boolean} */ value) => () => {
      answer = value;
      box.close();
    };
    const box = dialog(
      question,
      h(
        "div",
        { class: "buttons end" },
        h("button", { click: say(false) }, t("cancel")),
        h("button", { class: "danger", click: say(true) }, yes),
      ),
    );
    box.addEventListener("close", () => resolve(answer));
  });
}
