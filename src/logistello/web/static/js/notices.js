/** Short messages, dialogs, and words for screen readers. */
import { ApiError, isAbort } from "./api.js";
import { byId, h } from "./dom.js";
import { t } from "./texts.js";

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
}

/** @param {unknown} error */
export function complain(error) {
  if (isAbort(error)) return;
  if (error instanceof ApiError) toast(error.message || t("unreachable"), "error");
  else {
    toast(t("failure"), "error");
    throw error;
  }
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
 * @param {...import("./dom.js").Child} content
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
