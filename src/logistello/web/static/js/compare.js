/** Two boards side by side: two lines of the game, stepped through together or each by itself. */
import { button, iconButton } from "./buttons.js";
import { diagram } from "./diagram.js";
import { h, setText } from "./dom.js";
import { score } from "./format.js";
import { dialog } from "./notices.js";
import { statusText } from "./steps.js";
import { SQUARES } from "./squares.js";
import { t } from "./texts.js";
/**
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

const MOST_NAMED = 6;

/** @param {App} app */
export function compareLines({ session }) {
  const tips = session.root.all().filter((node) => !node.children.length);
  const here = session.current.tip();
  const other = here === tips[0] ? (tips[1] ?? here) : tips[0];
  const together = h("input", { type: "checkbox", checked: true });
  const left = side(other);
  const right = side(here);
  const both = [left, right];

  /** One of the boards with what leads through its line. @param {GameNode} tip */
  function side(tip) {
    let line = tip.path();
    let ply = Math.min(session.current.ply, line.length - 1);
    const picture = h("div", { class: "compare-board" });
    const words = h("p", { class: "facts", "aria-live": "polite" });
    const choice = h(
      "select",
      {
        "aria-label": t("compare.line"),
        change: () => {
          line = tips[Number(choice.value)].path();
          ply = Math.min(ply, line.length - 1);
          draw();
        },
      },
      ...tips.map((each, index) => h("option", { value: index, selected: each === tip }, lineName(each))),
    );
    const element = h(
      "section",
      { class: "compare-side" },
      choice,
      picture,
      words,
      h(
        "div",
        { class: "why-steps", role: "group", "aria-label": t("steps") },
        iconButton("first", "step.first", () => step(self, -999)),
        iconButton("back", "step.back", () => step(self, -1)),
        iconButton("forward", "step.forward", () => step(self, 1)),
        iconButton("last", "step.last", () => step(self, 999)),
        button("compare.go", () => {
          box.close();
          session.goTo(self.node);
        }),
      ),
    );
    const self = {
      element,
      picture,
      words,
      get node() {
        return line[ply];
      },
      /** @param {number} plies */
      move(plies) {
        ply = Math.max(0, Math.min(line.length - 1, ply + plies));
      },
    };
    return self;
  }

  /** @param {typeof left} which @param {number} plies */
  function step(which, plies) {
    for (const each of together.checked ? both : [which]) each.move(plies);
    draw();
  }

  function draw() {
    const [a, b] = both.map((each) => each.node.state.position);
    const differ = SQUARES.filter((_, index) => a[index] !== b[index]).map((square) => ({ square, kind: "look" }));
    for (const { node, picture, words } of both) {
      const { move } = node.state;
      picture.replaceChildren(
        diagram(node.state.position, [...differ, ...(move ? [{ square: move, kind: "last" }] : [])]),
      );
      const value = node.value && !session.secret ? t("compare.value", { value: score(node.value.black, node.value.exact) }) : "";
      const { black, white } = node.state.discs;
      setText(words, [statusText(node), `${black} – ${white}`, value].filter(Boolean).join(" · "));
    }
  }

  const box = dialog(
    t("key.compare"),
    h("div", { class: "compare" }, left.element, right.element),
    h("label", { class: "check" }, together, t("compare.together")),
    h("p", { class: "quiet small" }, t("compare.keys")),
  );
  box.classList.add("wide");
  box.addEventListener("keydown", (event) => {
    const plies = { ArrowLeft: -1, ArrowRight: 1, Home: -999, End: 999 }[event.key];
    if (plies === undefined || /** @type {Element} */ (event.target).closest("select")) return;
    event.preventDefault();
    const first = left.element.contains(/** @type {Node} */ (event.target)) ? left : right;
    step(first, plies);
  });
  box.addEventListener(
    "wheel",
    (event) => {
      const over = both.find((each) => each.picture.contains(/** @type {Node} */ (event.target)));
      if (!over || event.ctrlKey) return;
      event.preventDefault();
      step(over, Math.sign(event.deltaY));
    },
    { passive: false },
  );
  draw();
}

/** Where a line leaves the main one, and its moves from there. @param {GameNode} tip */
function lineName(tip) {
  const path = tip.path();
  const leaves = path.findIndex((node) => node.parent && node.parent.children[0] !== node);
  if (leaves < 0) return t("compare.main");
  const moves = path.slice(leaves, leaves + MOST_NAMED).map((node) => (node.state.move === "pass" ? "–" : node.state.move));
  return t("compare.variation", { number: path[leaves].number, moves: moves.join(" ") });
}
