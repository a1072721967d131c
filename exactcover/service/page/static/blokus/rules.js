/* The rules of Blokus on a table: where a piece may be placed, and why not elsewhere. */
import { beside, keyOf, moved, outline } from "../board.js";
import { svg } from "../palette.js";
import { Table } from "../play/table.js";

const diagonal = ([row, column]) => [[row - 1, column - 1], [row - 1, column + 1], [row + 1, column - 1], [row + 1, column + 1]];
const has = (set, cells) => cells.some(cell => set.has(keyOf(...cell)));

export class BlokusTable extends Table {
  constructor(host, data) {
    super(host, data);
    this.corners = svg("g", { class: "corners", "aria-hidden": "true" });
    this.targets = svg("g", { class: "targets", "aria-hidden": "true" });
    this.svg.insertBefore(this.corners, this.layer);
    this.svg.append(this.targets);
    this.points();
  }

  arrange() {
    super.arrange();
    if (this.corners) this.points();
  }

  /** The squares of this player, without those of one piece. */
  own(but) {
    const cells = [...this.data.own, ...this.pieces.filter(piece => piece !== but && piece.at).flatMap(piece => moved(piece.cells, piece.at))];
    return new Set(cells.map(cell => keyOf(...cell)));
  }

  /** Why a piece may not be placed somewhere; empty if it may. */
  why(piece, at, cells = piece.cells) {
    const place = moved(cells, at), own = this.own(piece), { start, legacy } = this.data;
    if (!super.fits(piece, at, cells)) return "it does not lie on open squares of the board";
    if (has(own, place.flatMap(beside))) return "it would touch a square of yours by an edge";
    if (own.size && !has(own, place.flatMap(diagonal))) return "it would touch no square of yours by a corner";
    if (!own.size && !place.some(cell => keyOf(...cell) === keyOf(...start))) return `the first piece must cover row ${start[0] + 1}, column ${start[1] + 1}`;
    if (legacy && (at[0] === this.rows - 1 || at[1] === this.columns - 1)) return "a box may not begin in the last row or column here";
    return "";
  }

  fits(piece, at, cells = piece.cells) {
    return !this.why(piece, at, cells);
  }

  /** Placed pieces in an order of play; fewer than are placed if the others hang on none of them. but: a piece left out. */
  order(but) {
    const left = new Set(this.pieces.filter(piece => piece !== but && piece.at));
    const own = new Set(this.data.own.map(cell => keyOf(...cell)));
    const order = [];
    const next = () => [...left].find(piece => {
      const place = moved(piece.cells, piece.at);
      return own.size ? has(own, place.flatMap(diagonal)) : place.some(cell => keyOf(...cell) === keyOf(...this.data.start));
    });
    for (let piece = next(); piece; piece = next()) {
      left.delete(piece);
      order.push(piece);
      for (const cell of moved(piece.cells, piece.at)) own.add(keyOf(...cell));
    }
    return order;
  }

  /** Whether all that is placed may have been played in some order, but for one piece. */
  holds(but) {
    return this.order(but).length === this.pieces.filter(piece => piece !== but && piece.at).length;
  }

  /** The open squares one of which the next piece must cover. */
  roots() {
    const own = this.own(), taken = this.covered(), { start } = this.data;
    return this.cells.filter(cell => !taken.has(keyOf(...cell)) && !has(own, beside(cell)) &&
      (own.size ? has(own, diagonal(cell)) : keyOf(...cell) === keyOf(...start)));
  }

  missing() {
    const own = this.own();
    return this.data.targets.filter(cell => !own.has(keyOf(...cell)));
  }

  /** Whether a piece can still be placed somewhere. */
  canMove() {
    const turns = piece => {
      const all = [piece.cells];
      for (let flip = 0; flip < 2; flip++) {
        for (let turn = 0; turn < 4; turn++) all.push(this.changed({ ...piece, cells: all.at(-1) }, false));
        all.push(this.changed({ ...piece, cells: all.at(-1) }, true));
      }
      return new Map(all.map(cells => [String(cells), cells])).values();
    };
    const roots = this.roots();
    return this.pieces.some(piece => !piece.at && [...turns(piece)].some(cells => roots.some(([row, column]) =>
      cells.some(([r, c]) => this.fits(piece, [row - r, column - c], cells)))));
  }

  /** Show the corners where the next piece may begin, and the squares to be covered. */
  points() {
    const place = `translate(${this.left} ${this.top})`, size = this.size;
    const circle = ([row, column]) => svg("circle", { class: "corner", cx: (column + 0.5) * size, cy: (row + 0.5) * size, r: size * 0.14 });
    const target = cell => svg("path", { class: "target", d: outline([cell], size, 4) });
    for (const group of [this.corners, this.targets]) group.setAttribute("transform", place);
    this.corners.replaceChildren(...this.roots().map(circle));
    this.targets.replaceChildren(...this.data.targets.map(target));
  }
}
