/** Something happened: who wants to know? */
export class Emitter {
  constructor() {
    /** @type {Map<string, Set<(detail: any) => void>>} */
    this.listeners = new Map();
  }

  /**
   * @param {string} names one or more, with spaces between them
   * @param {(detail: any) => void} listener
   */
  on(names, listener) {
    for (const name of names.split(" ")) {
      const known = this.listeners.get(name) ?? new Set();
      this.listeners.set(name, known.add(listener));
    }
  }

  /**
   * @param {string} name
   * @param {any} [detail]
   */
  emit(name, detail) {
    for (const listener of this.listeners.get(name) ?? []) listener(detail);
  }
}
