/* Boards of hexagons and triangles, as squares.js has those of squares. Source of the coordinates: the page of formats,
   "lattice". */
import { keyOf } from "./board.js";
import { Lattice } from "./squares.js";

const short = number => Number(number.toFixed(1));
const text = cell => keyOf(cell[0], cell[1]);
const sum = ([row, column], [down, right]) => [row + down, column + right];

/** Corners from a list of [right, down], around a middle. */
const around = ([x, y], corners) => corners.map(([right, down]) => [x + right, y + down]);

/** What lattices have in common whose cells are polygons with corners to be computed. */
export class Polygons extends Lattice {
  /** The cells that share a side with a cell, in the order of its corners: each begins at one. */
  beside(cell) {
    return this.steps(cell).map(step => sum(cell, step));
  }

  /** A cell after a sixth of a turn, clockwise, about point 0. */
  turn([row, column, ...more]) {
    return [row + column, -row, ...more];
  }

  flip([row, column, ...more]) {
    return [row, -row - column, ...more];
  }

  turned(cells) {
    return this.normalised(cells.map(this.turn));
  }

  flipped(cells) {
    return this.normalised(cells.map(this.flip));
  }

  /** Cells up to translation moved to where all of them are cells; those of a picture may lie elsewhere. */
  seated(cells) {
    const seats = [0, 1, 2].map(right => cells.map(([row, column]) => [row, column + right]));
    return seats.find(each => each.every(cell => this.has(cell))) ?? cells.filter(cell => this.has(cell));
  }

  /** The cell of a set that is nearest to its middle. */
  middle(cells) {
    const points = cells.map(cell => this.centre(cell));
    const mean = axis => points.reduce((total, point) => total + point[axis], 0) / points.length;
    const far = points.map(([x, y]) => Math.hypot(x - mean(0), y - mean(1)));
    return cells[far.indexOf(Math.min(...far))];
  }

  /** The least x and y of what cells cover, its width and its height. */
  box(cells) {
    const points = cells.flatMap(cell => this.corners(cell));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const x = Math.min(...xs), y = Math.min(...ys);
    return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
  }

  /** The cell at a point, among some; undefined if none is there. far: at most from its centre. */
  at(cells, x, y, far = 0.75) {
    const away = cell => { const [a, b] = this.centre(cell); return Math.hypot(a - x, b - y); };
    return cells.filter(cell => away(cell) < far).sort((a, b) => away(a) - away(b))[0];
  }

  /** The sides of a set of cells that separate it from the rest, in loops of [from, to], clockwise. */
  loops(cells) {
    const inside = new Set(cells.map(text));
    const from = new Map();
    for (const cell of cells) {
      const corners = this.corners(cell);
      this.beside(cell).forEach((next, index) => {
        if (inside.has(text(next))) return;
        const side = [corners[index], corners[(index + 1) % corners.length]];
        const key = String(side[0].map(each => Math.round(each * 1000)));
        from.set(key, [...(from.get(key) ?? []), side]);
      });
    }
    const loops = [];
    for (const starts of from.values()) {
      while (starts.length) {
        const loop = [starts.pop()];
        for (;;) {
          const rest = from.get(String(loop.at(-1)[1].map(each => Math.round(each * 1000))));
          if (!rest?.length) break;
          loop.push(rest.splice(sharpest(loop.at(-1), rest), 1)[0]);
        }
        loops.push(loop);
      }
    }
    return loops;
  }

  /** A set of cells as one path, inset, with round corners. */
  outline(cells, size, inset = 1.4, radius = size * 0.13) {
    return this.loops(cells).map(loop => {
      const ways = loop.map(([from, to]) => unit(from, to));
      const points = loop.flatMap(([from], index) => {
        const before = ways[(index + ways.length - 1) % ways.length], after = ways[index];
        const cross = before[0] * after[1] - before[1] * after[0], dot = before[0] * after[0] + before[1] * after[1];
        if (Math.abs(cross) < 1e-6) return [];
        const deep = inset / (1 + dot);  // along both normals, to where the two inset sides meet
        const at = [0, 1].map(axis => from[axis] * size + deep * [-before[1] - after[1], before[0] + after[0]][axis]);
        const long = [loop.at(index - 1), loop[index]].map(([[a, b], [c, d]]) => Math.hypot(c - a, d - b));
        return [[at, before, after, Math.min(cross > 0 ? radius : radius * 0.55, 0.42 * size * Math.min(...long))]];
      });
      return points.map(([[x, y], before, after, round], index) =>
        `${index ? "L" : "M"}${short(x - before[0] * round)} ${short(y - before[1] * round)}` +
        `Q${short(x)} ${short(y)} ${short(x + after[0] * round)} ${short(y + after[1] * round)}`).join("") + "Z";
    }).join("");
  }

