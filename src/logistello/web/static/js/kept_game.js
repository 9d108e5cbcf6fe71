/**
 * The game that is played is never lost: this tab remembers it for a reload, the library for everything else.
 */
import { ApiError, put } from "./api.js";
import { complain } from "./notices.js";
/** @import { KeepRequest } from "../../api_types.d.ts" */

/** @typedef {KeepRequest & {key: string}} KeptGame */

/** Of the game that goes on, and of what has not reached the library yet. */
const RUNNING = "logistello.game";
const UNSENT = "logistello.unsent";

/** @param {KeptGame} game */
export const remember = (game) => write(RUNNING, game);
export const recall = () => read(RUNNING);
export const forget = () => write(RUNNING, null);

/** @param {string} name @param {KeptGame | null} game */
function write(name, game) {
  try {
    if (game) sessionStorage.setItem(name, JSON.stringify(game));
    else sessionStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing: the library does.
  }
}

/** @param {string} name @returns {KeptGame | null} */
function read(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** A name for a new game; `crypto.randomUUID` exists only on this computer and with TLS. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(16).padStart(8, "0")).join("");
}

/** Writes games into the library, one after the other; of several that wait only the last one counts. */
export class Keeper {
  constructor() {
    /** @type {KeptGame | null} */
    this.waiting = null;
    this.busy = false;
    /** Whether the last attempt failed; the next move tries again. */
    this.failed = false;
  }

  /** What did not get through before the page was left. @param {() => void} kept */
  catchUp(kept) {
    const unsent = read(UNSENT);
    if (unsent) this.keep(unsent, kept);
  }

  /** The page is left, and nobody can wait for an answer any more; the server keeps the newest. */
  hurry() {
    if (!this.waiting) return;
    const { key, ...request } = this.waiting;
    put(`/api/games/played/${key}`, request, true).catch(() => {}); // this tab has it still
  }

  /** @param {KeptGame} game @param {() => void} kept */
  async keep(game, kept = () => {}) {
    this.waiting = game;
    write(UNSENT, game);
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waiting) {
        const { key, ...request } = this.waiting;
        this.waiting = null;
        await put(`/api/games/played/${key}`, request, true);
        this.failed = false;
        if (!this.waiting) write(UNSENT, null);
        kept();
      }
    } catch (error) {
      // Told once: a server that is away is noticed with every move anyway.
      if (!this.failed || !(error instanceof ApiError)) complain(error);
      this.failed = true;
    } finally {
      this.busy = false;
    }
  }
}
