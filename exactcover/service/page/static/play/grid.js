/* The board as a grid for screen readers and the keyboard: cells with names, laid over the drawing, one of them in the tab order. */
import { keyOf } from "../board.js";
import { SQUARES } from "../squares.js";
import { groundWords } from "./grounds.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Grid {
  constructor(element, table, play) {
    Object.assign(this, { element, table, play, at: table.cells[0] ?? [0, 0] });
    element.setAttribute("aria-label", `Board, ${table.rows} rows, ${table.columns} columns`);
    this.cells = table.data.rows.map((row, r) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      const cells = [...row].map((_, c) => {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = r === this.at[0] && c === this.at[1] ? 0 : -1;
        return cell;
      });
      line.append(...cells);
      element.append(line);
      return cells;
    });
    element.addEventListener("keydown", event => this.key(event));
    this.arrange();
    this.name();
  }

  arrange() {
    const { left, top, size } = this.table;
    Object.assign(this.element.style, { left: `${left}px`, top: `${top}px` });
    this.element.style.setProperty("--cell", `${size}px`);
    const { lattice } = this.table;
    if (lattice === SQUARES) return;
    this.cells.forEach((line, r) => line.forEach((cell, c) => {
      const [x, y] = lattice.centre([r, c]);
      Object.assign(cell.style, { position: "absolute", left: `${(x - 0.5) * size}px`, top: `${(y - 0.5) * size}px` });
    }));
  }

  /** Name each cell: row, column, and what covers it. */
  name() {
    const taken = this.table.covered();
    this.cells.forEach((line, r) => line.forEach((cell, c) => {
      const over = taken.get(keyOf(r, c));
      const content = over ? (over.name ?? over) : { ".": "open", "+": "may stay empty" }[this.table.data.rows[r][c]] ?? "hole";
      const ground = over || this.table.data.rows[r][c] === "#" ? "" : groundWords(this.table.data.grounds, [r, c]);
      const name = `row ${r + 1}, column ${c + 1}, ${content}${ground}`;
      if (cell.ariaLabel !== name) cell.ariaLabel = name;
    }));
  }

  key(event) {
    const step = ARROWS[event.key];
    if (step) this.go(...(this.table.lattice.step?.(this.at, event.key) ?? [this.at[0] + step[0], this.at[1] + step[1]]));
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go(row, column) {
    const next = this.cells[row]?.[column];
    if (!next) return;
    this.cells[this.at[0]][this.at[1]].tabIndex = -1;
    this.at = [row, column];
    next.tabIndex = 0;
    next.focus({ preventScroll: true });
  }

  /** Enter puts the selected piece on an open cell, and goes to the piece on a covered one. */
  enter() {
    const over = this.table.covered().get(keyOf(...this.at));
    if (over?.group) over.group.focus({ preventScroll: true });
    else this.play.putOn(this.at);
  }
}
