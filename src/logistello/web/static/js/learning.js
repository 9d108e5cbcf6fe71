/** Finished games go into the engine's book, on the server and in the background; here is what became of the last one. */
import { get, post, remove } from "./api.js";
import { Emitter } from "./emitter.js";
import { complain, toast } from "./notices.js";
import { t } from "./texts.js";
/**
 * @import { LearningReply } from "../../api_types.d.ts"
 * @import { App } from "./main.js"
 * @import { Color } from "./tree.js"
 */

/** Milliseconds between two questions how far it is. */
const PAUSE = 700;

/**
 * Emits "state".
 * @extends {Emitter<{state: undefined}>}
 */
export class Learning extends Emitter {
  /** @param {App} app */
  constructor({ session, settings, play }) {
    super();
    this.session = session;
    this.settings = settings;
    /** Whether the server learns at all; asked once. @type {Promise<boolean> | null} */
    this.asked = null;
    /** @type {LearningReply | null} */
    this.last = null;
    play.on("finished", (loser) => this.learn(loser));
    play.on("started", () => this.show(null));
  }

  /** @returns {Promise<boolean>} */
  get possible() {
    return (this.asked ??= get("/api/info").then((info) => info.learns));
  }

  /** @param {Color | null} loser who gave up, if somebody did */
  async learn(loser) {
    const text = this.session.text();
    try {
      if (!this.settings.get("learn") || !(await this.possible)) return;
      await this.follow(await post("/api/book/learn", { text, loser }));
    } catch (error) {
      complain(error);
    }
  }

  async undo() {
    const { last } = this;
    if (!last || last.state !== "learned") return;
    try {
      await remove(`/api/book/learn/${last.id}`);
      await this.follow(last, (now) => now.state === "undone" || now.problem !== "");
    } catch (error) {
      complain(error);
    }
  }

  /** Until it is done. @param {LearningReply} begun @param {(now: LearningReply) => boolean} done */
  async follow(begun, done = (now) => now.state === "learned" || now.state === "failed") {
    this.show(begun);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (this.last?.id !== begun.id) return;
      const now = await get(`/api/book/learn/${begun.id}`);
      if (done(now)) return this.tell(now);
    }
  }

  /** @param {LearningReply} now */
  tell(now) {
    this.show(now);
    if (now.problem) toast(this.text, "error");
    else if (now.state === "learned" && this.session.mode !== "play")
      toast(this.text, "info", { text: t("learn.undo"), click: () => this.undo() });
    else toast(this.text);
  }

  /** @param {LearningReply | null} now */
  show(now) {
    this.last = now;
    this.emit("state");
  }

  /** What to say about the last game. */
  get text() {
    const { last } = this;
    if (!last) return "";
    if (last.problem) return t("error.learn", { message: last.problem });
    if (last.state === "learned" && !last.positions) return t("learn.known");
    return t(`learn.${last.state}`, { n: last.positions });
  }
}
