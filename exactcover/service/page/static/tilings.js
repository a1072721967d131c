/* Boards of which the server says how their cells lie and move (encoders/draw/outlines.py): parts of squares and of hexagons, and
   edges, which are bars. They have the methods of lattices.js, and steps of a cursor. */
import { keyOf } from "./board.js";
import { Polygons } from "./lattices.js";

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SLACK = 1e-6;
const dot = ([a, b], [c, d]) => a * c + b * d;
const minus = ([a, b], [c, d]) => [a - c, b - d];

class Tiling extends Polygons {
  constructor({ period, rows, columns, unit, turns, turn, mirror, cells }) {
    super();
    const least = [[0, period], [period, 0]], around = [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => [down * period, right * period]));
    Object.assign(this, { period, vectors: [rows, columns], unit, turns, maps: { turn, mirror }, basis: least });
    this.classes = new Map(cells.map(each => [keyOf(...each.at), each]));
    this.arrows = { ArrowUp: [-period, 0], ArrowDown: [period, 0], ArrowLeft: [0, -period], ArrowRight: [0, period] };
    const far = move => Math.hypot(...this.shift(move)), next = Math.max(...least.map(far)) * (turns === 4 ? 1.5 : 1.1);
    this.kicks = around.filter(move => far(move) < next).sort((a, b) => far(a) - far(b));
  }

  /** The number of the period of a cell along both axes, and its class, if it is a cell. */
  parted([row, column]) {
    const [down, right] = [row, column].map(each => Math.floor(each / this.period));
    return [[down, right], this.classes.get(keyOf(row - down * this.period, column - right * this.period))];
  }

  has(cell) {
    return Boolean(this.parted(cell)[1]);
  }

  leads(move) {
    return move.every(each => each % this.period === 0);
  }

  origin(...corner) {
    return corner.map(each => Math.floor(each / this.period) * this.period);
  }

  /** A point of the drawing: of the lattice's units, so many periods away; equal for all cells that share it. */
  point([down, right], [x, y]) {
    const [rows, columns] = this.vectors;
    return [(x + down * rows[0] + right * columns[0]) * this.unit[0], (y + down * rows[1] + right * columns[1]) * this.unit[1]];
  }

  shift([row, column]) {
    return this.point([row / this.period, column / this.period], [0, 0]);
  }

  /** Whether a point is still taken for a cell that it was in last. */
  holds() {
    return false;
  }

  points(cell, name) {
    const [away, own] = this.parted(cell);
    return own[name].map(each => this.point(away, each));
  }

  corners(cell) {
    return this.points(cell, "corners");
  }

  /** The middle of a cell; where there is none, a point of the sheet. */
  centre(cell) {
    if (!this.has(cell)) return this.shift(cell);
    const points = this.corners(cell);
    return [0, 1].map(axis => points.reduce((sum, each) => sum + each[axis], 0) / points.length);
  }

  steps(cell) {
    return this.parted(cell)[1]?.steps ?? [];
  }

  /** The image of a cell under the least turn or the mirror. */
  image(name, [row, column, ...more]) {
    return [...this.maps[name].map(([a, b, shift]) => a * row + b * column + shift), ...more];
  }

  turn(cell) {
    return this.image("turn", cell);
  }

  flip(cell) {
    return this.image("mirror", cell);
  }

  turned(cells) {
    return this.normalised(cells.map(cell => this.turn(cell)));
  }

  flipped(cells) {
    return this.normalised(cells.map(cell => this.flip(cell)));
  }

  seated(cells) {
    const range = Array.from({ length: this.period }, (_, each) => each);
    const seats = range.flatMap(down => range.map(right => cells.map(([row, column]) => [row + down, column + right])));
    return seats.find(each => each.every(cell => this.has(cell))) ?? cells.filter(cell => this.has(cell));
  }

  /** The cells about a point, up to a period away. */
  about(x, y) {
    const near = this.near(x, y), { period } = this;
    const [rows, columns] = [0, 1].map(axis => {
      const all = near.map(each => each[axis] / period), first = Math.min(...all) - 1, last = Math.max(...all) + 1;
      return Array.from({ length: last - first + 1 }, (_, each) => (first + each) * period);
    });
    return rows.flatMap(down => columns.flatMap(right => [...this.classes.values()].map(({ at: [row, column] }) => [row + down, column + right])));
  }

  /** The cell to which an arrow leads: a neighbour, or else the nearest one that way; the same cell if there is none. */
  step(cell, arrow) {
    const way = WAYS[arrow], middle = this.centre(cell);
    const best = cells => {
      const rated = cells.map(next => {
        const move = minus(this.centre(next), middle), ahead = dot(move, way);
        return { next, ahead, aside: Math.abs(dot(move, [way[1], way[0]])) };
      }).filter(({ ahead, aside }) => ahead > SLACK && aside < ahead + SLACK);
      const cost = ({ ahead, aside }) => Math.round((ahead + 1.3 * aside) / SLACK);
      return rated.sort((a, b) => cost(a) - cost(b))[0]?.next;
    };
    return best(this.beside(cell)) ?? best(this.about(...middle)) ?? cell;
  }
}

