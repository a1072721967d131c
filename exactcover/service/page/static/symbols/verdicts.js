/* What is said of a square: of an answer of the server, with the cells that are at fault. */
import { grouped } from "../words.js";

const plural = (number, noun) => `${grouped(number)} ${noun}${String(number) === "1" ? "" : "s"}`;

/** A cell in words. */
export const nameOf = (square, cell) => `row ${Math.floor(cell / square.side) + 1}, column ${cell % square.side + 1}`;

const called = (square, symbol) => (square.data.filled ? symbol : "queen");

/** Where two of a symbol are: in a row, a column or a box, or on a diagonal, whose number says nothing. */
const within = ({ name }) => (name.includes("diagonal") ? "on one diagonal" : `in ${name}`);

/** Why nothing is left, and the cells to mark; sentence: the server's, if it is for other reasons. */
function reason(square, sentence) {
  const [conflict] = square.conflicts();
  if (conflict) return { more: `two ${called(square, conflict.symbol)}s ${within(conflict.unit)}.`, cells: conflict.cells };
  const barren = square.barren();
  if (barren >= 0) return { more: `nothing can go into ${nameOf(square, barren)}.`, cells: [barren] };
  const homeless = square.homeless();
  if (homeless) return { more: `no place is left for ${square.data.filled ? homeless.symbol : "a queen"} in ${homeless.unit.name}.`, cells: homeless.cells };
  return { more: sentence.replace(/^Impossible: /, ""), cells: [] };
}

/** What is wrong without asking anybody: a symbol twice in a unit; null if nothing is. empty: before anything was filled in. */
export function broken(square, empty) {
  return square.conflicts().length ? { tone: "bad", text: empty ? "Impossible:" : "No solution from here:", ...reason(square, ""), left: "0" } : null;
}

/** The verdict on an answer; empty: about the puzzle before anything was filled in. */
export function verdict(square, answer, empty) {
  if (answer.status === "INFEASIBLE") return { tone: "bad", text: empty ? "Impossible:" : "No solution from here:", ...reason(square, answer.sentence), left: "0" };
  if (answer.count === "1") {
    return { tone: "", text: empty ? "Exactly one solution." : "Exactly one solution left.", more: empty ? "" : "You are on the only way.", cells: [], left: "1" };
  }
  if (answer.count) return { tone: "", text: `${plural(answer.count, "solution")} left.`, more: "", cells: [], left: answer.count };
  if (answer.at_least) return { tone: "", text: "It can be done.", more: `At least ${plural(answer.at_least, "solution")} left.`, cells: [], left: null };
  if (answer.status === "FEASIBLE") return { tone: "", text: "It can be done.", more: "There are too many ways to count them at once.", cells: [], left: null };
  return { tone: "wait", text: "Not decided yet.", more: "Play on: fewer empty cells are easier to decide.", cells: [], left: null };
}
