/* A hint in words: in how many solutions a placement is, or since which move nothing fits. */
import { grouped } from "./words.js";

/** Seconds of the first question for a hint. */
export const MOMENT = 1;

/** How many of the solutions that were left have a placement, for the end of a sentence. */
export function share({ solutions, of }) {
  if (!of) return "a solution has it there, how many do was not counted.";
  if (of === "1") return "the only solution has it there.";
  return `${solutions === of ? "all" : `${grouped(solutions)} of`} ${grouped(of)} solutions have it there.`;
}

/** The reason for which nothing fits, without what comes before it. */
export const cause = sentence => (sentence ?? "").replace(/^.*?Impossible: /, "");

/** Since which move nothing fits, with its piece, in words before the reason. */
export function since({ wrong, sentence }, label) {
  if (!wrong) return "Impossible before the first move:";
  const earlier = sentence.includes(", or earlier.") ? " or earlier" : "";
  return `Wrong since move ${wrong.number} of ${wrong.of}${earlier}, piece ${label}:`;
}
