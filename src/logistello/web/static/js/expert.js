/** What experts ask for: comments, marks and arrows, the other side's view, two boards. Fetched when it is wanted. */
import { button } from "./buttons.js";
import { byId } from "./dom.js";
import { tried } from "./notices.js";
/** @import { App } from "./main.js" */

const RIGHT = 2;

/** @param {App} app */
export function mountExpert(app) {
  const { session, actions } = app;
  /** @type {ReturnType<typeof fetchNotes> | undefined} */
  let fetched;
  const fetchNotes = async () => (await import("./notes.js")).mountNotes(app);
  const notes = () => (fetched ??= fetchNotes());
  const other = async () => (await import("./other_side.js")).otherSide(app);
  Object.assign(actions, {
    comment: () => tried(async () => (await notes()).write()),
    draw: () => tried(async () => (await notes()).draw()),
    otherSide: () => tried(async () => (await other()).toggle()),
    compare: () => tried(async () => (await import("./compare.js")).compareLines(app)),
  });
  byId("moves-side").append(button("notes.open", actions.comment, { kind: "plain link note-open" }));

  const showNotes = () => session.current.noted && !fetched && tried(notes);
  session.on("place game notes", showNotes);

  // The right button draws at any time: a mark where it is clicked, an arrow where it is dragged.
  const board = byId("board");
  /** @type {string | null} */
  let from = null;
  const squareAt = (/** @type {PointerEvent} */ event) =>
    /** @type {HTMLElement | null} */ (
      document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-square]") ?? null
    )?.dataset.square ?? null;
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" && (event.button === RIGHT || actions.drawOn) ? squareAt(event) : null;
  });
  board.addEventListener("pointerup", (event) => {
    const [start, end] = [from, squareAt(event)];
    from = null;
    if (start && end && !app.setup.active && (event.button === RIGHT || start !== end))
      tried(async () => (await notes()).drag(start, end));
  });
}
