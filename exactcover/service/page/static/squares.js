/* Boards of squares: how cells are drawn, and pieces moved and turned on them, in sides of a square. Those of other lattices
   (lattices.js) have the same methods. A cell is [row, column], and more that goes with it; a move is a [row, column] too. */
import * as board from "./board.js";

/** What is common to all lattices of a plane; each names its own steps, middle, corners and moves. */
export class Lattice {
  /** The connected parts of a set of cells. */
  pockets(cells) {
    return board.pockets(cells, cell => this.beside(cell));
  }

  normalised(cells) {
    const [top, left] = this.origin(...[0, 1].map(axis => Math.min(...cells.map(cell => cell[axis]))));
    return cells.map(([row, column, ...more]) => [row - top, column - left, ...more]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  /** What is taken from cells with that least row and column to normalise them: a move that leads from cells to cells. */
  origin(...corner) {
    return corner;
  }

  /** The cell by which the place of a moved piece is named. */
  spot([[row, column]], [down, right]) {
    return [row + down, column + right];
  }

  /** The move that takes a shape nearest to a point of the drawing. */
  nearest(x, y) {
    const far = move => { const [right, down] = this.shift(move); return Math.hypot(right - x, down - y); };
    return this.near(x, y).sort((a, b) => far(a) - far(b))[0];
  }

  /** Whether a move leads from cells to cells. */
  leads() {
    return true;
  }

  /** Whether a position is a cell. */
  has() {
    return true;
  }

  /** The moves that take a shape to about a point of the drawing. */
  near(x, y) {
    const [[a, b], [c, d]] = this.basis.map(move => this.shift(move));
    const scale = a * d - b * c;
    const along = (x * d - y * c) / scale, across = (y * a - x * b) / scale;
    return [Math.floor(along), Math.ceil(along)].flatMap(one => [Math.floor(across), Math.ceil(across)].map(two =>
      [0, 1].map(axis => one * this.basis[0][axis] + two * this.basis[1][axis])));
  }
}

class Squares extends Lattice {
  turns = 4;
  basis = [[0, 1], [1, 0]];
  arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  kicks = [[0, 0], [0, 1], [1, 0], [0, -1], [-1, 0], [1, 1], [-1, -1], [1, -1], [-1, 1]];
  beside = board.beside;
  turned = board.turned;
  flipped = board.flipped;
  middle = board.middle;
  outline = board.outline;
  hairlines = board.hairlines;

  shift([row, column]) {
    return [column, row];
  }

  spot(_, at) {
    return at;
  }

  centre([row, column]) {
    return [column + 0.5, row + 0.5];
  }

  box(cells) {
    const top = Math.min(...cells.map(([row]) => row)), left = Math.min(...cells.map(([, column]) => column));
    const [rows, columns] = board.extent(cells);
    return { x: left, y: top, w: columns - left, h: rows - top };
  }

  at(cells, x, y) {
    return cells.find(([row, column]) => row === Math.floor(y) && column === Math.floor(x));
  }
}

export const SQUARES = new Squares();
