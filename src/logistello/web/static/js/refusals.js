/** The server's refusals, in the language of the page: it sends a code and where, and in English its own words. */
import { knows, t } from "./texts.js";

/** @param {{code?: string, message: string, line?: number | null, column?: number | null}} refusal */
export function refusalText({ code = "bad_notation", message, line, column }) {
  const kind = code === "bad_notation" && !line ? "bad_text" : code;
  return t(knows(`error.${kind}`) ? `error.${kind}` : "error.other", { message, line, column });
}
