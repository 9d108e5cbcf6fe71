/** The title of the page tells the game, so that tabs, windows and bookmarks can be told apart. */
import { t } from "./texts.js";
/** @import { Session } from "./session.js" */

/** @param {Session} session */
export function mountTitle(session) {
  function show() {
    const { names, current, mode } = session;
    const values = {
      mode: t(`mode.${mode}`),
      number: current.number,
      black: names.black || t("black"),
      white: names.white || t("white"),
      opening: current.opening,
    };
    const kind =
      names.black || names.white ? "players" : current.opening ? "opening" : current.number ? "move" : "nothing";
    document.title = t(`title.${kind}`, values);
  }

  session.on("mode place game names", show);
  show();
}
