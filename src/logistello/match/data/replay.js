// Games of a report, to be played through: a slider below each board. The page knows no rules: every move comes with the
// discs that it turns. Without scripts the board at the end of the game is all there is to see.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const MARGIN = 22;

/** @param {SVGElement} board @param {string} name of a square such as f5 @param {string} color X or O @param {boolean} last */
function addDisc(board, name, color, last) {
  const x = MARGIN + CELL * ("abcdefgh".indexOf(name[0]) + 0.5);
  const y = MARGIN + CELL * (Number(name[1]) - 0.5);
  const disc = document.createElementNS(SVG, "circle");
  const black = color === "X";
  for (const [key, value] of Object.entries({ cx: x, cy: y, r: 41, fill: black ? "#1d1d1d" : "#f6f6f2",
    stroke: black ? "#000" : "#999", "stroke-width": 1.5 })) {
    disc.setAttribute(key, String(value));
  }
  board.append(disc);
  if (last) {
    const dot = document.createElementNS(SVG, "circle");
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: 10, fill: "#d33" })) dot.setAttribute(key, String(value));
    board.append(dot);
  }
}

/** @param {HTMLElement} game */
function makeReplay(game) {
  const start = game.dataset.start ?? "";
  const plies = (game.dataset.plies ?? "").split(" ").filter(Boolean);
  const notes = (game.dataset.notes ?? "").split("|");
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("empty-board"));
  const holder = document.createElement("div");
  const slider = document.createElement("input");
  const caption = document.createElement("p");
  Object.assign(slider, { type: "range", min: "0", max: String(plies.length), value: String(plies.length) });
  slider.setAttribute("aria-label", "move");
  slider.style.width = "260px";

  function show() {
    const count = Number(slider.value);
    /** @type {Map<string, string>} */
    const discs = new Map();
    [...start].forEach((color, square) => {
      if (color !== "-") discs.set("abcdefgh"[square % 8] + String(Math.floor(square / 8) + 1), color);
    });
    for (const ply of plies.slice(0, count)) {
      for (let place = 1; place < ply.length; place += 2) discs.set(ply.slice(place, place + 2), ply[0]);
    }
    const last = count ? plies[count - 1].slice(1, 3) : "";
    holder.replaceChildren(template.content.cloneNode(true));
    const board = /** @type {SVGElement} */ (holder.querySelector("svg"));
    for (const [name, color] of discs) addDisc(board, name, color, name === last);
    const colors = [...discs.values()];
    const black = colors.filter((color) => color === "X").length;
    caption.textContent = `${count ? `${count}. ${notes[count - 1]}` : "start"} — ${black}:${colors.length - black}`;
  }

  slider.addEventListener("input", show);
  show();
  game.replaceChildren(holder, slider, caption);
}

// A board is made when its game is opened for the first time.
for (const details of document.querySelectorAll("details")) {
  details.addEventListener("toggle", () => {
    const game = /** @type {HTMLElement | null} */ (details.querySelector(".replay"));
    if (details.open && game !== null && game.querySelector("input") === null) makeReplay(game);
  });
}