/** Edges are bars, and edges of a set that meet are joined. */
class Edges extends Tiling {
  constructor(about) {
    super(about);
    [this.half, this.short] = about.bar;
  }

  /** The two directed edges of a cell: from one end to the other, the way, and a way to the left of it. */
  ways(cell) {
    const [a, b] = this.points(cell, "ends");
    return [[a, b], [b, a]].map(([from, to]) => {
      const far = Math.hypot(...minus(to, from)), [x, y] = minus(to, from).map(each => each / far);
      return { from, to, way: [x, y], left: [y, -x], angle: Math.atan2(y, x) };
    });
  }

  /** The point at one side of an edge, short of its end; side: 1 left, -1 right. */
  beyond({ from, way, left }, side = 1) {
    return [0, 1].map(axis => from[axis] + way[axis] * this.short + side * left[axis] * this.half);
  }

  corners(cell) {
    const [there, back] = this.ways(cell);
    return [this.beyond(there), this.beyond(back, -1), this.beyond(back), this.beyond(there, -1)];
  }

  /** Whether a point is so near to an end of an edge that a stroke along it is not yet on another one. */
  holds(cell, x, y) {
    return this.points(cell, "ends").some(end => Math.hypot(...minus(end, [x, y])) < 1.3 * this.short);
  }

  /** The outlines of the bars, in loops clockwise: along the left of each edge, and then to the next edge at its end. */
  loops(cells) {
    const at = new Map(), name = point => String(point.map(each => Math.round(each * 1000)));
    const all = cells.filter(cell => this.has(cell)).flatMap(cell => {
      const [there, back] = this.ways(cell);
      [there.back, back.back] = [back, there];
      return [there, back];
    });
    for (const each of all) at.set(name(each.from), [...(at.get(name(each.from)) ?? []), each]);
    const round = angle => (angle > SLACK ? angle : angle + 2 * Math.PI);
    const onward = ({ back }) => at.get(name(back.from)).sort((a, b) => round(a.angle - back.angle) - round(b.angle - back.angle))[0];
    const fresh = new Set(all), loops = [];
    for (const first of all) {
      if (!fresh.has(first)) continue;
      const loop = [];
      for (let each = first; fresh.delete(each); each = onward(each)) {
        loop.push([this.beyond(each), this.beyond(each.back, -1)], [this.beyond(each.back, -1), this.beyond(onward(each))]);
      }
      loops.push(loop.filter(([from, to]) => Math.hypot(...minus(to, from)) > 1e-4));
    }
    return loops;
  }

  /** A board is hardly wider than its bars, so that what they enclose stays open. */
  outline(cells, size, inset, radius) {
    return super.outline(cells, size, Math.max(inset ?? 1.4, -0.05 * size), radius);
  }

  /** The lines across the bars where edges of the set meet. */
  hairlines(cells, size, margin = 0.22) {
    const many = new Map(), name = point => String(point.map(each => Math.round(each * 1000)));
    const all = cells.filter(cell => this.has(cell)).flatMap(cell => this.ways(cell));
    for (const { from } of all) many.set(name(from), (many.get(name(from)) ?? 0) + 1);
    return all.filter(({ from }) => many.get(name(from)) > 1).map(each => {
      const [from, to] = [1, -1].map(side => this.beyond(each, side));
      const at = share => [0, 1].map(axis => Number(((from[axis] + (to[axis] - from[axis]) * share) * size).toFixed(1))).join(" ");
      return `M${at(margin)}L${at(1 - margin)}`;
    }).join("");
  }
}

/** The lattice that the server describes. */
export const tilingOf = about => (about.bar ? new Edges(about) : new Tiling(about));
