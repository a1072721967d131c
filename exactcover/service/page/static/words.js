/* Numbers in words, and how something is said: in a line, and to screen readers. */

/** A number, a string of digits, in groups of three. */
export const grouped = digits => String(digits).replace(/\B(?=(\d{3})+$)/g, "\u2009");

/** How many of the solutions differ, for the end of a sentence; "" if all do, or if nobody knows. */
export function differing(count, classes) {
  if (!classes || classes === count) return "";
  return classes === "1" ? ", all alike up to symmetry" : `, ${grouped(classes)} different`;
}

const STILL = 500;
let speaking = null;

/** Say something to screen readers, once nothing else has been said for a while. */
export function speak(text) {
  clearTimeout(speaking);
  speaking = setTimeout(() => { document.querySelector("#spoken").textContent = text; }, STILL);
}

/** Show a verdict in its line. */
export function say(line, { tone, text, more }) {
  line.className = `say ${tone}`;
  line.querySelector("strong").textContent = text;
  line.querySelector("em").textContent = more ?? "";
}
