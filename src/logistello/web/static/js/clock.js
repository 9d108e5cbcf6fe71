/** Two clocks of a game; only one runs. Seconds. */
import { clock as clockText } from "./format.js";
/** @import { Color } from "./tree.js" */

const TICK = 100; // ms

export class GameClock {
  /**
   * @param {number} seconds for each side; 0: no clock
   * @param {number} increment added after each move
   * @param {(texts: Record<string, string>) => void} show
   * @param {(color: Color) => void} flag someone's time is up
   * @param {Record<Color, number | null>} [left] of a game that goes on
   */
  constructor(seconds, increment, show, flag, left) {
    this.left = { black: left?.black ?? seconds, white: left?.white ?? seconds };
    this.increment = increment;
    this.on = seconds > 0;
    this.show = show;
    this.flag = flag;
    /** @type {Color | null} */
    this.running = null;
    this.since = 0;
    this.timer = 0;
    this.tell();
  }

  /** @param {Color} color */
  remaining(color) {
    return this.left[color] - (this.running === color ? (performance.now() - this.since) / 1000 : 0);
  }

  /** @param {Color | null} color who is to move now; null stops both */
  run(color) {
    if (!this.on || this.running === color) return;
    if (this.running) {
      this.left[this.running] = this.remaining(this.running) + (color ? this.increment : 0);
    }
    this.running = color;
    this.since = performance.now();
    clearInterval(this.timer);
    if (color) this.timer = setInterval(() => this.tick(), TICK);
    this.tell();
  }

  tick() {
    const color = this.running;
    this.tell();
    if (color && this.remaining(color) <= 0) {
      this.run(null);
      this.flag(color);
    }
  }

  tell() {
    this.show(this.on ? { black: clockText(this.remaining("black")), white: clockText(this.remaining("white")) } : {});
  }

  end() {
    this.run(null);
    this.show({});
  }
}
