/** Requests to the server. All rules of the game and all thinking are there. */

/** A refusal of the server, with its own words. */
export class ApiError extends Error {
  /** @param {{code: string, message: string}} body @param {number} status */
  constructor(body, status) {
    super(body.message);
    this.code = body.code;
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

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
const json = (body, signal) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) => (await ask(path, { signal })).json();

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = async (path, body, signal) => (await ask(path, json(body, signal))).json();

/** @param {string} path @param {Blob} file @returns {Promise<any>} */
export const postFile = async (path, file) =>
  (await ask(path, { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } })).json();

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export const patch = async (path, body) => (await ask(path, { ...json(body), method: "PATCH" })).json();

/** @param {string} path */
export const remove = (path) => ask(path, { method: "DELETE" });

/**
 * A file of the server, saved by the browser.
 * @param {string} path
 * @param {unknown} [body] posted if there is one
 */
export async function download(path, body) {
  const response = await ask(path, body === undefined ? {} : json(body));
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
 * @param {string} path
 * @param {unknown} body an object, or FormData
 * @param {AbortSignal} signal
 */
export async function* lines(path, body, signal) {
  const response = await ask(path, body instanceof FormData ? { method: "POST", body, signal } : json(body, signal));
  const reader = /** @type {ReadableStream<any>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
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
