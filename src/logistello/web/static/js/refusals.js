/** What the server refuses or has assumed, in the language of the page: it sends a code and where, and in English its own words. */
import { knows, t } from "./texts.js";
/** @import { FileProblem, ReadingDecision } from "../../api_types.d.ts" */

/** @param {{code?: string, message: string, line?: number | null, column?: number | null}} refusal */
export function refusalText({ code = "bad_notation", message, line, column }) {
  const kind = placed(code, line);
  return t(knows(`error.${kind}`) ? `error.${kind}` : "error.other", { message, line, column });
}

/** @param {FileProblem} problem */
export const fileProblemText = ({ code, file, message, line, column }) =>
  t(`error.file.${placed(code, line)}`, { file, message, line, column });

/** @param {ReadingDecision} decision */
export const decisionText = ({ code, message, values }) => (knows(`read.${code}`) ? t(`read.${code}`, values) : message);

/** What is wrong with a text may have a place in it. @param {string} code @param {number | null | undefined} line */
const placed = (code, line) => (code === "bad_notation" && !line ? "bad_text" : code);