  /** The lines between the cells of a set, as one path; margin: the part of a side that is left out at each end. */
  hairlines(cells, size, margin = 0.22) {
    const inside = new Set(cells.map(text));
    return cells.flatMap(cell => {
      const corners = this.corners(cell);
      return this.beside(cell).map((next, index) => {
        if (!inside.has(text(next)) || text(next) < text(cell)) return "";
        const [a, b] = corners[index], [c, d] = corners[(index + 1) % corners.length];
        const at = share => `${short((a + (c - a) * share) * size)} ${short((b + (d - b) * share) * size)}`;
        return `M${at(margin)}L${at(1 - margin)}`;
      });
    }).join("");
  }
}

/** The number of the side that turns right most sharply after another: where two loops meet, each stays with its own cell. */
function sharpest([from, to], sides) {
  const [x, y] = unit(from, to);
  const turns = sides.map(([begin, end]) => { const [a, b] = unit(begin, end); return Math.atan2(x * b - y * a, x * a + y * b); });
  return turns.indexOf(Math.max(...turns));
}

function unit([a, b], [c, d]) {
  const far = Math.hypot(c - a, d - b);
  return [(c - a) / far, (d - b) / far];
}

const HIGH = Math.sqrt(3) / 2;

class Hexagons extends Polygons {
  turns = 6;
  basis = [[0, 1], [1, 0]];
  arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  kicks = [[0, 0], [0, 1], [1, 0], [0, -1], [-1, 0], [1, -1], [-1, 1]];

  steps() {
    return [[-1, 1], [0, 1], [1, 0], [1, -1], [0, -1], [-1, 0]];
  }

  shift([row, column]) {
    return [column + row / 2, row * HIGH];
  }

  centre(cell) {
    const [x, y] = this.shift(cell);
    return [x + 0.5, y + 1 / (2 * HIGH)];
  }

  /** From the top, clockwise. */
  corners(cell) {
    const long = 1 / (2 * HIGH);
    return around(this.centre(cell), [[0, -long], [0.5, -long / 2], [0.5, long / 2], [0, long], [-0.5, long / 2], [-0.5, -long / 2]]);
  }
}

const SIDE = 1.4;

class Triangles extends Polygons {
  turns = 6;
  basis = [[-1, 2], [1, 1]];
  arrows = { ArrowUp: [-1, -1], ArrowDown: [1, 1], ArrowLeft: [1, -2], ArrowRight: [-1, 2] };
  kicks = [[0, 0], [-1, 2], [1, 1], [2, -1], [1, -2], [-1, -1], [-2, 1]];

  pointsDown([row, column]) {
    return (((2 * row + column) % 3) + 3) % 3 === 1;
  }

  steps(cell) {
    return this.pointsDown(cell) ? [[-1, 0], [0, 1], [1, -1]] : [[-1, 1], [1, 0], [0, -1]];
  }

  flip([row, column, ...more]) {
    return [row + column, -column, ...more];
  }

  origin(top, left) {
    return [top, left - (((2 * top + left) % 3) + 3) % 3];
  }

  leads([down, right]) {
    return (2 * down + right) % 3 === 0;
  }

  has(cell) {
    return !this.leads(cell);
  }

  shift([row, column]) {
    return [column * SIDE / 2, (2 * row + column) / 3 * SIDE * HIGH];
  }

  centre(cell) {
    return this.shift(cell);
  }

  corners(cell) {
    const third = SIDE * HIGH / 3, half = SIDE / 2;
    const down = [[-half, -third], [half, -third], [0, 2 * third]], up = [[0, -2 * third], [half, third], [-half, third]];
    return around(this.centre(cell), this.pointsDown(cell) ? down : up);
  }
}

export const LATTICES = { hexagon: new Hexagons(), triangle: new Triangles() };
