/** The installed page, and what it does while its server is away: a sign, and all that needs no engine. */
import { byId, h } from "./dom.js";
import { announce, reachable, toast } from "./notices.js";
import { t } from "./texts.js";
/** @import { App } from "./main.js" */

/** @param {App} app @param {boolean} loadedAlone without a server: parts of the page are missing */
export function mountAway({ engine, session, play }, loadedAlone) {
  const tell = () => toast(t("offline.text"));
  const title = t("offline.text");
  const sign = h("button", { class: "away", type: "button", hidden: true, title, click: tell }, t("offline.badge"));
  byId("tools").before(sign);

  function show() {
    if (sign.hidden !== engine.linked) {
      sign.hidden = engine.linked;
      document.body.classList.toggle("is-away", !engine.linked);
      announce(t(engine.linked ? "offline.back" : "offline.text"));
      if (engine.linked) back();
    }
  }

  function back() {
    reachable();
    play.keeper.catchUp(() => session.emit("library"));
    play.update(); // the engine may owe a move
    if (!loadedAlone) return;
    // The address and the history hold the game; what somebody is in the midst of is left alone.
    const reload = () => location.reload();
    if (!document.querySelector("dialog[open],.setup-bar,:is(textarea,input):focus")) reload();
    else toast(t("offline.back"), "info", { text: t("offline.reload"), click: reload });
  }

  engine.on("state", show);
  show();
  // Without TLS browsers have it on this computer only. The page has nothing to wait for.
  const idle = window.requestIdleCallback ?? setTimeout;
  if (navigator.serviceWorker) idle(() => navigator.serviceWorker.register("/service-worker.js").catch(() => {}));
}
