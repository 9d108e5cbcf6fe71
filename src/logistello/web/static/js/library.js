/** The library: find games, open them, change names, import and export. */
import { download, get, isAbort, patch, remove } from "./api.js";
import { button, iconButton } from "./buttons.js";
import { statisticsView } from "./database.js";
import { follow, h, setText } from "./dom.js";
import { points } from "./format.js";
import { importer } from "./importing.js";
import { complain, confirmed, dialog, tried } from "./notices.js";
import { t } from "./texts.js";

const PAGE = 50;
const TYPING_PAUSE = 200; // ms

/** @param {import("./types.js").App} app */
export function libraryPanel(app) {
  const { session, actions } = app;
  const player = h("input", {
    type: "search",
    placeholder: t("library.player"),
    "aria-label": t("library.player"),
    input: () => later(),
  });
  const opening = h("input", {
    type: "search",
    placeholder: t("library.opening"),
    "aria-label": t("library.opening"),
    input: () => later(),
  });
  const result = h(
    "select",
    { "aria-label": t("library.result"), change: () => find() },
    ...["", "black", "white", "draw"].map((value) => h("option", { value }, t(`library.result.${value || "any"}`))),
  );
  const [since, until] = ["since", "until"].map((name) =>
    h("input", {
      type: "text",
      inputmode: "numeric",
      maxlength: 10,
      placeholder: t(`library.${name}`),
      "aria-label": t(`library.${name}`),
      input: () => later(),
    }),
  );
  const order = h(
    "select",
    { "aria-label": t("library.order"), change: () => find() },
    ...["newest", "oldest", "date", "player"].map((value) => h("option", { value }, t(`library.order.${value}`))),
  );
  const here = h("input", { type: "checkbox", change: () => find() });
  const total = h("p", { class: "facts", role: "status" });
  const list = h("ul", { class: "games" });
  const more = button("library.more", () => find(list.children.length));
  const numbers = h("div", {});
  const statistics = statisticsView(app, numbers, false);
  const importing = importer(app, () => {
    find();
    session.emit("library");
  });
  let asking = new AbortController();
  let timer = 0;
  /** @type {any[]} */
  let games = [];

  const filters = () => {
    const wanted = new URLSearchParams({
      player: player.value,
      opening: opening.value,
      since: since.value,
      until: until.value,
    });
    if (result.value) wanted.set("result", result.value);
    if (here.checked) wanted.set("position", session.current.state.position);
    return wanted;
  };

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
    setText(total, count ? t("library.total", { n: count }) : t("library.none"));
    follow(list, games, (game) => `${game.id} ${game.black} ${game.white} ${game.date}`, row);
    more.hidden = games.length >= count;
  }

  /** @param {any} game */
  function row(game) {
    const facts = [game.opening, game.date, game.place].filter(Boolean).join(" · ");
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
        h("span", { class: "points" }, points(game.black_score)),
        h("span", { class: "quiet small" }, facts || t("open.plies", { n: game.plies })),
      ),
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

  /** @param {any} game */
  async function discard(game) {
    if (!(await confirmed(t("library.sure", { game: `${game.black} – ${game.white}` }), t("library.delete")))) return;
    await remove(`/api/games/${game.id}`);
    session.emit("library");
    await find();
  }

  /** @param {any} game */
  function edit(game) {
    const inputs = Object.fromEntries(
      ["black", "white", "date", "place"].map((name) => [
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

  actions.gamesHere = () => {
    here.checked = true;
    session.enter("library");
    find();
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
      player,
      opening,
      result,
      h("span", { class: "years" }, since, until),
      order,
      h("label", { class: "check" }, here, t("library.here")),
    ),
    importing.element,
    h(
      "div",
      { class: "library-head" },
      total,
      button("library.exportall", () => exportAll(), { picture: "share" }),
    ),
    list,
    more,
    h("details", { class: "here-numbers" }, h("summary", {}, t("library.numbers")), numbers),
  );
}
