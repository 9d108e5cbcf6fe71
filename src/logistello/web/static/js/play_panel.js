/** The panel of the play mode: choose an opponent; then the game's buttons; then what to do with the game. */
import { get } from "./api.js";
import { button } from "./buttons.js";
import { h, setText } from "./dom.js";
import { day } from "./format.js";
import { tried } from "./notices.js";
import { levelName, levelText } from "./sentences.js";
import { t } from "./texts.js";
/**
 * @import { LevelsReply, StoredGame } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 * @import { Color } from "./tree.js"
 */

const MINUTES = [0, 1, 3, 5, 10, 15, 30];
const INCREMENTS = [0, 1, 3, 5, 10];
const MOST_UNFINISHED = 3;
/** From this width on there is room for all options. */
const WIDE = "(min-width: 861px)";

/** @param {App} app */
export function playPanel(app) {
  const { session, play, learning, actions } = app;
  const form = optionsForm(app);
  const unfinished = unfinishedGames(app);
  const state = h("p", { class: "play-state", "aria-live": "polite" });
  const hint = button("play.hint", () => play.hint(), { picture: "bulb" });
  const playing = h(
    "div",
    { class: "buttons" },
    hint,
    button("play.back", () => play.takeBack(), { picture: "undo" }),
    button("play.finish", () => play.letFinish(), { picture: "last" }),
    button("play.resign", () => play.resign(), { picture: "flag" }),
  );
  const watching = h(
    "div",
    { class: "buttons" },
    button("play.take.black", () => play.takeOver("black"), { kind: "primary" }),
    button("play.take.white", () => play.takeOver("white"), { kind: "primary" }),
    button("play.leave", () => play.leave(), { picture: "stop" }),
  );
  const after = h(
    "div",
    { class: "buttons" },
    button("mode.review", () => actions.review(), { kind: "primary" }),
    button("mode.analysis", () => actions.mode("analysis")),
    button("export", () => actions.share(), { picture: "share" }),
  );
  const kept = h("p", { class: "quiet" }, t("play.kept"));
  const hintText = h("p", { class: "sentence" });
  const pondered = h("p", { class: "quiet pondered" });
  const learned = h("span", { "aria-live": "polite" });
  const forget = button("learn.undo", () => learning.undo(), { kind: "plain link" });
  const lesson = h("p", { class: "quiet lesson" }, learned, " ", forget);

  function stateText() {
    const { turn } = session.current.state;
    if (!play.active) return play.outcome;
    if (play.thinking) return t("play.thinking", { name: session.names[turn] });
    if (!session.atTip) return t("play.looking");
    if (play.myColor) return t("play.yours");
    return t("status.turn", { color: t(turn), number: session.current.number + 1 });
  }

  function draw() {
    const { active, outcome, thinking, watching: engines } = play;
    form.element.hidden = active;
    playing.hidden = !active || engines;
    watching.hidden = !active || !engines;
    after.hidden = kept.hidden = active || !outcome;
    hint.hidden = !play.hints;
    hint.disabled = play.engineToMove || session.current.state.must_pass;
    state.hidden = !active && !outcome;
    setText(state, stateText());
    state.classList.toggle("busy", active && thinking);
    setText(hintText, play.hintText);
    setText(pondered, play.pondering.words);
    pondered.hidden = !play.pondering.words;
    lesson.hidden = active || !learning.text;
    setText(learned, learning.text);
    forget.hidden = learning.last?.state !== "learned" || learning.last.problem !== "";
    unfinished.show(!active);
    form.place();
  }

  play.on("state", draw);
  learning.on("state", draw);
  session.on("game tree", draw);
  actions.startPlaying = (color) => form.start(color);
  tried(async () => form.offer(await get("/api/levels"), (await get("/api/openings")).openings, await learning.possible));
  draw();
  return h(
    "div",
    { class: "play" },
    state,
    playing,
    watching,
    hintText,
    pondered,
    after,
    kept,
    lesson,
    unfinished.element,
    form.element,
  );
}

