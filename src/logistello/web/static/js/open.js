/** Paste anything, drop anything, open anything. The server finds out what it is. */
import { ApiError, isAbort, post } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { day, points } from "./format.js";
import { isTyping } from "./keys.js";
import { announce, dialog, errorText, toast, tried } from "./notices.js";
import { decisionText, refusalText } from "./refusals.js";
import { restoreRest } from "./restore.js";
import { t } from "./texts.js";
/**
 * @import { PositionReply } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 */

/** Longer texts than the server takes with a question go the way of files. */
const MOST_TEXT = 200_000;

/** @typedef {{quiet?: boolean, loud?: boolean, end?: boolean}} Manner quiet: no message; loud: errors are thrown on; end: stand at the last move */

/** @param {App} app */
export function mountOpen(app) {
  /**
   * @param {string} text
   * @param {Manner} [manner]
   */
  async function openText(text, manner = {}) {
    if (text.length > MOST_TEXT) return offerImport(new File([text], t("open.pasted")));
    const reply = await post("/api/position", { text });
    await take(reply, (index) => post("/api/position", { text, game: index }), manner);
    // The page's own links tell the line and the move as well.
    const hash = reply.format === "link" && reply.count === 1 ? /#\S+/.exec(text)?.[0] : undefined;
    return hash ? restoreRest(app.session, hash) : undefined;
  }

  /** @param {File[]} files */
  async function openFiles(files) {
    if (app.session.mode === "library" || files.length > 1) return app.actions.importFiles(files);
    const [file] = files;
    const read = (/** @type {number} */ index) =>
      post(`/api/position/file?name=${encodeURIComponent(file.name)}&game=${index}`, file);
    try {
      return await take(await read(0), read, { file });
    } catch (error) {
      if (error instanceof ApiError && error.code === "too_large") return offerImport(file);
      throw error;
    }
  }

  /** What is too much to choose from can still be kept. @param {File} file */
  function offerImport(file) {
    const box = dialog(
      t("open.large"),
      h("p", {}, t("open.large.text")),
      h("div", { class: "buttons end" }, importButton(file, () => box.close())),
    );
  }

  /** @param {File} file @param {() => void} close */
  const importButton = (file, close) =>
    button(
      "open.import",
      () => {
        close();
        app.session.enter("library");
        app.actions.importFiles([file]);
      },
      { kind: "primary" },
    );

  /**
   * @param {PositionReply} reply
   * @param {(index: number) => Promise<PositionReply>} again
   * @param {Manner & {file?: File}} manner
   */
  async function take(reply, again, manner) {
    if (app.setup.active && !manner.loud) app.setup.end();
    await app.session.load(reply.game, manner.end ? 999 : undefined);
    if (!manner.quiet) app.actions.leaveForGame();
    app.actions.remember();
    if (reply.count > 1) chooseGame(reply, again, manner.file);
    else if (!manner.quiet) {
      announce(t("open.done", { n: reply.game.positions.length - 1 }));
      for (const note of reply.notes.slice(0, 2)) toast(decisionText(note));
      if (reply.errors.length) toast(refusalText(reply.errors[0]), "error");
    }
  }

  /**
   * @param {PositionReply} reply
   * @param {(index: number) => Promise<PositionReply>} again
   * @param {File | undefined} file
   */
  function chooseGame(reply, again, file) {
    const items = reply.games.map((game) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            class: "game",
            type: "button",
            click: () =>
              tried(async () => {
                box.close();
                await app.session.load((await again(game.index)).game);
                app.actions.remember();
              }),
          },
          h("span", { class: "players" }, `${game.black || t("black")} – ${game.white || t("white")}`),
          h("span", { class: "points" }, points(game.black_score)),
          h("span", { class: "quiet" }, day(game.date) || t("open.plies", { n: game.plies })),
        ),
      ),
    );
    const keep = file ? importButton(file, () => box.close()) : null;
    const box = dialog(
      t("open.several", { n: reply.count }),
      h("input", {
        type: "search",
        placeholder: t("open.filter"),
        "aria-label": t("open.filter"),
        input: (/** @type {Event & {target: HTMLInputElement}} */ event) => {
          const wanted = event.target.value.toLowerCase();
          for (const item of items) item.hidden = !item.textContent?.toLowerCase().includes(wanted);
        },
      }),
      h("ul", { class: "games" }, ...items),
      h(
        "div",
        { class: "buttons end" },
        reply.count > reply.games.length
          ? h("span", { class: "quiet" }, t("open.first", { n: reply.games.length }))
          : null,
        keep,
      ),
    );
  }

  function openDialog() {
    const text = h("textarea", {
      rows: 7,
      spellcheck: "false",
      placeholder: t("open.placeholder"),
      "aria-label": t("open.text"),
    });
    const problem = h("p", { class: "problem", role: "alert" });
    const go = async () => {
      try {
        await openText(text.value);
        box.close();
      } catch (error) {
        if (!isAbort(error)) problem.textContent = errorText(error);
      }
    };
    text.addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && go(),
    );
    const file = h("input", {
      type: "file",
      multiple: true,
      change: () => {
        box.close();
        tried(() => openFiles([...(file.files ?? [])]));
      },
    });
    const box = dialog(
      t("open"),
      h("p", { class: "quiet" }, t("open.text")),
      text,
      problem,
      h(
        "div",
        { class: "buttons end" },
        h("label", { class: "file-button" }, file, h("span", {}, t("open.file"))),
        button("open.go", go, { kind: "primary" }),
      ),
    );
    text.focus();
  }

  document.addEventListener("paste", (event) => {
    if (isTyping(event) || document.querySelector("dialog[open]")) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text") ?? "";
    if (files.length) tried(() => openFiles(files));
    else if (text.trim()) tried(() => openText(text));
  });
  document.addEventListener("copy", (event) => {
    if (isTyping(event) || document.querySelector("dialog[open]") || String(getSelection())) return;
    event.clipboardData?.setData(
      "text/plain",
      app.session.text(app.session.current.tip()) || app.session.current.state.position,
    );
    event.preventDefault();
    toast(t("copied"));
  });
  mountDrop(openFiles, openText);
  Object.assign(app.actions, { openText, open: openDialog });
}

/** @param {(files: File[]) => Promise<unknown>} openFiles @param {(text: string) => Promise<unknown>} openText */
function mountDrop(openFiles, openText) {
  let depth = 0;
  const show = () => document.body.classList.toggle("dropping", depth > 0);
  document.addEventListener("dragenter", () => {
    depth += 1;
    show();
  });
  document.addEventListener("dragleave", () => {
    depth -= 1;
    show();
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    show();
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData("text") ?? "";
    if (files.length) tried(() => openFiles(files));
    else if (text) tried(() => openText(text));
  });
}
