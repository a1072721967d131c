/* How the bench lays cells on the screen that are not squares, and what it has to ask the server about their boards; loaded for
   these alone. How cells lie is in lattices.js, or in tilings.js what the server says of it. */
import { keyOf } from "../board.js";
import { LATTICES } from "../lattices.js";
import { Unanswered, post } from "../server.js";
import { HOLE } from "./plan.js";
import { SHEET, Sheet } from "./view.js";

const AROUND = [[0, 0], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]];
/** What is covered of a board without cells. */
const EMPTY = { x: 0, y: 0, w: 7, h: 6 };
const SLACK = 1e-6;

/** Where a rectangle may begin that repeats itself, so that none of these coordinates is at its edges. */
function clear(side, all) {
  const far = at => Math.min(...all.map(each => Math.abs((((each - at) % side) + 1.5 * side) % side - side / 2)));
  return Array.from({ length: 16 }, (_, part) => side * part / 16).reduce((best, at) => (far(at) > far(best) + SLACK ? at : best));
}

class Polygons extends Sheet {
  constructor(lattice) {
    super(lattice);
    const [[w], [, high]] = lattice.basis.map(move => lattice.shift(move)), h = 2 * high;
    const all = this.within({ x: 0, y: 0, w, h }).map(cell => lattice.centre(cell)), [x, y] = [w, h].map((side, axis) => clear(side, all.map(each => each[axis])));
    const points = this.within({ x, y, w, h }).map(cell => lattice.centre(cell));
    this.dots = { x, y, w, h, points: points.map(([right, down]) => [right - x, down - y]) };
  }

  frame(plan) {
    const cells = [];
    plan.each((_, row, column) => cells.push([row, column]));
    return cells.length ? this.lattice.box(cells) : EMPTY;
  }

  under(x, y) {
    const near = this.lattice.near(x, y).flatMap(([row, column]) => AROUND.map(([down, right]) => [row + down, column + right]));
    return this.lattice.at(near.filter(cell => this.lattice.has(cell)), x, y, Infinity);
  }

  /** The last cell of a board in the direction of an arrow key; the same cell if there is none. */
  end(plan, cell, arrow) {
    let last = cell;
    for (let next = cell; plan.has(0, ...next) || next === cell; next = this.step(next, arrow)) {
      if (plan.get(0, ...next) !== HOLE) last = next;
    }
    return last;
  }

  between(from, to) {
    const [[a, b], [c, d]] = [from, to].map(cell => this.lattice.centre(cell));
    const steps = Math.ceil(8 * Math.hypot(c - a, d - b)), cells = new Map();
    for (let step = 1; step <= steps; step++) {
      const cell = this.under(a + (c - a) * step / steps, b + (d - b) * step / steps);
      cells.set(keyOf(...cell), cell);
    }
    cells.delete(keyOf(...from));
    return [...cells.values()];
  }

  /** The cells whose centres are in the upright rectangle between those of two cells. */
  rectangle(from, to) {
    const [[a, b], [c, d]] = [from, to].map(cell => this.lattice.centre(cell));
    return this.within({ x: Math.min(a, c), y: Math.min(b, d), w: Math.abs(c - a), h: Math.abs(d - b) });
  }

  /** The cells whose centres are in a rectangle, by rows. */
  within({ x, y, w, h }) {
    const corners = [[x, y], [x + w, y], [x, y + h], [x + w, y + h]].flatMap(point => this.lattice.near(...point));
    const more = 2 + (this.lattice.period ?? 0), ends = [0, 1].map(axis => [Math.min(...corners.map(each => each[axis])) - more, Math.max(...corners.map(each => each[axis])) + more]);
    const cells = [];
    for (let row = ends[0][0]; row <= ends[0][1]; row++) {
      for (let column = ends[1][0]; column <= ends[1][1]; column++) {
        const [right, down] = this.lattice.centre([row, column]);
        const inside = right > x - SLACK && right < x + w + SLACK && down > y - SLACK && down < y + h + SLACK;
        if (inside && this.lattice.has([row, column])) cells.push([row, column]);
      }
    }
    return cells;
  }

  moving(plan, flip) {
    const { lattice } = this, image = cell => (flip ? lattice.flip(cell) : lattice.turn(cell)), images = [];
    plan.each((_, row, column) => images.push(image([row, column])));
    const ends = pick => [0, 1].map(axis => pick(...images.map(each => each[axis])));
    const [top, left] = lattice.origin(...ends(Math.min)), [bottom, right] = ends(Math.max);
    const to = (layer, ...cell) => { const [row, column] = image(cell); return [layer, row - top, column - left]; };
    return [to, bottom - top + 1, right - left + 1];
  }

