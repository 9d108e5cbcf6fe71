/** Out of the page: a link, a text, a file, the library. */
import { downloadMade, get, made, post, saveBlob } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { dialog, toast, tried } from "./notices.js";
import { askWhy, reasonTexts, verdictText } from "./reasons.js";
import { refusalText } from "./refusals.js";
import { language, t, together } from "./texts.js";
import { SLIPS } from "./verdict.js";
/**
 * @import { ReviewedMoveReply } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 */

/** Width and height of pictures in pixels. */
const PICTURE = 800;

/** Fetched when something of it is wanted. @param {App} app */
export function sharing({ session, review }) {
  /** @param {string} text */
  const copy = (text) =>
    tried(async () => {
      await navigator.clipboard.writeText(text);
      toast(t("copied"));
    });

  const share = () =>
    tried(async () => {
      const { text, variations, notes } = session.record();
      const file = (/** @type {string} */ format) =>
        downloadMade("/api/export", {
          text: text || session.current.state.position,
          variations,
          notes,
          format,
          black: session.names.black,
          white: session.names.white,
        });
      dialog(
        t("export"),
        field("share.link", location.href, () => copy(location.href)),
        h("p", { class: "quiet small" }, t(isLocal(location.hostname) ? "share.local" : "share.served")),
        field("share.moves", session.current.tip().moves().join(""), () =>
          copy(session.current.tip().moves().join("")),
        ),
        field("share.position", session.current.state.position, () => copy(session.current.state.position)),
        await fileField(file).catch(() => null), // the server knows the formats, and may be away
        h(
          "div",
          { class: "buttons" },
          button("share.page", () => tried(gamePage), { kind: "primary", disabled: !session.root.children.length }),
          button("share.svg", () => tried(async () => saveBlob(await picture(), "position.svg"))),
          button("share.png", () => tried(async () => saveBlob(await pixels(await picture()), "position.png"))),
          button("share.gif", () =>
            tried(async () => saveBlob((await import("./animation.js")).animation(session.line()), "game.gif")),
          ),
        ),
        h("p", { class: "quiet small" }, t(review.moves.length ? "share.page.reviewed" : "share.page.text")),
        variations.length ? h("p", { class: "quiet small" }, t("share.variations", { n: variations.length })) : null,
      );
    });

  /** One file that works anywhere: the reviewed line first, if there is one. */
  async function gamePage() {
    const tip = review.moves.length ? review.line[review.line.length - 1] : session.current.tip();
    await downloadMade("/api/share/page", {
      ...session.record(tip),
      black: session.names.black,
      white: session.names.white,
      moves: await Promise.all(review.moves.map(sharedMove)),
      language,
    });
  }

  /** @param {ReviewedMoveReply} move */
  async function sharedMove({ ply, played, best, move_class, score, best_score, black_value, best_pv, played_pv }) {
    const slip = SLIPS.includes(move_class) && played !== best;
    const reply = slip ? await askWhy(review.line[ply], best, played) : null;
    const why = reply?.better.move === best ? together(verdictText(reply), ...reasonTexts(reply)) : "";
    return { ply, move_class, score, best_score, black_value, best_pv, played_pv, why };
  }

  /** The position on the board as SVG. */
  const picture = async () => {
    const { position, move } = session.current.state;
    const { marks } = session.current;
    return new Blob([await made("/api/share/picture", { position, last_move: move, marks, size: PICTURE })], {
      type: "image/svg+xml",
    });
  };

  const exportGames = (/** @type {(format: string) => Promise<void>} */ file) =>
    tried(async () => dialog(t("share.file"), await fileField(file)));

  const save = () => {
    if (!session.root.children.length) return toast(t("save.nothing"));
    const inputs = Object.fromEntries(
      /** @type {const} */ (["black", "white", "date", "place", "comment"]).map((name) => [
        name,
        h("input", {
          type: "text",
          value: name === "comment" ? session.root.comment : session.names[name],
          maxlength: 200,
        }),
      ]),
    );
    if (!inputs.date.value) inputs.date.value = new Date().toISOString().slice(0, 10);
    const store = async () => {
      const values = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
      const reply = await post("/api/games", { ...session.record(), ...values });
      Object.assign(session.names, {
        black: values.black,
        white: values.white,
        date: values.date,
        place: values.place,
      });
      session.annotate(session.root, { comment: values.comment });
      session.emit("names");
      session.emit("library");
      box.close();
      toast(reply.problems.length ? refusalText(reply.problems[0]) : t("saved"));
    };
    const form = h(
      "form",
      {
        class: "options",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          tried(store);
        },
      },
      ...Object.entries(inputs).map(([name, input]) => h("label", { class: "field" }, t(`save.${name}`), input)),
      h("div", { class: "buttons end" }, h("button", { class: "primary", type: "submit" }, t("save"))),
    );
    const box = dialog(t("save"), form);
    return undefined;
  };

  return { share, exportGames, save };
}

/** Whether only this computer can reach the page. @param {string} host */
const isLocal = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

/** A picture of lines as one of pixels. @param {Blob} drawing @returns {Promise<Blob>} */
async function pixels(drawing) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = h("canvas", { width: PICTURE, height: PICTURE });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, PICTURE, PICTURE);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Choose a format and get the file. @param {(format: string) => Promise<void>} file */
async function fileField(file) {
  const { formats } = await get("/api/info");
  const format = h(
    "select",
    { "aria-label": t("format") },
    ...formats
      .filter((each) => each.writable && each.games)
      .map((each) => h("option", { value: each.name }, `${each.name} – ${t(`format.${each.name}`)}`)),
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
      h("input", { type: "text", readonly: true, value, focus: (/** @type {Event & {target: HTMLInputElement}} */ event) => event.target.select() }),
      button("copy", copy),
    ),
  );
}
