/** Paste anything, drop anything, open anything. The server finds out what it is. */
import { post, postFile } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { points } from "./format.js";
import { isTyping } from "./keys.js";
import { announce, dialog, toast, tried } from "./notices.js";
import { t } from "./texts.js";

/** @typedef {{quiet?: boolean, loud?: boolean, end?: boolean}} Manner quiet: no message; loud: errors are thrown on; end: stand at the last move */

/** @param {import("./types.js").App} app */
export function mountOpen(app) {
  /**
   * @param {string} text
   * @param {Manner} [manner]
   */
  async function openText(text, manner = {}) {
    const reply = await post("/api/position", { text });
    await take(reply, (index) => post("/api/position", { text, game: index }), manner);
    return true;
  }

  /** @param {File[]} files */
  async function openFiles(files) {
    if (app.session.mode === "library" || files.length > 1) return app.actions.importFiles(files);
    const [file] = files;
    const path = (/** @type {number} */ index) =>
      `/api/position/file?name=${encodeURIComponent(file.name)}&game=${index}`;
    return take(await postFile(path(0), file), (index) => postFile(path(index), file), { file });
  }

  /**
   * @param {import("./types.js").PositionReply} reply
   * @param {(index: number) => Promise<import("./types.js").PositionReply>} again
   * @param {Manner & {file?: File}} manner
   */
  async function take(reply, again, manner) {
    if (app.setup.active && !manner.loud) app.setup.end();
    if (!manner.quiet) app.actions.leaveForGame();
    await app.session.load(reply.game, manner.end ? 999 : undefined);
    app.actions.remember();
    if (reply.count > 1) chooseGame(reply, again, manner.file);
    else if (!manner.quiet) {
      const moves = reply.game.positions.length - 1;
      announce(t("open.done", { format: reply.format, moves }));
      if (reply.errors.length) toast(reply.errors[0].message, "error");
    }
  }

  /**
   * @param {import("./types.js").PositionReply} reply
   * @param {(index: number) => Promise<import("./types.js").PositionReply>} again
   * @param {File | undefined} file
   */
  function chooseGame(reply, again, file) {
    const list = h(
      "ul",
      { class: "games" },
      ...reply.games.map((game) =>
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
            h("span", { class: "quiet" }, game.date || t("open.plies", { n: game.plies })),
          ),
        ),
      ),
    );
    const keep = file
      ? button(
          "open.import",
          () => {
            box.close();
            app.session.enter("library");
            app.actions.importFiles([file]);
          },
          { kind: "primary" },
        )
      : null;
    const box = dialog(
      t("open.several", { n: reply.count }),
      h("input", {
        type: "search",
        placeholder: t("open.filter"),
        "aria-label": t("open.filter"),
        input: (/** @type {any} */ event) => {
          const wanted = event.target.value.toLowerCase();
          for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
        },
      }),
      list,
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
        problem.textContent = error instanceof Error ? error.message : String(error);
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
        tried(() => openFiles([...file.files]));
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
