/** The rules in five boards to try. What is legal and what turns is the server's knowledge, as everywhere. */
import { post } from "./api.js";
import { Board } from "./board.js";
import { button } from "./buttons.js";
import { h, s, setText } from "./dom.js";
import { dialog, tried } from "./notices.js";
import { t } from "./texts.js";
/** @import { PositionState } from "../../api_types.d.ts" */

/**
 * A position, Black to move, and the move to find; null: any will do. Each has texts rules.N.ask and rules.N.done.
 * @type {{position: string, goal: string | null}[]}
 */
const LESSONS = [
  { position: "---------------------------OX------XO--------------------------- X", goal: null },
  { position: "----------X-------OOOOO---OOXO----OOOXO----OXX-----OO-------XO-- X", goal: "c6" },
  { position: "------------------XX-X----OOXOO---OXOO----O-OOX---OX--O-----X--- X", goal: "h8" },
  { position: "XXOXXXXXXXOOOOOXXXOXOOOXXXOXOOOXXXOXXOOXXXOXOXOXX-OOOOOX--OOO-OX X", goal: "f8" },
  { position: "OOOXXXXXOOXXOOXXOOOXOXXXOOOOXOXXOXOXOXOXXXXOXOO-XXOOOOOOXOOOOOOO X", goal: null },
];
/** Milliseconds for which a pass is seen. */
const PASS_PAUSE = 900;

export function showRules() {
  let number = 0;
  /** @type {PositionState | null} */
  let state = null;
  let solved = false;
  const picture = s("svg", { class: "board", viewBox: "0 0 872 872" });
  const board = new Board(picture);
  const count = h("span", { class: "quiet" });
  const words = h("p", { class: "rules-text", role: "status" });
  const again = button("rules.again", () => tried(() => open(number)));
  const back = button("rules.back", () => tried(() => open(number - 1)));
  const next = button("rules.next", () => (number + 1 < LESSONS.length ? tried(() => open(number + 1)) : box.close()), {
    kind: "primary",
  });

  /** @param {number} wanted */
  async function open(wanted) {
    number = wanted;
    back.disabled = number === 0;
    solved = false;
    const { game } = await post("/api/position", { text: LESSONS[wanted].position });
    if (number !== wanted) return;
    show(game.positions[0], false);
    say("ask");
  }

  /** @param {PositionState} now @param {boolean} animated */
  function show(now, animated) {
    state = now;
    const moves = now.turn === "black" && !solved ? now.legal.filter(({ move }) => move !== "pass") : [];
    board.show(
      {
        cells: now.position.slice(0, 64),
        turn: now.turn,
        legal: new Map(moves.map((each) => [each.move, each])),
        last: now.move,
      },
      animated,
    );
  }

  /** @param {"ask" | "other" | "done" | "more"} what */
  function say(what) {
    setText(count, t("rules.count", { n: number + 1, all: LESSONS.length }));
    setText(words, t(`rules.${number + 1}.${what}`, { ...state?.discs }));
    again.hidden = what === "ask" || what === "more";
    setText(next, t(number + 1 < LESSONS.length ? "rules.next" : "rules.end"));
  }

  /** @param {string} move */
  async function choose(move) {
    const before = state;
    if (!before || !board.view.legal.has(move)) return;
    const { goal } = LESSONS[number];
    const first = before.move === null;
    const now = await post("/api/move", { position: before.position, move });
    if (state !== before) return;
    solved = !now.must_pass;
    show(now, true);
    if (first && goal && move !== goal) return say("other");
    if (!now.must_pass) return say("done");
    say("more");
    await new Promise((resolve) => setTimeout(resolve, PASS_PAUSE));
    const passed = await post("/api/move", { position: now.position, move: "pass" });
    if (state === now) show(passed, true);
    return undefined;
  }

  board.on("choose", (square) => tried(() => choose(square)));
  const box = dialog(
    t("rules.title"),
    h("div", { class: "rules-head" }, count, again),
    words,
    h("div", { class: "rules-board" }, picture),
    h("div", { class: "buttons end" }, back, next),
  );
  box.classList.add("rules");
  tried(() => open(0));
}
