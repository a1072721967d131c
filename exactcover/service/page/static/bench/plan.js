/* A board being drawn: a mark for each cell of its layers. Coordinates stay the same while it grows in any direction. */

import { SQUARES } from "../squares.js";

export const HOLE = 35;  // #
export const CELL = 46;  // .
const SIZE = /^\s*(\d+)x(\d+)(?:x(\d+))?\s*$/;
/** The most cells of a board on the page, of squares and of others. */
export const MOST = 1_000_000;
const most = lattice => (lattice === SQUARES ? MOST : 10_000);

export const codeOf = mark => mark.charCodeAt(0);
export const markOf = code => String.fromCharCode(code);
export const isLetter = code => (code > 64 && code < 91) || (code > 96 && code < 123);

const rowsOf = layer => layer.replace(/\n/g, "/").replace(/^\/|\/$/g, "").split("/");

export class Plan {
  /** top, left: the coordinates of the first row and column, which are below 0 once the board has grown that way. */
  constructor(layers, rows, columns, marks, solid = layers > 1, top = 0, left = 0, lattice = SQUARES) {
    Object.assign(this, { layers, rows, columns, solid, top, left, lattice });
    this.marks = marks ?? new Uint8Array(layers * rows * columns).fill(HOLE);
  }

  /** The board that a text names, a size or a picture; null for one that is too large, or whose rows cannot be drawn. */
  static of(text, lattice = SQUARES) {
    const size = SIZE.exec(text);
    if (size) {
      const sides = size.slice(1).filter(Boolean).map(Number);
      const [layers, rows, columns] = sides.length === 3 ? sides : [1, ...sides];
      const number = layers * rows * columns;
      if (!number || number > most(lattice)) return null;
      const plan = new Plan(layers, rows, columns, undefined, sides.length === 3, 0, 0, lattice);
      plan.marks.forEach((_, place) => { plan.marks[place] = plan.bare(place); });
      return plan;
    }
    if (text.includes(":")) return null;
    const layers = text.split("//").map(rowsOf);
    const rows = Math.max(...layers.map(each => each.length)), columns = Math.max(...layers.flat().map(row => row.length));
    if (!columns || layers.length * rows * columns > most(lattice)) return null;
    const plan = new Plan(layers.length, rows, columns, undefined, layers.length > 1, 0, 0, lattice);
    layers.forEach((lines, layer) => lines.forEach((line, row) => {
      for (let column = 0; column < line.length; column++) {
        plan.marks[plan.place(layer, row, column)] = line[column] === " " ? HOLE : line.charCodeAt(column);
      }
    }));
    return plan;
  }

  place(layer, row, column) {
    return (layer * this.rows + row - this.top) * this.columns + column - this.left;
  }

  has(layer, row, column) {
    return layer >= 0 && layer < this.layers && row >= this.top && row < this.top + this.rows
      && column >= this.left && column < this.left + this.columns;
  }

  get(layer, row, column) {
    return this.has(layer, row, column) ? this.marks[this.place(layer, row, column)] : HOLE;
  }

  /** The mark of a place on a board without holes. */
  bare(place) {
    return this.lattice === SQUARES || this.lattice.has([Math.floor(place / this.columns), place % this.columns]) ? CELL : HOLE;
  }

  /** Write a mark; the board grows where it has to. False if it would grow beyond what a page shows, or the lattice has no cell there. */
  set(layer, row, column, code) {
    if (!this.lattice.has([row, column])) return false;
    if (!this.has(layer, row, column)) {
      if (code === HOLE) return true;
      if (!this.grow(row, column)) return false;
    }
    this.marks[this.place(layer, row, column)] = code;
    return true;
  }

  /** Make room for a cell, with some to spare so that the next ones have it too. */
  grow(row, column) {
    const spare = 8;
    const top = row < this.top ? row - spare : this.top, left = column < this.left ? column - spare : this.left;
    const bottom = row >= this.top + this.rows ? row + spare : this.top + this.rows - 1;
    const right = column >= this.left + this.columns ? column + spare : this.left + this.columns - 1;
    const rows = bottom - top + 1, columns = right - left + 1;
    if (this.layers * rows * columns > most(this.lattice)) return false;
    const grown = new Plan(this.layers, rows, columns, undefined, this.solid, top, left);
    for (let layer = 0; layer < this.layers; layer++) {
      for (let r = this.top; r < this.top + this.rows; r++) {
        const from = this.place(layer, r, this.left);
        grown.marks.set(this.marks.subarray(from, from + this.columns), grown.place(layer, r, this.left));
      }
    }
    Object.assign(this, { rows, columns, top, left, marks: grown.marks });
    return true;
  }

  /** Call a function with layer, row, column and mark of each cell that is not a hole. */
  each(visit) {
    let place = 0;
    for (let layer = 0; layer < this.layers; layer++) {
      for (let row = this.top; row < this.top + this.rows; row++) {
        for (let column = this.left; column < this.left + this.columns; column++, place++) {
          if (this.marks[place] !== HOLE) visit(layer, row, column, this.marks[place]);
        }
      }
    }
  }

  /** The rows and columns that have a cell, as [top, left, bottom, right]; null for a board without cells. Its corner is a
      translation of the lattice away from point 0. */
  box() {
    let [top, left, bottom, right] = [Infinity, Infinity, -Infinity, -Infinity];
    this.each((_, row, column) => {
      if (row < top) top = row;
      if (row > bottom) bottom = row;
      if (column < left) left = column;
      if (column > right) right = column;
    });
    return top === Infinity ? null : [...this.lattice.origin(top, left), bottom, right];
  }

  /** The first cell; undefined for a board without cells. */
  first() {
    const place = this.marks.findIndex(code => code !== HOLE), { columns } = this;
    return place < 0 ? undefined : [0, this.top + Math.floor(place / columns), this.left + place % columns];
  }

  number() {
    let number = 0;
    for (const code of this.marks) if (code !== HOLE) number++;
    return number;
  }

  /** The same board without empty rows and columns at its edges, its first cell in row 0 and column 0 at the least. */
  trimmed() {
    const [top, left, bottom, right] = this.box() ?? [0, 0, 0, 0];
    return this.copied(bottom - top + 1, right - left + 1, (layer, row, column) => [layer, row - top, column - left]);
  }

  copied(rows, columns, to, layers = this.layers) {
    const plan = new Plan(layers, rows, columns, undefined, this.solid || layers > 1, 0, 0, this.lattice);
    this.each((layer, row, column, code) => { plan.marks[plan.place(...to(layer, row, column))] = code; });
    return plan;
  }

  /** Where a cell comes to lie when the board is mirrored, or turned clockwise. */
  mirroring() {
    return (layer, row, column) => [layer, row - this.top, this.left + this.columns - 1 - column];
  }

  turning() {
    return (layer, row, column) => [layer, column - this.left, this.top + this.rows - 1 - row];
  }

  /** The rows of a layer as text. */
  rowsOf(layer) {
    return Array.from({ length: this.rows }, (_, row) => {
      const from = (layer * this.rows + row) * this.columns;
      return String.fromCharCode(...this.marks.subarray(from, from + this.columns));
    });
  }

  /** The shortest text of the board. */
  text() {
    const lines = Array.from({ length: this.layers }, (_, layer) => this.rowsOf(layer));
    if (this.marks.every((code, place) => code === this.bare(place))) {
      return (this.solid ? [this.layers, this.rows, this.columns] : [this.rows, this.columns]).join("x");
    }
    return lines.map(rows => rows.join("/")).join("//");
  }
}
