/* What is known of the puzzle on the bench, in one sentence; and what the large button offers next. */
import { beside, keyOf } from "../board.js";
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

/** Whether the cells of a piece in space hang together by their faces. */
function isConnected(cells) {
  const left = new Set(cells.map(String)), part = [cells[0]];
  left.delete(String(cells[0]));
  for (const cell of part) {
    for (let axis = 0; axis < cell.length; axis++) {
      for (const step of [-1, 1]) {
        const next = cell.map((at, each) => at + (each === axis ? step : 0));
        if (left.delete(String(next))) part.push(next);
      }
    }
  }
  return !left.size;
}

/** The connected parts of a board, each a list of cells. */
function islands(plan) {
  const left = new Set();
  plan.each((...cell) => left.add(cell.slice(0, 3).join()));
  const parts = [];
  for (const key of left) {
    left.delete(key);
    const part = [key.split(",").map(Number)];
    for (const [layer, row, column] of part) {
      const near = [...beside([row, column]).map(([r, c]) => [layer, r, c]), [layer - 1, row, column], [layer + 1, row, column]];
      for (const cell of near) if (left.delete(cell.join())) part.push(cell);
    }
    parts.push(part);
  }
  return parts;
}

/** A part of the board that pieces of one size, each in one part, cannot fill; null if there is none, or if more lies on the board. */
function island(seen, plan) {
  if (seen.optional || seen.fixed.length || seen.pieces.some(piece => !isConnected(piece.cells))) return null;
  const sizes = new Set(seen?.pieces.filter(piece => piece.most !== 0).map(piece => piece.cells.length));
  if (sizes.size !== 1) return null;
  const [size] = sizes, parts = islands(plan);
  const odd = parts.length > 1 && parts.find(part => part.length % size);
  return odd ? { cells: odd, more: `an island of ${plural(odd.length, "cell")}, and every piece has ${size}.` } : null;
}

/** The reason why nothing fits: an island, a pocket of cells that no piece covers, or the sentence of the certificate. */
function impossible(answer, seen, plan) {
  const alone = plan && seen?.symmetry ? island(seen, plan) : null;
  if (alone) return { more: alone.more, dead: alone.cells };
  const dead = (answer.dead ?? []).map(cell => (cell.length === 2 ? [0, ...cell] : cell));
  const more = (answer.sentence ?? "").replace(/^Impossible: /, "");
  return { more: more || "every way was tried.", dead };
}

/** What the server's answer says; seen: what the bench knows of the puzzle; plan: its board, if it has one. */
export function verdict(answer, seen, plan) {
  const off = missed(seen);
  if (answer.status === "INFEASIBLE") {
    if (off) return { ...off, dead: [], next: "why" };
    return { tone: "bad", text: "Impossible:", ...impossible(answer, seen, plan), next: "why" };
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
