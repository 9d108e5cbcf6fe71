/** Out of the page: a link, a text, a file, the library. */
import { download, get, post } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { dialog, toast, tried } from "./notices.js";
import { t } from "./texts.js";

/** @param {import("./types.js").App} app */
export function mountShare({ session, actions }) {
  /** @param {string} text */
  const copy = (text) =>
    tried(async () => {
      await navigator.clipboard.writeText(text);
      toast(t("copied"));
    });

  actions.share = () =>
    tried(async () => {
      const { text, variations } = session.record();
      const file = (/** @type {string} */ format) =>
        download("/api/export", {
          text: text || session.current.state.position,
          variations,
          format,
          black: session.names.black,
          white: session.names.white,
        });
      dialog(
        t("export"),
        field("share.link", location.href, () => copy(location.href)),
        field("share.moves", session.current.tip().moves().join(""), () =>
          copy(session.current.tip().moves().join("")),
        ),
        field("share.position", session.current.state.position, () => copy(session.current.state.position)),
        await fileField(file),
        variations.length ? h("p", { class: "quiet small" }, t("share.variations", { n: variations.length })) : null,
      );
    });

  actions.exportGames = (/** @type {(format: string) => Promise<void>} */ file) =>
    tried(async () => dialog(t("share.file"), await fileField(file)));

  actions.save = () => {
    if (!session.root.children.length) return toast(t("save.nothing"));
    const inputs = Object.fromEntries(
      ["black", "white", "date", "place", "comment"].map((name) => [
        name,
        h("input", {
          type: "text",
          value: /** @type {any} */ (session.names)[name] ?? (name === "date" ? "" : ""),
          maxlength: 200,
        }),
      ]),
    );
    if (!inputs.date.value) inputs.date.value = new Date().toISOString().slice(0, 10);
    const save = async () => {
      const values = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
      const reply = await post("/api/games", { ...session.record(), ...values });
      Object.assign(session.names, {
        black: values.black,
        white: values.white,
        date: values.date,
        place: values.place,
      });
      session.emit("names");
      session.emit("library");
      box.close();
      toast(reply.problems[0] ?? t("saved"));
    };
    const form = h(
      "form",
      {
        class: "options",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          tried(save);
        },
      },
      ...Object.entries(inputs).map(([name, input]) => h("label", { class: "field" }, t(`save.${name}`), input)),
      h("div", { class: "buttons end" }, h("button", { class: "primary", type: "submit" }, t("save"))),
    );
    const box = dialog(t("save"), form);
    return undefined;
  };
}

/** Choose a format and get the file. @param {(format: string) => Promise<void>} file */
async function fileField(file) {
  const { formats } = await get("/api/info");
  const format = h(
    "select",
    { "aria-label": t("format") },
    ...formats
      .filter((/** @type {any} */ each) => each.writable && each.games)
      .map((/** @type {any} */ each) => h("option", { value: each.name }, `${each.name} – ${each.title}`)),
  );
  return h(
    "label",
    { class: "field" },
    t("share.file"),
    h(
      "span",
      { class: "with-button" },
      format,
      button("share.download", () => tried(() => file(format.value)), { kind: "primary" }),
    ),
  );
}

/** @param {string} label @param {string} value @param {() => void} copy */
function field(label, value, copy) {
  return h(
    "label",
    { class: "field" },
    t(label),
    h(
      "span",
      { class: "with-button" },
      h("input", { type: "text", readonly: true, value, focus: (/** @type {any} */ event) => event.target.select() }),
      button("copy", copy),
    ),
  );
}
