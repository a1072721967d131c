/* The square in the page: a grid of cells with one of them in the tab order, and the symbols to choose from. */
import { nameOf } from "./verdicts.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function made(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export class Grid {
  constructor(element, square, game) {
    Object.assign(this, { element, square, game, at: Math.max(0, square.values.findIndex(value => !value)) });
    element.setAttribute("aria-label", `${square.data.name}, ${square.side} rows, ${square.side} columns`);
    element.style.setProperty("--side", square.side);
    element.classList.toggle("chess", !square.data.filled);
    element.classList.toggle("many", square.side > 9);
    this.cells = [];
    for (let row = 0; row < square.side; row++) {
      const line = made("div", { role: "row" });
      for (let column = 0; column < square.side; column++) line.append(this.cell(row, column));
      element.append(line);
    }
    element.addEventListener("click", event => {
      const cell = this.cells.indexOf(event.target.closest("[role=gridcell]"));
      if (cell >= 0) { this.go(cell); this.game.clicked(cell); }
    });
    element.addEventListener("keydown", event => this.key(event));
    this.go(this.at, false);
  }

  cell(row, column) {
    const { box, regions, rows } = this.square.data, number = this.cells.length;
    const edge = (place, other) => (regions ? regions[number] !== regions[other] : box && place % box === 0);
    const cell = made("div", { role: "gridcell", tabindex: "-1" }, made("span", { class: "value" }), made("span", { class: "marks", "aria-hidden": "true" }));
    cell.classList.toggle("given", Boolean(this.square.givens[number]));
    cell.classList.toggle("odd", Boolean((row + column) % 2));
    cell.classList.toggle("edge-left", Boolean(column && edge(column, number - 1)));
    cell.classList.toggle("edge-top", Boolean(row && edge(row, number - rows.length)));
    this.cells.push(cell);
    return cell;
  }

  /** Choose a cell. */
  go(cell, focus = true) {
    this.cells[this.at].tabIndex = -1;
    this.at = cell;
    this.cells[cell].tabIndex = 0;
    if (focus) this.cells[cell].focus({ preventScroll: true });
    this.shade();
  }

  key(event) {
    const step = ARROWS[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const row = Math.floor(this.at / this.square.side) + step[0], column = this.at % this.square.side + step[1];
      if (row >= 0 && column >= 0 && row < this.square.side && column < this.square.side) this.go(row * this.square.side + column);
    } else if (!this.game.typed(event, this.at)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Show what is in the cells, and name them. wrong: the cells at fault. */
  show(wrong) {
    const { square } = this, faulty = new Set(wrong);
    this.cells.forEach((cell, number) => {
      const value = square.values[number], marks = square.marks[number];
      cell.firstChild.textContent = value && (square.data.filled ? value : "♛");
      cell.lastChild.textContent = value ? "" : this.marks(marks);
      cell.classList.toggle("wrong", faulty.has(number));
      const content = value ? `${square.data.filled ? value : "queen"}${square.givens[number] ? ", given" : ""}` : marks ? `notes ${square.data.filled ? [...marks].join(" ") : "that there is no queen"}` : "empty";
      const name = `${nameOf(square, number)}, ${content}${faulty.has(number) ? ", at fault" : ""}`;
      if (cell.ariaLabel !== name) cell.ariaLabel = name;
    });
    this.shade();
  }

  /** The notes of a cell as lines: each symbol has its own place, as far as there is room. */
  marks(marks) {
    const { square } = this;
    if (!marks || !square.data.filled) return marks && "×";
    if (square.side > 9) return [...marks].join("");
    const across = Math.ceil(Math.sqrt(square.side));
    const places = square.symbols.map(symbol => (marks.includes(symbol) ? symbol : "\u2007"));
    return Array.from({ length: Math.ceil(square.side / across) }, (_, line) => places.slice(line * across, (line + 1) * across).join("\u2009")).join("\n");
  }

  /** Shade what shares a unit with the chosen cell and what has the same symbol; on a chessboard, what is attacked. */
  shade() {
    const { square } = this, value = square.values[this.at], near = new Set(square.peers[this.at]);
    this.cells.forEach((cell, number) => {
      cell.classList.toggle("chosen", number === this.at);
      cell.classList.toggle("near", square.data.filled && near.has(number));
      cell.classList.toggle("same", Boolean(square.data.filled && value) && square.values[number] === value);
      cell.classList.toggle("attacked", !square.data.filled && !square.values[number] && !square.allows(number, square.symbols[0]));
    });
  }
}

/** The symbols to choose from, each with how many are left. */
export class Pad {
  constructor(element, square, game) {
    this.square = square;
    this.buttons = square.symbols.map(symbol => {
      const button = made("button", { type: "button", class: "symbol" }, made("strong", {}, symbol), " ", made("small", {}, document.createTextNode(""), made("span", { class: "spoken" })));
      button.addEventListener("click", () => game.enter(symbol));
      return button;
    });
    element.append(...this.buttons);
    element.classList.toggle("many", square.side > 9);
  }

  show() {
    this.buttons.forEach((button, number) => {
      const symbol = this.square.symbols[number], left = this.square.left(symbol);
      button.lastChild.firstChild.data = left > 0 ? left : "";
      button.lastChild.lastChild.textContent = left > 0 ? " left" : "none left";
      button.classList.toggle("used", left <= 0);
    });
  }
}
