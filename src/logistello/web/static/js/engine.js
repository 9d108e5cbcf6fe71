/** Keeps the engine busy with the position that is shown, and gives what it says to the tree. */
import { Emitter } from "./emitter.js";
import { Live } from "./live.js";
import { reachable } from "./notices.js";
import { refusalText } from "./refusals.js";
/**
 * @import { ValuesMessage } from "../../api_types.d.ts"
 * @import { Session } from "./session.js"
 * @import { Settings } from "./settings.js"
 * @import { GameNode } from "./tree.js"
 */

/**
 * Emits "state": thinking, done or connected has changed.
 * @extends {Emitter<{state: undefined}>}
 */
export class EngineView extends Emitter {
  /**
   * @param {Session} session
   * @param {Settings} settings
   */
  constructor(session, settings) {
    super();
    this.session = session;
    this.settings = settings;
    this.live = new Live();
    this.linked = true;
    this.problem = "";
    /** @type {GameNode | null} */
    this.asked = null;
    session.on("game place secret mode", () => this.update());
    settings.on("change", (name) => {
      if (["seconds", "depth", "lines"].includes(name)) this.askAnew();
      else if (name === "thinking") this.update();
    });
    this.live.on("values", (message) => this.hear(message));
    this.live.on("problem", (error) => {
      this.problem = refusalText(error);
      this.emit("state");
    });
    this.live.on("link", (linked) => {
      this.linked = linked;
      this.problem = "";
      if (linked) reachable();
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
    else this.live.ask(node.state.position, this.limits());
    this.emit("state");
  }

  /** As the settings say; nothing of it: as long as the server allows, all moves. */
  limits() {
    const given = (/** @type {"seconds" | "depth" | "lines"} */ name) => this.settings.get(name) || null;
    return { seconds: given("seconds"), depth: given("depth"), best: given("lines") };
  }

  /** With other limits what was enough may not be. */
  askAnew() {
    for (const node of this.session.root.all()) node.settled = false;
    this.asked = null;
    this.update();
  }

  /** @param {ValuesMessage} message */
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
