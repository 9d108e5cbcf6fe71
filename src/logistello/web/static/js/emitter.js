/**
 * The names in a text with spaces between them.
 * @template {string} Text
 * @typedef {Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text} Names
 */

/**
 * Something happened: who wants to know?
 * @template {object} Events what is told with each of them; undefined for nothing
 */
export class Emitter {
  constructor() {
    /** @type {Map<keyof Events, Set<(detail: Events[keyof Events]) => void>>} */
    this.listeners = new Map();
  }

  /**
   * @template {string} Text
   * @param {Names<Text> extends keyof Events ? Text : never} names one or more, with spaces between them
   * @param {(detail: Events[Names<Text> & keyof Events]) => void} listener
   */
  on(names, listener) {
    for (const name of /** @type {(keyof Events)[]} */ (names.split(" "))) {
      const known = this.listeners.get(name) ?? new Set();
      this.listeners.set(name, known.add(/** @type {(detail: Events[keyof Events]) => void} */ (listener)));
    }
  }

  /**
   * @template {keyof Events} Name
   * @param {Name} name
   * @param {Events[Name] extends undefined ? [] : [Events[Name]]} detail
   */
  emit(name, ...detail) {
    for (const listener of this.listeners.get(name) ?? []) listener(/** @type {Events[Name]} */ (detail[0]));
  }
}
