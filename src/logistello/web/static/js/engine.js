/** Keeps the engine busy with the position that is shown, and gives what it says to the tree. */
import { Emitter } from "./emitter.js";
import { Live } from "./live.js";

/** Emits "state": thinking, done or connected has changed. */
export class EngineView extends Emitter {
  /**
   * @param {import("./types.js").Session} session
   * @param {import("./settings.js").Settings} settings
   */
  constructor(session, settings) {
    super();
    this.session = session;
    this.settings = settings;
    this.live = new Live();
    this.linked = true;
    this.problem = "";
    /** @type {import("./types.js").GameNode | null} */
    this.asked = null;
    session.on("game place secret mode", () => this.update());
    settings.on("change", (name) => name === "thinking" && this.update());
    this.live.on("values", (message) => this.hear(message));
    this.live.on("problem", (error) => {
      this.problem = error.message;
      this.emit("state");
    });
    this.live.on("link", (linked) => {
      this.linked = linked;
      this.emit("state");
    });
  }

  /** Nobody thinks while knowledge is hidden. */
  get wanted() {
    return this.settings.get("thinking") && !this.session.secret && ["analysis", "review"].includes(this.session.mode);
  }

  get thinking() {
    return this.asked !== null && !this.asked.settled;
  }

  update() {
    const node = this.wanted ? this.session.current : null;
    if (node === this.asked) return;
    this.asked = node;
    this.problem = "";
    if (!node || node.settled || node.state.over) this.live.stop();
    else this.live.ask(node.state.position);
    this.emit("state");
  }

  /** @param {import("./types.js").ValuesMessage} message */
  hear(message) {
    const node = this.asked;
    if (!node || message.position !== node.state.position) return;
    node.learn(message.moves);
    node.nodes = Math.max(node.nodes, message.nodes);
    node.seconds = Math.max(node.seconds, message.seconds);
    node.settled = message.done;
    this.session.emit("values", node);
    if (message.done) this.emit("state");
  }

  toggle() {
    this.settings.set("thinking", !this.settings.get("thinking"));
  }
}
