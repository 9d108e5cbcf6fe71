/** Files and folders into the library, with progress. */
import { isAbort, lines } from "./api.js";
import { button } from "./buttons.js";
import { h, setText } from "./dom.js";
import { complain, toast } from "./notices.js";
import { fileProblemText } from "./refusals.js";
import { t } from "./texts.js";
/**
 * @import { ImportDone, ImportProgress } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 */

/**
 * @param {App} app
 * @param {() => void} changed
 */
export function importer({ session, actions }, changed) {
  let asking = new AbortController();
  const bar = h("progress", { max: 1, "aria-label": t("import.progress") });
  const text = h("span", { class: "facts", role: "status" });
  const progress = h(
    "div",
    { class: "progress", hidden: true },
    bar,
    text,
    button("stop", () => asking.abort()),
  );
  const pick = (/** @type {string} */ label, /** @type {boolean} */ folder) => {
    const input = h("input", {
      type: "file",
      multiple: true,
      webkitdirectory: folder,
      change: () => {
        run([...(input.files ?? [])]);
        input.value = "";
      },
    });
    return h("label", { class: "file-button" }, input, h("span", {}, t(label)));
  };

  /** @param {File[]} files */
  async function run(files) {
    if (!files.length) return;
    session.enter("library");
    asking.abort();
    asking = new AbortController();
    const form = new FormData();
    for (const file of files) form.append("files", file, file.name);
    progress.hidden = false;
    bar.removeAttribute("value");
    setText(text, t("import.sending"));
    try {
      for await (const message of lines("/api/games/import", form, asking.signal)) hear(message);
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
    progress.hidden = true;
    changed();
  }

  /** @param {ImportProgress | ImportDone} message */
  function hear(message) {
    if (message.type === "progress") {
      bar.max = message.files || 1;
      bar.value = message.files_done;
      setText(text, t("import.games", { file: message.file, n: message.games }));
    } else if (message.type === "done") {
      const { games: n, duplicates } = message;
      toast(t(!duplicates ? "import.done" : n ? "import.some" : "import.known", { n: n || duplicates, duplicates }));
      if (message.problems.length) toast(fileProblemText(message.problems[0]), "error");
    }
  }

  actions.importFiles = run;
  return {
    element: h(
      "div",
      { class: "import" },
      h("div", { class: "buttons" }, pick("import.files", false), pick("import.folder", true)),
      h("p", { class: "quiet small" }, t("import.text")),
      progress,
    ),
  };
}
