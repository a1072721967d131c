/* Pieces in a body of cubes: where they are, how they lie, what fits. Cells are [layer, row, column]. Nothing here knows the document. */

const ORDER = [8, 0, 2, 4, 9, 7, 11, 5, 1, 6, 3, 10, 13, 19, 21, 14, 23, 16];
/** A quarter turn about each axis, and a reflection, as maps of a cell. */
const CHANGES = {
  flat: ([z, y, x]) => [z, x, -y],
  over: ([z, y, x]) => [y, -z, x],
  side: ([z, y, x]) => [x, y, -z],
  mirror: ([z, y, x]) => [z, y, -x],
};

export const keyOf = cell => cell.join();
const compare = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
const plus = (a, b) => a.map((each, axis) => each + b[axis]);

function normalised(cells) {
  const least = [0, 1, 2].map(axis => Math.min(...cells.map(cell => cell[axis])));
  return cells.map(cell => cell.map((each, axis) => each - least[axis])).sort(compare);
}

const written = cells => cells.map(keyOf).join(";");

/** The cell of a piece that is nearest to its middle. */
export function middle(cells) {
  const mean = [0, 1, 2].map(axis => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const far = cell => Math.hypot(...cell.map((each, axis) => each - mean[axis]));
  return cells.reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
}

export class Space {
  constructor(data) {
    this.data = data;
    this.dims = [data.layers.length, data.layers[0].length, data.layers[0][0].length];
    this.cells = data.layers.flatMap((layer, z) => layer.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [] : [[z, y, x]]))));
    this.inside = new Set(this.cells.map(keyOf));
    this.pieces = data.pieces.flatMap((kind, number) => Array.from({ length: kind.copies }, (_, copy) => ({
      kind: number, name: kind.name, label: kind.copies === 1 ? kind.name : `${kind.name}, copy ${copy + 1}`,
      known: new Set(kind.orientations.map(cells => written(normalised(cells)))), cells: normalised(kind.orientations[0]), at: null,
    })));
    const many = data.pieces.length < this.pieces.length;
    this.pieces.forEach((piece, id) => Object.assign(piece, { id, colour: ORDER[(many ? id : piece.kind) % ORDER.length] }));
    this.fixed = data.fixed.map((each, number) => ({ ...each, colour: ORDER[(many ? this.pieces.length + number : data.pieces.findIndex(kind => kind.name === each.piece)) % ORDER.length] }));
  }

  placeOf(piece, at = piece.at) {
    return piece.cells.map(cell => plus(cell, at));
  }

  /** What covers each covered cell, but for one piece. */
  covered(but) {
    const taken = new Map(this.fixed.flatMap(each => each.cells.map(cell => [keyOf(cell), each])));
    for (const piece of this.pieces) {
      if (piece !== but && piece.at) for (const cell of this.placeOf(piece)) taken.set(keyOf(cell), piece);
    }
    return taken;
  }

  fits(piece, at) {
    const taken = this.covered(piece);
    return this.placeOf(piece, at).every(cell => this.inside.has(keyOf(cell)) && !taken.has(keyOf(cell)));
  }

  /** Put a piece down, after all others. */
  put(piece, at) {
    piece.since = 1 + Math.max(0, ...this.pieces.map(each => (each.at ? each.since : 0)));
    piece.at = at;
  }

  /** The placed pieces in the order in which they were put down. */
  moves() {
    return this.pieces.filter(piece => piece.at).sort((a, b) => a.since - b.since);
  }

  /** The piece that was put down last. */
  last() {
    return this.moves().at(-1);
  }

  /** The place nearest to another one at which a piece does not reach out of the body's box. */
  clamped(piece, at) {
    return at.map((each, axis) => {
      const most = this.dims[axis] - 1 - Math.max(...piece.cells.map(cell => cell[axis]));
      return Math.max(0, Math.min(most, each));
    });
  }

  /** The first place where a piece fits, else a corner. */
  firstPlace(piece) {
    return this.cells.map(cell => plus(cell, piece.cells[0].map(each => -each))).find(at => this.fits(piece, at)) ?? [0, 0, 0];
  }

  /** Turn or reflect a piece; false if it may not lie like that. */
  change(piece, how) {
    const cells = normalised(piece.cells.map(CHANGES[how]));
    if (!piece.known.has(written(cells))) return false;
    piece.cells = cells;
    return true;
  }

  open() {
    const taken = this.covered();
    return this.cells.filter(cell => !taken.has(keyOf(cell)));
  }

  mayStayEmpty([z, y, x]) {
    return this.data.layers[z][y][x] === "+";
  }

  isFilled() {
    const open = this.open(), [least, most] = this.data.empty;
    if (!open.every(cell => this.mayStayEmpty(cell)) || open.length < least || open.length > most) return false;
    return this.data.pieces.every((kind, number) =>
      this.pieces.filter(piece => piece.kind === number && piece.at).length >= kind.least);
  }

  placed(pieces = this.pieces.filter(piece => piece.at)) {
    return pieces.map(piece => ({ piece: piece.name, cells: this.placeOf(piece) }));
  }

  state() {
    return JSON.stringify(this.pieces.map(({ at, cells, since }) => (at ? { at, cells, since } : null)));
  }

  /** Put the pieces as in a state, as far as they fit; false if it is none of this body. */
  restore(text) {
    let state;
    try { state = JSON.parse(text); } catch { return false; }
    if (!Array.isArray(state) || state.length !== this.pieces.length) return false;
    for (const piece of this.pieces) piece.at = null;
    state.forEach((each, id) => {
      const piece = this.pieces[id];
      if (!Array.isArray(each?.cells) || !piece.known.has(written(each.cells))) return;
      piece.cells = each.cells;
      if (this.fits(piece, each.at)) Object.assign(piece, { at: each.at, since: Number(each.since) || 0 });
    });
    return true;
  }

  /** Place a piece of a solution that is not placed yet; the piece, or undefined if there is none. */
  follow(placements) {
    const taken = this.covered();
    for (const { piece: name, cells } of placements) {
      if (cells.some(cell => taken.has(keyOf(cell)))) continue;
      const piece = this.pieces.find(each => each.name === name && !each.at);
      if (!piece) continue;
      piece.cells = normalised(cells);
      this.put(piece, [0, 1, 2].map(axis => Math.min(...cells.map(cell => cell[axis]))));
      return piece;
    }
    return undefined;
  }
}
