/** Values over a WebSocket: one question at a time, the newest one counts. */
import { Emitter } from "./emitter.js";
/** @import { ErrorBody, LiveAnswer, LiveQuestion, ValuesMessage } from "../../api_types.d.ts" */

const FIRST_PAUSE = 500; // ms until the first new attempt
const LONGEST_PAUSE = 3000;

/**
 * Emits "values" (ValuesMessage), "problem" (error body) and "link" (boolean: connected).
 * @extends {Emitter<{values: ValuesMessage, problem: ErrorBody, link: boolean}>}
 */
export class Live extends Emitter {
  constructor() {
    super();
    this.id = 0;
    this.pause = FIRST_PAUSE;
    /** @type {LiveQuestion | null} what is asked, again after a lost connection */
    this.question = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Not known before the first attempt. @type {boolean | null} */
    this.linked = null;
    this.connect();
    // A tab that nobody sees does not think.
    document.addEventListener("visibilitychange", () =>
      document.hidden ? this.tell({ type: "stop" }) : this.repeat(),
    );
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.linked = true;
      this.pause = FIRST_PAUSE;
      this.emit("link", true);
      this.repeat();
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.linked !== false) this.emit("link", false);
      this.linked = false;
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
  }

  /** @param {LiveAnswer} message */
  hear(message) {
    if (message.type === "values" && message.id === this.id) this.emit("values", message);
    if (message.type === "error" && (message.id === this.id || message.id === null))
      this.emit("problem", message.error);
  }

  /** @param {string} position @param {{seconds: number | null, depth: number | null, best: number | null}} limits */
  ask(position, limits) {
    this.id += 1;
    this.question = { type: "analyse", id: this.id, position, ...limits };
    this.repeat();
  }

  stop() {
    this.id += 1;
    this.question = null;
    this.tell({ type: "stop" });
  }

  repeat() {
    if (this.question && !document.hidden) this.tell(this.question);
  }

  /** @param {LiveQuestion} message */
  tell(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
