/** Threads and table of the server's engines, where it lets its pages choose. */
import { ApiError, get, patch } from "./api.js";
import { h } from "./dom.js";
import { tried } from "./notices.js";
import { t } from "./texts.js";
/**
 * @import { EngineReply } from "../../api_types.d.ts"
 * @import { Settings } from "./settings.js"
 */

const LEAST_TABLE_MB = 16;

/** What was chosen here before, for a server that has been started anew. @param {Settings} settings */
export async function askForSize(settings) {
  const now = await get("/api/engine");
  const threads = Math.min(settings.get("threads") || now.threads, now.most_threads);
  const hash_mb = Math.min(settings.get("tableMb") || now.hash_mb, now.most_hash_mb);
  if (!now.adjustable || (threads === now.threads && hash_mb === now.hash_mb)) return;
  await patch("/api/engine", { threads, hash_mb }).catch((error) => {
    // As large as it is, the engine works; the dialog tells its size.
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Two choices, as soon as the server has said what there is to choose. @param {Settings} settings */
export function sizeFields(settings) {
  const element = h("div", { class: "engine-size" });
  tried(async () => element.replaceChildren(...fields(settings, await get("/api/engine"))));
  return element;
}

/** @param {Settings} settings @param {EngineReply} now */
function fields(settings, now) {
  const threads = Array.from({ length: now.most_threads }, (_, n) => n + 1);
  const sizes = [now.hash_mb];
  for (let size = LEAST_TABLE_MB; size <= now.most_hash_mb; size *= 2) if (size !== now.hash_mb) sizes.push(size);
  return [
    sizeField("threads", threads, now.threads, now.adjustable, async (n) => {
      await patch("/api/engine", { threads: n });
      settings.set("threads", n);
    }),
    sizeField("tableMb", sizes.sort((a, b) => a - b), now.hash_mb, now.adjustable, async (n) => {
      await patch("/api/engine", { hash_mb: n });
      settings.set("tableMb", n);
    }),
    ...(now.adjustable ? [] : [h("p", { class: "quiet small" }, t("error.fixed"))]),
  ];
}

/**
 * @param {"threads" | "tableMb"} name
 * @param {number[]} values
 * @param {number} current
 * @param {boolean} enabled
 * @param {(value: number) => Promise<void>} change
 */
function sizeField(name, values, current, enabled, change) {
  const select = h(
    "select",
    { name, disabled: !enabled, change: () => tried(() => change(values[select.selectedIndex])) },
    ...values.map((n) => h("option", { value: n, selected: n === current }, t(`setting.${name}.some`, { n }))),
  );
  return h("label", { class: "field" }, t(`setting.${name}`), select);
}
