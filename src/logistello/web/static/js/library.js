/** The library: find games, open them, change names, import and export. */
import { download, get, isAbort, patch, post, remove } from "./api.js";
import { button, iconButton } from "./buttons.js";
import { statisticsView } from "./database.js";
import { follow, h, setText } from "./dom.js";
import { day, points } from "./format.js";
import { importer } from "./importing.js";
import { complain, dialog, toast, tried } from "./notices.js";
import { t } from "./texts.js";
/**
 * @import { StoredGame } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 */

const PAGE = 50;
const TYPING_PAUSE = 200; // ms

/** @param {App} app */
export function libraryPanel(app) {
  const { session, actions, play } = app;
  const texts = Object.fromEntries(
    /** @type {const} */ (["player", "opponent", "opening", "place"]).map((name) => [
      name,
      h("input", {
        type: "search",
        placeholder: t(`library.${name}`),
        "aria-label": t(`library.${name}`),
        input: () => later(),
      }),
    ]),
  );
  const openings = h("datalist", { id: "openings" });
  texts.opening.setAttribute("list", openings.id);
  texts.opening.addEventListener("focus", () => tried(nameOpenings));

  /** When somebody looks for one. */
  async function nameOpenings() {
    if (openings.children.length) return;
    const found = (await get("/api/openings")).openings;
    openings.replaceChildren(...found.map(({ name, aliases }) => h("option", { value: name }, aliases.join(", "))));
  }

  const result = h(
    "select",
    { "aria-label": t("library.result"), change: () => find() },
    ...["", "black", "white", "draw"].map((value) => h("option", { value }, t(`library.result.${value || "any"}`))),
  );
  for (const name of ["since", "until"])
    texts[name] = h("input", {
      type: "text",
      inputmode: "numeric",
      maxlength: 10,
      placeholder: t(`library.${name}`),
      "aria-label": t(`library.${name}`),
      input: () => later(),
    });
  const order = h(
    "select",
    { "aria-label": t("library.order"), change: () => find() },
    ...["newest", "oldest", "date", "player"].map((value) => h("option", { value }, t(`library.order.${value}`))),
  );
  const here = h("input", { type: "checkbox", change: () => find() });
  const total = h("p", { class: "facts", role: "status" });
  const list = h("ul", { class: "games" });
  const all = button("library.clear", () => clear());
  const exporting = button("library.exportall", () => exportAll(), { picture: "share" });
  const more = button("library.more", () => find(list.children.length));
  const numbers = h("div", {});
  const statistics = statisticsView(app, numbers, false);
  const importing = importer(app, () => {
    find();
    session.emit("library");
  });
  let asking = new AbortController();
  let timer = 0;
  /** @type {StoredGame[]} */
  let games = [];

  const filters = () => {
    const wanted = new URLSearchParams(
      Object.entries(texts).flatMap(([name, input]) => (input.value.trim() ? [[name, input.value.trim()]] : [])),
    );
    if (result.value) wanted.set("result", result.value);
    if (here.checked) wanted.set("position", session.current.state.position);
    return wanted;
  };

  /** Lets all games pass; "Only games through this position" may be wanted. */
  function clear(onlyHere = false) {
    for (const input of Object.values(texts)) input.value = "";
    result.value = "";
    here.checked = onlyHere;
    find();
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => find(), TYPING_PAUSE);
  }

  async function find(offset = 0) {
    asking.abort();
    asking = new AbortController();
    try {
      const query = filters();
      query.set("limit", String(PAGE));
      query.set("offset", String(offset));
      query.set("order", order.value);
      const reply = await get(`/api/games?${query}`, asking.signal);
      games = offset ? [...games, ...reply.games] : reply.games;
      draw(reply.total);
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
  }

  /** @param {number} count */
  function draw(count) {
    const filtered = [...filters()].length > 0;
    setText(total, count ? t("library.total", { n: count }) : t(filtered ? "library.nomatch" : "library.none"));
    all.hidden = !filtered;
    exporting.hidden = !count;
    follow(list, games, (game) => `${game.id} ${game.black} ${game.white} ${game.date} ${game.ending} ${game.plies}`, row);
    more.hidden = games.length >= count;
  }

  /** @param {StoredGame} game */
  function row(game) {
    const facts = [game.opening, day(game.date), game.place].filter(Boolean).join(" · ");
    return h(
      "li",
      { class: "stored" },
      h(
        "button",
        { class: "game", type: "button", click: () => tried(() => open(game.id)) },
        h(
          "span",
          { class: "players" },
          h("span", { class: "player" }, h("span", { class: "chip black" }), game.black || t("black")),
          h("span", { class: "player" }, h("span", { class: "chip white" }), game.white || t("white")),
        ),
        h("span", { class: "points" }, game.ending === "unfinished" && game.play ? t("library.unfinished") : points(game.black_score)),
        h("span", { class: "quiet small" }, facts || t("open.plies", { n: game.plies })),
      ),
      game.ending === "unfinished" && game.play
        ? iconButton("forward", "play.continue", () => tried(() => play.continueGame(game.id)))
        : null,
      iconButton("edit", "library.edit", () => edit(game)),
      iconButton("share", "library.export", () =>
        actions.exportGames((/** @type {string} */ format) => download(`/api/games/${game.id}/export?format=${format}`)),
      ),
      iconButton("trash", "library.delete", () => tried(() => discard(game))),
    );
  }

  /** @param {number} id */
  async function open(id) {
    const reply = await get(`/api/games/${id}`);
    await session.load(reply.game);
    actions.remember();
  }

  /** @param {StoredGame} game */
  async function discard(game) {
    if (play.active && play.key === game.play_key) play.end("");
    await remove(`/api/games/${game.id}`);
    session.emit("library");
    const back = async () => {
      await post(`/api/games/${game.id}/restore`, undefined);
      session.emit("library");
    };
    const names = { black: game.black || t("black"), white: game.white || t("white") };
    toast(t("library.deleted", names), "info", { text: t("undo"), click: () => tried(back) });
  }

  /** @param {StoredGame} game */
  function edit(game) {
    const inputs = Object.fromEntries(
      /** @type {const} */ (["black", "white", "date", "place"]).map((name) => [
        name,
        h("input", { type: "text", value: game[name], maxlength: 200 }),
      ]),
    );
    const save = async () => {
      await patch(
        `/api/games/${game.id}`,
        Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value])),
      );
      box.close();
      await find();
    };
    const box = dialog(
      t("library.edit"),
      h(
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
      ),
    );
  }

  /** What the filters leave, as one file. */
  function exportAll() {
    const wanted = filters();
    actions.exportGames((/** @type {string} */ format) => download(`/api/games/export?format=${format}&${wanted}`));
  }

  actions.gamesHere = async () => {
    session.enter("library");
    clear(true);
  };
  session.on("mode", () => {
    statistics.show(session.mode === "library");
    if (session.mode === "library") find();
  });
  session.on("place", () => here.checked && session.mode === "library" && find());
  session.on("library", () => session.mode === "library" && find());
  statistics.show(true);
  find();
  return h(
    "div",
    { class: "library" },
    h(
      "div",
      { class: "filters", role: "search" },
      texts.player,
      texts.opponent,
      texts.opening,
      texts.place,
      h("span", { class: "years" }, texts.since, texts.until),
      result,
      order,
      h("label", { class: "check" }, here, t("library.here")),
      openings,
    ),
    importing.element,
    h(
      "div",
      { class: "library-head" },
      total,
      h("div", { class: "buttons" }, all, exporting),
    ),
    list,
    more,
    h("details", { class: "here-numbers" }, h("summary", {}, t("library.numbers")), numbers),
  );
}
