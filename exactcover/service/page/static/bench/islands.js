/* Parts of an impossible board that no pieces of one size can fill; loaded for impossible boards alone. */
import { grouped } from "../words.js";

/** Whether the cells of a piece hang together by their sides. */
function isConnected(cells, lattice) {
  if (cells[0].length === 2) return lattice.pockets(cells).length === 1;
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
      const near = [...plan.lattice.beside([row, column]).map(([r, c]) => [layer, r, c]), [layer - 1, row, column], [layer + 1, row, column]];
      for (const cell of near) if (left.delete(cell.join())) part.push(cell);
    }
    parts.push(part);
  }
  return parts;
}

/** A part of the board that pieces of one size, each in one part, cannot fill; null if there is none, or if more lies on the board. */
export function island(seen, plan) {
  if (seen.optional || seen.fixed.length || seen.pieces.some(piece => !isConnected(piece.cells, plan.lattice))) return null;
  const sizes = new Set(seen?.pieces.filter(piece => piece.most !== 0).map(piece => piece.cells.length));
  if (sizes.size !== 1) return null;
  const [size] = sizes, parts = islands(plan);
  const odd = parts.length > 1 && parts.find(part => part.length % size);
  return odd ? { cells: odd, more: `an island of ${grouped(odd.length)} cell${odd.length === 1 ? "" : "s"}, and every piece has ${size}.` } : null;
}