/** Games that wait to be continued. @param {App} app */
function unfinishedGames({ session, play }) {
  const list = h("ul", { class: "unfinished-games" });
  const element = h("section", { class: "unfinished", hidden: true }, h("h2", {}, t("play.unfinished")), list);
  let wanted = false;
  /** @type {StoredGame[]} */
  let games = [];

  async function refresh() {
    if (!wanted || session.mode !== "play") return;
    const reply = await get(`/api/games?played_here=true&unfinished=true&limit=${MOST_UNFINISHED}`);
    games = reply.games.filter((game) => game.play);
    draw();
  }

  function draw() {
    element.hidden = !wanted || !games.length;
    list.replaceChildren(
      ...games.map((game) =>
        h(
          "li",
          {},
          h("span", { class: "players" }, t("play.pair", { black: game.black, white: game.white })),
          h("span", { class: "quiet small" }, t("play.reached", { n: game.plies, date: day(game.date) })),
          button("play.continue", () => tried(() => play.continueGame(game.id))),
        ),
      ),
    );
  }

  session.on("mode library", () => tried(refresh));
  return {
    element,
    show: (/** @type {boolean} */ now) => {
      if (now !== wanted) {
        wanted = now;
        tried(refresh);
      }
      draw();
    },
  };
}

/** @param {App} app */
function optionsForm({ board, session, settings, play, actions }) {
  /** @type {LevelsReply["levels"]} */
  let levels = [];
  const level = h("input", { type: "range", id: "level", min: 1, max: 1, disabled: true, input: () => describe() });
  const nameBox = h("output", { for: "level", class: "level-name" });
  const levelWords = h("p", { class: "quiet small" });
  const advice = h("p", { class: "advice", role: "status", hidden: true });
  const side = radios("side", ["black", "white", "random", "both", "none"], settings.get("side"));
  const minutes = select(
    MINUTES.map((n) => [n, n ? t("minutes", { n }) : t("play.noclock")]),
    settings.get("clock"),
  );
  const increment = select(
    INCREMENTS.map((n) => [n, t("increment", { n })]),
    0,
  );
  const hints = h("input", { type: "checkbox", checked: settings.get("hints") });
  const learn = h("input", { type: "checkbox", checked: settings.get("learn") });
  const learnField = h("label", { class: "check" }, learn, t("play.learn"));
  const name = h("input", {
    type: "text",
    value: settings.get("name"),
    maxlength: 60,
    placeholder: t("play.you"),
    autocomplete: "off",
  });
  const from = h("select", {});
  settings.on("change", (name) => {
    if (name === "learn") learn.checked = settings.get("learn");
  });

  function describe() {
    const chosen = levels[Number(level.value)];
    setText(nameBox, chosen ? levelName(chosen) : "");
    setText(levelWords, chosen ? levelText(chosen) : "");
    level.setAttribute("aria-valuetext", nameBox.textContent);
  }

  /** The first entry depends on where we are. */
  function place() {
    if (!from.options.length) return;
    from.options[1].disabled = session.current === session.root && session.usualStart;
    setText(from.options[1], t("play.here", { number: session.current.number + 1 }));
  }

  /** After a few games: the level whose games should be even. */
  async function advise() {
    if (session.mode !== "play" || play.active) return;
    const found = await get("/api/games/played/level");
    const there = levels.findIndex((each) => each.level === found.level);
    advice.hidden = there < 0;
    if (there < 0) return;
    const choose = () => {
      level.value = String(there);
      describe();
    };
    advice.replaceChildren(
      h("span", {}, t("play.advice", { level: found.level, games: found.games })),
      " ",
      button("play.advice.take", choose, { kind: "plain link" }),
    );
  }
  session.on("mode library", () => tried(advise));

  /** @param {Color} [color] of the person, who has begun on the board; without it as the form says */
  async function start(color) {
    const chosen = levels[Number(level.value)] ?? { level: 1, name: "1" };
    const options = {
      level: chosen.level,
      side: color && side.value() !== "both" ? color : side.value(),
      minutes: Number(minutes.value),
      increment: Number(increment.value),
      hints: hints.checked,
      name: name.value.trim(),
    };
    settings.set("level", chosen.level);
    settings.set("side", side.value());
    settings.set("clock", options.minutes);
    settings.set("hints", options.hints);
    settings.set("learn", learn.checked);
    settings.set("name", options.name);
    if (!color && from.value !== "here") {
      const given = from.value === "xot" ? (await get("/api/openings/xot")).moves : "";
      await actions.openText(given || (from.value === "start" ? "" : from.value), { quiet: true, end: true });
      if (given) session.given = session.current.ply;
    }
    play.start(options);
  }

  const element = h(
    "form",
    {
      class: "options",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        // Who came with the keyboard goes on at the board: the form is about to vanish.
        const byKeyboard = document.activeElement?.matches(":focus-visible");
        tried(async () => {
          await start();
          if (byKeyboard) board.focus();
        });
      },
    },
    h("h2", {}, t("play.new")),
    h("div", { class: "field" }, h("label", { for: "level" }, t("play.level"), " ", nameBox), level, levelWords, advice),
    h("fieldset", {}, h("legend", {}, t("play.side")), side.element),
    h("button", { class: "primary big", type: "submit" }, t("play.start")),
    h(
      "details",
      { class: "more-options", open: matchMedia(WIDE).matches },
      h("summary", {}, t("play.more")),
      h(
        "div",
        { class: "options" },
        h(
          "div",
          { class: "row" },
          h("label", { class: "field" }, t("play.clock"), minutes),
          h("label", { class: "field" }, t("play.increment"), increment),
        ),
        h(
          "div",
          { class: "row" },
          h("label", { class: "field" }, t("play.from"), from),
          h("label", { class: "field" }, t("play.name"), name),
        ),
        h("div", { class: "row" }, h("label", { class: "check" }, hints, t("play.hints")), learnField),
      ),
    ),
    h("p", { class: "quiet" }, t("rules.offer"), " ", button("rules.open", () => actions.rules(), { kind: "plain link" })),
  );
  return {
    element,
    place,
    start,
    /**
     * @param {LevelsReply} reply
     * @param {{name: string, moves: string}[]} openings
     * @param {boolean} learns whether the server does
     */
    offer(reply, openings, learns) {
      learnField.hidden = !learns;
      levels = reply.levels;
      level.max = String(levels.length - 1);
      level.min = "0";
      level.disabled = false;
      const wanted = levels.findIndex((each) => each.level === (settings.get("level") || reply.default));
      level.value = String(Math.max(0, wanted));
      describe();
      tried(advise);
      const named = h(
        "optgroup",
        { label: t("play.openings") },
        ...openings.map((each) => h("option", { value: each.moves }, each.name)),
      );
      from.replaceChildren(h("option", { value: "start" }, t("play.usual")), h("option", { value: "here" }, ""), h("option", { value: "xot" }, t("play.xot")), named);
      place();
    },
  };
}

/** @param {[number, string][]} options @param {number} chosen */
function select(options, chosen) {
  return h("select", {}, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

/** @param {string} group @param {string[]} names @param {string} chosen */
function radios(group, names, chosen) {
  const inputs = names.map((name) => h("input", { type: "radio", name: group, value: name, checked: name === chosen }));
  const element = h(
    "div",
    { class: "segments" },
    ...inputs.map((input, index) => h("label", {}, input, h("span", {}, t(`play.side.${names[index]}`)))),
  );
  return { element, value: () => inputs.find((input) => input.checked)?.value ?? names[0] };
}