  /** A polygon of CSS: a cell in its box; part: less than 1 for a smaller one about its middle. */
  polygon(cell, part = 1) {
    const { x, y, w, h } = this.lattice.box([cell]), [a, b] = this.lattice.centre(cell);
    const at = (middle, corner, start, length) => `${((middle + (corner - middle) * part - start) / length * 100).toFixed(2)}%`;
    return this.lattice.corners(cell).map(([right, down]) => `${at(a, right, x, w)} ${at(b, down, y, h)}`);
  }

  /** The ring of the cursor, as a path that clips its box. */
  ring(cell) {
    const [outer, inner] = [0.97, 0.8].map(part => this.polygon(cell, part));
    return `polygon(evenodd, ${[...outer, outer[0], ...inner, inner[0]].join(", ")})`;
  }
}

class Hexagons extends Polygons {
  /** Up and down alternate between right and left, so that the cursor stays in its column on the screen. */
  step([row, column], arrow) {
    const odd = Math.abs(row % 2);
    if (arrow === "ArrowUp") return [row - 1, column + 1 - odd];
    if (arrow === "ArrowDown") return [row + 1, column - odd];
    return super.step([row, column], arrow);
  }
}

class Triangles extends Polygons {
  far = 2;

  /** Left and right along a strip of triangles; up and down through a side, or else through the corner there. */
  step(cell, arrow) {
    const down = this.lattice.pointsDown(cell), [row, column] = cell;
    if (arrow === "ArrowUp") return [row - (down ? 1 : 2), column];
    if (arrow === "ArrowDown") return [row + (down ? 2 : 1), column];
    if (arrow === "ArrowLeft") return down ? [row + 1, column - 1] : [row, column - 1];
    return down ? [row, column + 1] : [row - 1, column + 1];
  }
}

/** A lattice that the server describes. */
class Described extends Polygons {
  constructor(lattice) {
    super(lattice);
    this.far = lattice.period;
  }

  under(x, y) {
    if (!this.last || !this.lattice.holds(this.last, x, y)) this.last = this.lattice.at(this.lattice.about(x, y), x, y, Infinity);
    return this.last;
  }

  step(cell, arrow) {
    return this.lattice.step(cell, arrow);
  }

  /** The last cell of the board at the same height. */
  end(plan, cell, arrow) {
    const side = arrow === "ArrowLeft" ? -1 : 1, [, high] = this.lattice.centre(cell), row = [];
    plan.each((_, ...at) => { if (Math.abs(this.lattice.centre(at)[1] - high) < SLACK) row.push(at.slice(0, 2)); });
    return row.sort((a, b) => side * (this.lattice.centre(b)[0] - this.lattice.centre(a)[0]))[0] ?? cell;
  }
}

const SHEETS = { hexagon: new Hexagons(LATTICES.hexagon), triangle: new Triangles(LATTICES.triangle) };
/** The pictures of boards with names, such as hexagon:4, by lattice and name; "" where the server refused one. */
const PICTURES = new Map();
const isNamed = text => /^[A-Za-z-]+:[^/\n]*$/.test(text);

export const sheetOf = lattice => SHEETS[lattice] ?? SHEET;

/** The picture or size of a board; undefined for the name of one, or for a lattice, that has not been asked for. */
export const pictureOf = (lattice, text) => (isNamed(text) || !SHEETS[lattice] ? PICTURES.get(`${lattice} ${text}`) : text);

/** Ask the server about a lattice, and for the board with a name as a picture. */
async function ask(kind, lattice, board) {
  const about = await post("/page/lattice", { kind, lattice, board });
  SHEETS[lattice] ??= about.outlines ? new Described((await import("../tilings.js")).tilingOf(about.outlines)) : SHEET;
  if (SHEETS[lattice] !== SHEET) SHEETS[lattice].sets = about.sets;
  return about;
}

/** Ask for what the board of some keys needs. */
export async function prepare({ kind, lattice, board }) {
  const text = String(board ?? "");
  try {
    const { picture } = await ask(kind, lattice, isNamed(text) ? text : "");
    PICTURES.set(`${lattice} ${text}`, isNamed(text) ? picture : text);
  } catch (fault) {
    if (!(fault instanceof Unanswered)) throw fault;
    PICTURES.set(`${lattice} ${text}`, "");  // the verdict has the sentence
    if (!SHEETS[lattice] && isNamed(text)) await prepare({ kind, lattice });
  }
}

/** Begin a new puzzle on a lattice. */
export async function begin(bench, lattice) {
  const { start } = await ask(bench.keys.kind, lattice, "");
  bench.edit(keys => {
    if (Object.keys(start).length) for (const key of Object.keys(keys)) if (key !== "kind") delete keys[key];
    Object.assign(keys, start);
    if (lattice) keys.lattice = lattice;
    else delete keys.lattice;
  });
}
