/* What is known of the puzzle on the bench, in one sentence; and what the large button offers next. */
import { keyOf } from "../board.js";
import { differing, grouped } from "../words.js";
import { HOLE } from "./plan.js";

const plural = (number, noun) => `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;

/** The number of pieces, if it is known exactly; else null. */
function pieces(seen) {
  if (!seen?.pieces.length || seen.pieces.some(piece => piece.least !== piece.most)) return null;
  return seen.pieces.reduce((sum, piece) => sum + piece.least, 0);
}

/** How the pieces' area misses that of the board, in words; null if it does not, or if nobody knows. */
export function missed(seen) {
  if (!seen || seen.cells === null || !seen.area || !seen.symmetry) return null;
  const { cells, area: [least, most] } = seen, [fewest, greatest] = seen.optional?.empty ?? [0, 0];
  const [low, high] = [cells - greatest, cells - fewest];
  if (least <= high && most >= low) return null;
  const cover = least === most ? grouped(least) : `${grouped(least)} to ${grouped(most)}`;
  const more = least > high ? `Paint ${grouped(least - high)} more.` : `Erase ${grouped(low - most)}.`;
  return { tone: "bad", text: `${plural(cells, "cell")} for pieces that cover ${cover}.`, more };
}

/** The reason why nothing fits: an island, a pocket of cells that no piece covers, or the sentence of the certificate. */
function impossible(answer, alone) {
  if (alone) return { more: alone.more, dead: alone.cells };
  const dead = (answer.dead ?? []).map(cell => (cell.length === 2 ? [0, ...cell] : cell));
  const more = (answer.sentence ?? "").replace(/^Impossible: /, "");
  return { more: more || "every way was tried.", dead };
}

/** What the server's answer says; seen: what the bench knows of the puzzle; alone: an island of its board that nothing fills. */
export function verdict(answer, seen, alone) {
  const off = missed(seen);
  if (answer.status === "INFEASIBLE") {
    if (off) return { ...off, dead: [], next: "why" };
    return { tone: "bad", text: "Impossible:", ...impossible(answer, alone), next: "why" };
  }
  const number = pieces(seen), fits = ["FEASIBLE", "OPTIMAL"].includes(answer.status);
  const show = answer.solution ? "show" : "solve";
  const subject = number && seen.symmetry ? `${plural(seen.cells, "cell")}, ${plural(number, "piece")} fit:` : "";
  if (answer.count === "1") return { tone: "", text: "Exactly one solution.", more: "", next: show };
  if (answer.count) {
    const different = differing(answer.count, answer.classes);
    const more = `${plural(answer.count, "solution")}${different}.`;
    return subject ? { tone: "", text: subject, more, next: show, many: true } : { tone: "", text: more, more: "", next: show, many: true };
  }
  if (answer.at_least) return { tone: "", text: "It fits.", more: `At least ${plural(answer.at_least, "solution")}.`, next: show, many: true, open: true };
  if (answer.cost !== null && answer.cost !== undefined) return { tone: "", text: answer.sentence, more: "", next: fits ? show : "try" };
  if (fits) return { tone: "", text: "It fits.", more: "Counting all of its solutions takes longer.", next: show, many: show === "show", open: true };
  return { tone: "wait", text: "Not decided in a moment.", more: answer.bound ? `None is better than ${answer.bound}.` : "", next: "try" };
}

/** What lies at a cell, for screen readers. */
export function namedCell([layer, row, column], plan, scene) {
  const where = `${plan.layers > 1 ? `layer ${layer + 1}, ` : ""}row ${row + 1}, column ${column + 1}`;
  const own = keyOf(layer, keyOf(row, column));
  const has = cells => cells.some(cell => cell.join() === own);
  const piece = scene.pieces.find(each => has(each.cells));
  const sign = scene.marks.find(each => has(each.cells)), goal = scene.goals.find(each => has(each.cells));
  const code = plan.get(layer, row, column);
  const ground = code === HOLE ? "no cell" : code === 43 ? "may stay empty" : "cell";
  return [where, piece ? piece.name : ground, sign?.label, goal && `goal of ${goal.name}`].filter(Boolean).join(", ");
}
