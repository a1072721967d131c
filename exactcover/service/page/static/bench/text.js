/* The board of the bench as text, to be copied and pasted; loaded when it is. */
import { Plan } from "./plan.js";

const one = selector => document.querySelector(selector);

/** Show the board as text, which can be changed. */
export function open({ plan }) {
  one("#board-text").value = plan.text().includes("x") ? plan.rowsOf(0).join("\n") : plan.text().replaceAll("//", "\n\n").replaceAll("/", "\n");
  one("#text").showModal();
}

/** Take a board from text: a size, rows of `.` and `#`, or rows of `#` and blanks, where each `#` is a cell; false if it is none. */
export function take(bench, text) {
  const rows = text.replace(/\r/g, "").replace(/^\n+|\s+$/g, ""), { lattice } = bench.sheet;
  const picture = /[.+]/.test(rows) || /^\s*\d+x\d+/.test(rows) ? rows : rows.replace(/[#]/g, "\u0001").replace(/ /g, "#").replace(/\u0001/g, ".");
  const plan = Plan.of(picture.replace(/\n\n+/g, "//").replace(/\n/g, "/"), lattice);
  if (!plan?.number()) { bench.say("The text is not a board; expected rows of . and #, or a size such as 6x10."); return false; }
  const cells = [];
  if (bench.sheet.ring) plan.each((...cell) => cells.push(cell));
  const stray = cells.find(([, ...cell]) => !lattice.has(cell));
  if (stray) { bench.say(`Row ${stray[1] + 1}, column ${stray[2] + 1} of the text is a cell, where the lattice has none; expected # there.`); return false; }
  bench.edit(keys => {
    for (const key of ["fixed", "holes", "optional", ...bench.brushes.map(brush => brush.key).filter(Boolean)]) delete keys[key];
    bench.setPlan(plan.trimmed());
  });
  bench.surface.fit();
  return true;
}
