/** The panel of the play mode: choose an opponent; then the game's buttons; then what to do with the game. */
import { get } from "./api.js";
import { button } from "./buttons.js";
import { h, setText } from "./dom.js";
import { tried } from "./notices.js";
import { levelText } from "./sentences.js";
import { t } from "./texts.js";

const MINUTES = [0, 1, 3, 5, 10, 15, 30];
const INCREMENTS = [0, 1, 3, 5, 10];

/** @param {import("./types.js").App} app */
export function playPanel(app) {
  const { session, play, learning, actions } = app;
  const form = optionsForm(app);
  const state = h("p", { class: "play-state", "aria-live": "polite" });
  const hint = button("play.hint", () => play.hint(), { picture: "bulb" });
  const back = button("play.back", () => play.takeBack(), { picture: "undo" });
  const game = h(
    "div",
    { class: "buttons" },
    hint,
    back,
    button("play.resign", () => play.resign(), { picture: "flag" }),
  );
  const after = h(
    "div",
    { class: "buttons" },
    button("mode.review", () => actions.review(), { kind: "primary" }),
    button("save", () => actions.save(), { picture: "save" }),
    button("export", () => actions.share(), { picture: "share" }),
  );
  const hintText = h("p", { class: "sentence" });
  const learned = h("span", { "aria-live": "polite" });
  const forget = button("learn.undo", () => learning.undo(), { kind: "plain link" });
  const lesson = h("p", { class: "quiet lesson" }, learned, " ", forget);

  function draw() {
    const { active, outcome, thinking } = play;
    form.element.hidden = active;
    game.hidden = !active;
    after.hidden = active || !outcome;
    hint.hidden = !play.options?.hints;
    hint.disabled = play.engineToMove;
    state.hidden = !active && !outcome;
    const turn = session.current.state.turn;
    setText(
      state,
      !active
        ? outcome
        : thinking
          ? t("play.thinking", { name: session.names[turn] })
          : !session.atTip
            ? t("play.looking")
            : play.myColor
              ? t("play.yours")
              : t("status.turn", { color: t(turn), number: session.current.number + 1 }),
    );
    state.classList.toggle("busy", active && thinking);
    setText(hintText, play.hintText);
    lesson.hidden = active || !learning.text;
    setText(learned, learning.text);
    forget.hidden = learning.last?.state !== "learned" || learning.last.problem !== "";
    form.place();
  }

  play.on("state", draw);
  learning.on("state", draw);
  session.on("game tree", draw);
  tried(async () => form.offer(await get("/api/levels"), (await get("/api/openings")).openings, await learning.possible));
  draw();
  return h("div", { class: "play" }, state, game, hintText, after, lesson, form.element);
}

/** @param {import("./types.js").App} app */
function optionsForm({ session, settings, play, actions }) {
  /** @type {{level: number, name: string, depth: number | null, seconds: number | null, exact_empties: number, errs: boolean}[]} */
  let levels = [];
  const level = h("input", { type: "range", id: "level", min: 1, max: 1, input: () => describe() });
  const levelName = h("output", { for: "level", class: "level-name" });
  const levelWords = h("p", { class: "quiet small" });
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
    setText(levelName, chosen ? `${chosen.level} – ${chosen.name}` : "");
    setText(levelWords, chosen ? levelText(chosen) : "");
    level.setAttribute("aria-valuetext", levelName.textContent);
  }

  /** The first entry depends on where we are. */
  function place() {
    if (!from.options.length) return;
    from.options[1].disabled = session.current === session.root && session.usualStart;
    setText(from.options[1], t("play.here", { number: session.current.number + 1 }));
  }

  async function start() {
    const chosen = levels[Number(level.value)] ?? { level: 1, name: "1" };
    const options = {
      level: chosen.level,
      levelName: `${chosen.level}`,
      side: side.value(),
      minutes: Number(minutes.value),
      increment: Number(increment.value),
      hints: hints.checked,
      name: name.value.trim(),
    };
    settings.set("level", chosen.level);
    settings.set("side", options.side);
    settings.set("clock", options.minutes);
    settings.set("hints", options.hints);
    settings.set("learn", learn.checked);
    settings.set("name", options.name);
    if (from.value !== "here")
      await actions.openText(from.value === "start" ? "" : from.value, { quiet: true, end: true });
    play.start(options);
  }

  const element = h(
    "form",
    {
      class: "options",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        tried(start);
      },
    },
    h("h2", {}, t("play.new")),
    h("div", { class: "field" }, h("label", { for: "level" }, t("play.level"), " ", levelName), level, levelWords),
    h("fieldset", {}, h("legend", {}, t("play.side")), side.element),
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
    h("button", { class: "primary big", type: "submit" }, t("play.start")),
  );
  return {
    element,
    place,
    /**
     * @param {{levels: typeof levels, default: number}} reply
     * @param {{name: string, moves: string}[]} openings
     * @param {boolean} learns whether the server does
     */
    offer(reply, openings, learns) {
      learnField.hidden = !learns;
      levels = reply.levels;
      level.max = String(levels.length - 1);
      level.min = "0";
      const wanted = levels.findIndex((each) => each.level === (settings.get("level") || reply.default));
      level.value = String(Math.max(0, wanted));
      describe();
      const named = h(
        "optgroup",
        { label: t("play.openings") },
        ...openings.map((each) => h("option", { value: each.moves }, each.name)),
      );
      from.replaceChildren(h("option", { value: "start" }, t("play.usual")), h("option", { value: "here" }, ""), named);
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
