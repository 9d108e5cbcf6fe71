/** Icons as strokes on a grid of 24. */
import { s } from "./dom.js";

const PATHS = /** @type {Record<string, string>} */ ({
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  turn: "M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3M18 3v4h-4M6 21v-4h4",
  edit: "M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3",
  hide: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM4 20L20 4",
  show: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  open: "M8 4H5v16h14V4h-3M9 3h6v4H9zM8 12h8M8 16h5",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  fresh: "M12 5v14M5 12h14",
  theme: "M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  help: "M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.6v.1",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  flag: "M6 21V4h11l-2 4 2 4H6",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  stop: "M7 7h10v10H7z",
});

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
