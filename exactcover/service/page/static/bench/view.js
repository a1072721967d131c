/* Where cells lie on the screen: the layers of a board in a grid, zoomed and moved. */

const GAP = 2, MARGIN = 2, LARGEST = 64;

export class View {
  constructor() {
    Object.assign(this, { size: 40, x: 0, y: 0, width: 0, height: 0 });
  }

  /** Lay out the layers of a board: so many side by side. */
  lay(plan) {
    const [wide, high] = [plan.columns + GAP, plan.rows + GAP];
    let across = 1;
    while (across < plan.layers && across * wide < Math.ceil(plan.layers / across) * high * 1.8) across++;
    Object.assign(this, { across, wide, high, layers: plan.layers });
  }

  /** Show the whole board, with a margin around it. */
  fit(plan) {
    this.lay(plan);
    const down = Math.ceil(plan.layers / this.across);
    const columns = this.across * this.wide - GAP, rows = down * this.high - GAP, margin = plan.layers > 1 ? 1 : MARGIN;
    this.size = Math.min(LARGEST, this.width / (columns + 2 * margin), this.height / (rows + 2 * margin));
    this.x = (this.width - columns * this.size) / 2 - plan.left * this.size;
    this.y = (this.height - rows * this.size) / 2 - plan.top * this.size;
  }

  /** The corner of a layer in cells. */
  corner(layer) {
    return [Math.floor(layer / this.across) * this.high, (layer % this.across) * this.wide];
  }

  /** The point of a cell's upper left corner. */
  point(layer, row, column) {
    const [down, right] = this.corner(layer);
    return [this.x + (right + column) * this.size, this.y + (down + row) * this.size];
  }

  /** The cell under a point, in the layer that is nearest. */
  cell(x, y) {
    const column = Math.floor((x - this.x) / this.size), row = Math.floor((y - this.y) / this.size);
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
    this.move(columns * this.size, rows * this.size);
  }

  /** Whether the whole board is shown. */
  shows(plan) {
    const [left, top] = this.point(0, plan.top, plan.left);
    const [right, bottom] = this.point(plan.layers - 1, plan.top + plan.rows, plan.left + plan.columns);
    return left > 0 && top > 0 && right < this.width && bottom < this.height;
  }
}

/** The cells on the straight line between two cells of a layer, without the first. */
export function between([layer, r0, c0], [, r1, c1]) {
  const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return [layer, Math.round(r0 + (r1 - r0) * part), Math.round(c0 + (c1 - c0) * part)];
  });
}

/** The cells of the rectangle between two cells of a layer. */
export function rectangle([layer, r0, c0], [, r1, c1]) {
  const cells = [];
  for (let row = Math.min(r0, r1); row <= Math.max(r0, r1); row++) {
    for (let column = Math.min(c0, c1); column <= Math.max(c0, c1); column++) cells.push([layer, row, column]);
  }
  return cells;
}
