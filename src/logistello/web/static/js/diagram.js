/** A small still picture of a position, for lists and for the printed report. */
import { s } from "./dom.js";
import { SQUARES, indexOf } from "./squares.js";

/**
 * @param {string} position text of a position
 * @param {{square: string, kind: string}[]} [marks] kind: played or best
 */
export function diagram(position, marks = []) {
  const grid = [...Array(9).keys()].flatMap((n) => [`M${n * 10} 0v80`, `M0 ${n * 10}h80`]).join("");
  const discs = SQUARES.flatMap((_, index) => {
    const cell = position[index];
    return cell === "-"
      ? []
      : [
          s("circle", {
            class: cell === "X" ? "ink" : "paper",
            cx: 10 * (index % 8) + 5,
            cy: 10 * (index >> 3) + 5,
            r: 4.1,
          }),
        ];
  });
  const names = marks
    .filter((mark) => mark.square !== "pass")
    .map(({ square, kind }) => {
      const index = indexOf(square);
      return s(
        "text",
        { class: `mark-${kind}`, x: 10 * (index % 8) + 5, y: 10 * (index >> 3) + 5 },
        kind === "best" ? "✓" : "✗",
      );
    });
  return s(
    "svg",
    { class: "diagram", viewBox: "-1 -1 82 82", "aria-hidden": "true" },
    s("rect", { class: "felt", width: 80, height: 80 }),
    s("path", { class: "grid", d: grid }),
    ...discs,
    ...names,
  );
}
