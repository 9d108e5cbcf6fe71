/** Both sides of a position: what the other side's moves would be worth if it were to move. */
import { isAbort, lines } from "./api.js";
import { byId, h, s } from "./dom.js";
import { score } from "./format.js";
import { announce, complain, toast } from "./notices.js";
import { indexOf, placeOf } from "./squares.js";
import { t } from "./texts.js";
/**
 * @import { MoveValue } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 */

/** Seconds that the engine may think about a position that is not on the board. */
const SECONDS = 2;
const SHOWN = 5;
/** Discs that a move may lose and still be called as good as the best. */
const SAME = 0.25;

/** @type {ReturnType<typeof make> | undefined} */
let made;

/** @param {App} app */
export const otherSide = (app) => (made ??= make(app));

/** @param {App} app */
function make({ session, board }) {
  const picture = s("g", { class: "other-side-values", "aria-hidden": "true" });
  const words = h("p", { class: "other-side", role: "status" });
  let on = false;
  let asking = new AbortController();
  /** @type {MoveValue[]} best first */
  let moves = [];

  const wanted = () => on && !session.secret && !session.current.state.over;

  async function ask() {
    asking.abort();
    asking = new AbortController();
    moves = [];
    draw("");
    if (!wanted()) return;
    const [cells, turn] = session.current.state.position.split(" ");
    const position = `${cells} ${turn === "X" ? "O" : "X"}`;
    const color = t(turn === "X" ? "white" : "black");
    draw(t("other.thinking", { color }));
    try {
      for await (const message of lines("/api/analyse", { position, seconds: SECONDS }, asking.signal)) {
        moves = message.moves.filter(({ move }) => move !== "pass").sort((a, b) => b.score - a.score);
        draw(sentence(color));
      }
      draw(moves.length ? sentence(color) : t("other.none", { color }));
      announce(words.textContent ?? "");
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
  }

  /** @param {string} color */
  function sentence(color) {
    const best = moves.slice(0, SHOWN).map(({ move, score: value, exact }) => `${move} ${score(value, exact)}`);
    return best.length ? t("other.moves", { color, moves: best.join(", ") }) : t("other.thinking", { color });
  }

  /** @param {string} text */
  function draw(text) {
    words.textContent = text;
    words.title = text;
    words.hidden = !text;
    const color = session.current.state.turn === "black" ? "white" : "black";
    picture.replaceChildren(
      ...moves.map(({ move, score: value, exact }) => {
        const { column, row } = placeOf(indexOf(move), board.orientation);
        return s(
          "g",
          {
            class: `other-value${moves[0].score - value <= SAME ? " is-best" : ""}`,
            transform: `translate(${36 + 100 * column} ${36 + 100 * row})`,
            "data-on": move,
          },
          s("circle", { class: color, cx: 14, cy: 15, r: 8 }),
          s("text", { x: 27, y: 15 }, score(value, exact)),
        );
      }),
    );
  }

  board.root.append(picture);
  byId("steps").querySelector(".opening")?.before(words);
  session.on("place game secret turned", ask);
  draw("");
  return {
    toggle() {
      if (!on && session.current.state.over) return toast(t("game.over"));
      on = !on;
      announce(t(on ? "other.on" : "other.off"));
      return ask();
    },
  };
}
