/** Requests to the server. All rules of the game and all thinking are there; while it is away the page has rules of its own. */
import { t } from "./texts.js";
/** @import { Address, LiveError, RouteOf } from "../../api_types.d.ts" */

/** A refusal of the server, with its own words. */
export class ApiError extends Error {
  /** @param {{code: string, message: string, line?: number | null, column?: number | null}} body @param {number} status */
  constructor(body, status) {
    super(body.message);
    this.code = body.code;
    this.line = body.line;
    this.column = body.column;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({ code: "unreachable", message: "" }, 0);
  }
  if (!response.ok) {
    const body = await response.json().catch(() => null);
    throw new ApiError(
      body?.error ?? { code: "unknown", message: `${response.status} ${response.statusText}` },
      response.status,
    );
  }
  return response;
}

/** @param {object} body @param {AbortSignal} [signal] @returns {RequestInit} */
const json = (body, signal) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

/**
 * @template {Address<"GET", "json">} Path
 * @param {Path} path @param {AbortSignal} [signal]
 * @returns {Promise<RouteOf<"GET", "json", Path>["reply"]>}
 */
export const get = async (path, signal) => (await ask(path, { signal })).json();

/**
 * @template {Address<"POST", "json">} Path
 * @param {Path} path
 * @param {RouteOf<"POST", "json", Path>["body"]} body an object, or a file
 * @param {AbortSignal} [signal]
 * @returns {Promise<RouteOf<"POST", "json", Path>["reply"]>}
 */
export async function post(path, body, signal) {
  const options =
    body instanceof Blob
      ? { method: "POST", body, headers: { "Content-Type": "application/octet-stream" }, signal }
      : json(body ?? {}, signal);
  try {
    return await (await ask(path, options)).json();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "unreachable" || !WITHOUT_SERVER.has(path)) throw error;
    return /** @type {RouteOf<"POST", "json", Path>["reply"]} */ (await offline(path, body, error));
  }
}

/** What the page can answer itself, if it has to. @type {Set<string>} */
const WITHOUT_SERVER = new Set(["/api/position", "/api/move"]);
/** Whether it had to, so far. */
export let alone = false;

/** @param {string} path @param {unknown} body @param {ApiError} unreachable @returns {Promise<unknown>} */
async function offline(path, body, unreachable) {
  const rules = await import("./offline_rules.js").catch(() => {
    throw unreachable;
  });
  alone = true;
  try {
    const reply = rules.answer(path, /** @type {Parameters<typeof rules.answer>[1]} */ (body));
    if ("errors" in reply)
      for (const problem of reply.errors) problem.message = t("offline.illegal", { move: problem.message });
    return reply;
  } catch (error) {
    if (!(error instanceof rules.OfflineError)) throw error;
    throw new ApiError({ code: "offline", message: t("offline.unread") }, 0);
  }
}

/**
 * @template {Address<"PATCH", "json">} Path
 * @param {Path} path @param {RouteOf<"PATCH", "json", Path>["body"]} body
 * @returns {Promise<RouteOf<"PATCH", "json", Path>["reply"]>}
 */
export const patch = async (path, body) => (await ask(path, { ...json(body), method: "PATCH" })).json();

/**
 * @template {Address<"PUT", "json">} Path
 * @param {Path} path @param {RouteOf<"PUT", "json", Path>["body"]} body
 * @param {boolean} [leaving] the page may be gone before the answer comes
 * @returns {Promise<RouteOf<"PUT", "json", Path>["reply"]>}
 */
export const put = async (path, body, leaving = false) =>
  (await ask(path, { ...json(body), method: "PUT", keepalive: leaving })).json();

/** @param {Address<"DELETE", "json" | "nothing">} path */
export const remove = (path) => ask(path, { method: "DELETE" });

/**
 * A file of the server, saved by the browser.
 * @param {Address<"GET", "file">} path
 */
export const download = async (path) => saveFile(await ask(path, {}));

/**
 * A file that is made of what is posted.
 * @template {Address<"POST", "file">} Path
 * @param {Path} path @param {RouteOf<"POST", "file", Path>["body"]} body
 */
export const downloadMade = async (path, body) => saveFile(await ask(path, json(body)));

/**
 * The same as text, for the page itself.
 * @template {Address<"POST", "file">} Path
 * @param {Path} path @param {RouteOf<"POST", "file", Path>["body"]} body
 */
export const made = async (path, body) => (await ask(path, json(body))).text();

/** @param {Response} response */
async function saveFile(response) {
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "game.txt";
  saveBlob(await response.blob(), name);
}

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * A stream of JSON lines; aborting stops the work of the server.
 * @template {Address<"POST", "lines">} Path
 * @param {Path} path
 * @param {RouteOf<"POST", "lines", Path>["body"]} body an object, or FormData
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Exclude<RouteOf<"POST", "lines", Path>["reply"], LiveError>>} errors are thrown
 */
export async function* lines(path, body, signal) {
  const response = await ask(path, body instanceof FormData ? { method: "POST", body, signal } : json(body, signal));
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : /** @type {string} */ (parts.pop());
    for (const part of parts) {
      if (!part.trim()) continue;
      const message = JSON.parse(part);
      if (message.type === "error") throw new ApiError(message.error, 200);
      yield message;
    }
    if (done) return;
  }
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";
