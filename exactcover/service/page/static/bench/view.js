/* Where cells lie on the screen: the layers of a board in a grid, zoomed and moved. */
import { SQUARES } from "../squares.js";

const GAP = 2, MARGIN = 2, LARGEST = 64;

/** How cells of squares lie, in sides of a square, and how one gets from cell to cell; sheets.js has those of other lattices. */
export class Sheet {
  /** far: how many rows and columns the cursor may be away from the board. */
  far = 1;
  /** The dots of an empty field: where a rectangle begins that repeats itself, its sides, and the points in it. */
  dots = { x: 0, y: 0, w: 1, h: 1, points: [[0.5, 0.5]] };

  /** The sets of pieces to choose from, if not those of the editor. */
  sets;

  constructor(lattice) {
    this.lattice = lattice;
  }

  /** What a layer of a board covers. */
  frame({ left, top, columns, rows }) {
    return { x: left, y: top, w: columns, h: rows };
  }

  /** The cell under a point. */
  under(x, y) {
    return [Math.floor(y), Math.floor(x)];
  }

  /** The cell to which an arrow key leads. */
  step([row, column], arrow) {
    const [down, right] = this.lattice.arrows[arrow];
    return [row + down, column + right];
  }

  /** The last position of a board in the direction of an arrow key. */
  end({ left, columns }, [row], arrow) {
    return [row, arrow === "ArrowLeft" ? left : left + columns - 1];
  }

  /** The cells on the straight line between two cells, without the first. */
  between([r0, c0], [r1, c1]) {
    const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
    return Array.from({ length: steps }, (_, index) => {
      const part = (index + 1) / steps;
      return [Math.round(r0 + (r1 - r0) * part), Math.round(c0 + (c1 - c0) * part)];
    });
  }

  /** The cells of the rectangle between two cells. */
  rectangle([r0, c0], [r1, c1]) {
    const cells = [];
    for (let row = Math.min(r0, r1); row <= Math.max(r0, r1); row++) {
      for (let column = Math.min(c0, c1); column <= Math.max(c0, c1); column++) cells.push([row, column]);
    }
    return cells;
  }

  /** Where the cells of a board come to lie when it is turned or flipped, and its numbers of rows and columns then. */
  moving(plan, flip) {
    return flip ? [plan.mirroring(), plan.rows, plan.columns] : [plan.turning(), plan.columns, plan.rows];
  }
}

export const SHEET = new Sheet(SQUARES);

export class View {
  constructor() {
    Object.assign(this, { sheet: SHEET, size: 40, x: 0, y: 0, width: 0, height: 0 });
  }

  /** Lay out the layers of a board: so many side by side. */
  lay(plan) {
    const { w, h } = this.sheet.frame(plan), [wide, high] = [w + GAP, h + GAP];
    let across = 1;
    while (across < plan.layers && across * wide < Math.ceil(plan.layers / across) * high * 1.8) across++;
    Object.assign(this, { across, wide, high, layers: plan.layers });
  }

  /** Show the whole board, with a margin around it. */
  fit(plan) {
    this.lay(plan);
    const { x, y } = this.sheet.frame(plan);
    const down = Math.ceil(plan.layers / this.across);
    const columns = this.across * this.wide - GAP, rows = down * this.high - GAP, margin = plan.layers > 1 ? 1 : MARGIN;
    this.size = Math.min(LARGEST, this.width / (columns + 2 * margin), this.height / (rows + 2 * margin));
    this.x = (this.width - columns * this.size) / 2 - x * this.size;
    this.y = (this.height - rows * this.size) / 2 - y * this.size;
  }

  /** The corner of a layer in cells. */
  corner(layer) {
    return [Math.floor(layer / this.across) * this.high, (layer % this.across) * this.wide];
  }

  /** The point of a square's upper left corner. */
  point(layer, row, column) {
    const [down, right] = this.corner(layer);
    return [this.x + (right + column) * this.size, this.y + (down + row) * this.size];
  }

  /** The box around a cell. */
  box([layer, ...cell]) {
    const { x, y, w, h } = this.sheet.lattice.box([cell]), [left, top] = this.point(layer, y, x);
    return { left, top, width: w * this.size, height: h * this.size };
  }

  /** The cell under a point, in the layer that is nearest. */
  cell(x, y) {
    const [row, column] = this.sheet.under((x - this.x) / this.size, (y - this.y) / this.size);
    if (this.layers === 1) return [0, row, column];
    const down = Math.ceil(this.layers / this.across);
    const i = Math.max(0, Math.min(down - 1, Math.floor((row + 1) / this.high)));
    const j = Math.max(0, Math.min(this.across - 1, Math.floor((column + 1) / this.wide)));
    const layer = Math.min(this.layers - 1, i * this.across + j);
    const [d, r] = this.corner(layer);
    return [layer, row - d, column - r];
  }

  /** Zoom about a point. */
  zoom(factor, x, y) {
    const size = Math.max(0.5, Math.min(LARGEST * 2, this.size * factor)), real = size / this.size;
    Object.assign(this, { size, x: x - (x - this.x) * real, y: y - (y - this.y) * real });
  }

  move(x, y) {
    this.x += x;
    this.y += y;
  }

  /** Keep everything where it is on the screen when so much is taken from the coordinates of all cells. */
  shift(rows, columns) {
    this.move(...this.sheet.lattice.shift([rows, columns]).map(each => each * this.size));
  }

  /** Whether the whole board is shown. */
  shows(plan) {
    const { x, y, w, h } = this.sheet.frame(plan);
    const [left, top] = this.point(0, y, x), [right, bottom] = this.point(plan.layers - 1, y + h, x + w);
    return left > 0 && top > 0 && right < this.width && bottom < this.height;
  }
}
