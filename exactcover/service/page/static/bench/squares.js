/* Boards of symbols and of numbers: a grid of cells with the focus on one, into which one types; the answer appears between the given cells. */
import { make } from "./form.js";

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MOST = 1300;

/** The rows and columns of a box: as named, such as 2x3, or as square as possible. */
function boxOf(named, side) {
  const sides = /^(\d+)x(\d+)$/.exec(named ?? "");
  if (sides) return sides.slice(1).map(Number);
  let rows = Math.floor(Math.sqrt(side));
  while (side % rows) rows--;
  return [rows, side / rows];
}

/** A grid of buttons in rows; cell(row, column) says what each shows. */
class Cells {
  constructor(label, onkey, onclick) {
    Object.assign(this, { onkey, onclick, at: [0, 0] });
    this.element = make("div", { class: "squares", role: "grid", "aria-label": label });
    this.element.addEventListener("keydown", event => this.key(event));
  }

  lay(rows, columns) {
    Object.assign(this, { rows, columns });
    if (this.at[0] >= rows || this.at[1] >= columns) this.at = [0, 0];
    this.buttons = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) =>
      make("button", { type: "button", role: "gridcell", onclick: () => { this.go(r, c); this.onclick?.(r, c); } })));
    this.element.replaceChildren(...this.buttons.map(line => make("div", { role: "row" }, ...line)));
    this.element.style.setProperty("--side", Math.max(rows, columns));
  }

  dress(look) {
    this.buttons.forEach((line, r) => line.forEach((button, c) => {
      const { text, name, kind } = look(r, c);
      if (button.textContent !== text) button.textContent = text;
      button.className = kind;
      button.setAttribute("aria-label", `row ${r + 1}, column ${c + 1}, ${name}`);
      button.tabIndex = r === this.at[0] && c === this.at[1] ? 0 : -1;
    }));
  }

  go(row, column) {
    const next = this.buttons[row]?.[column];
    if (!next) return;
    this.buttons[this.at[0]][this.at[1]].tabIndex = -1;
    this.at = [row, column];
    next.tabIndex = 0;
    next.focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    if (step) this.go(this.at[0] + step[0], this.at[1] + step[1]);
    else if (!this.onkey?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The cells to a side that boxes or regions say, 0 if they say none. */
function sideOf({ boxes, regions }) {
  const [, rows, columns] = /^(\d+)x(\d+)$/.exec(boxes ?? "") ?? [];
  return rows ? rows * columns : Math.round(Math.sqrt(String(regions ?? "").replace(/[\s/]/g, "").length));
}

class Symbols {
  constructor(field, bench) {
    Object.assign(this, { field, bench });
    this.cells = new Cells(field.label, key => this.typed(key));
    this.pad = make("div", { class: "pad", role: "group", "aria-label": "Symbols" });
    this.element = make("div", { class: "square-board" }, this.cells.element, this.pad);
    if (field.choices.length) {
      this.choice = make("select", { id: "side" }, ...field.choices.map(side => make("option", {}, side)));
      this.choice.addEventListener("change", () => this.begin(Number(this.choice.value)));
      this.element.append(make("div", { class: "field line" }, make("label", { for: "side" }, "Cells to a side"), this.choice));
    }
  }

  show(keys, solution) {
    const text = String(keys[this.field.key] ?? "").replace(/[\s/]/g, "").replace(/0/g, ".").toUpperCase();
    const side = this.field.size ? Number(keys[this.field.size]) : Math.round(Math.sqrt(text.length)) || sideOf(keys) || 9;
    const possible = Number.isInteger(side) && side >= 1 && side <= SYMBOLS.length;
    this.element.hidden = !possible;
    if (!possible) return;
    this.marks = text.length === side * side ? [...text] : Array(side * side).fill(".");
    this.filled = typeof solution?.grid === "string" && solution.grid.length === side * side ? solution.grid : null;
    if (side !== this.side) this.lay(side);
    const [height, width] = this.field.boxes && !keys.regions ? boxOf(keys.boxes, side) : [side, side];
    const regions = this.field.boxes ? String(keys.regions ?? "").replace(/[\s/]/g, "") : "";
    const differ = (one, other) => regions.length === side * side && regions[one] !== regions[other];
    this.cells.dress((r, c) => {
      const mark = this.marks[r * side + c], answer = this.filled?.[r * side + c];
      const cell = r * side + c, above = r && (r % height === 0 || differ(cell, cell - side)), before = c && (c % width === 0 || differ(cell, cell - 1));
      const edges = `${above ? " above" : ""}${before ? " before" : ""}`;
      const given = mark !== ".";
      return { text: given ? mark : answer ?? "", name: given ? `given ${mark}` : answer ? `answer ${answer}` : "empty", kind: `symbol${given ? " given" : ""}${edges}` };
    });
  }

  lay(side) {
    this.side = side;
    if (this.choice) this.choice.value = side;
    this.cells.lay(side, side);
    const key = symbol => make("button", { type: "button", class: "btn quiet", onclick: () => this.typed(symbol) }, symbol);
    this.pad.replaceChildren(...[...SYMBOLS.slice(0, side)].map(key), make("button", { type: "button", class: "btn quiet", onclick: () => this.typed(".") }, "Empty"));
  }

  typed(key) {
    const symbol = ["0", ".", "Backspace", "Delete", " "].includes(key) ? "." : key.toUpperCase();
    if (symbol !== "." && (symbol.length !== 1 || !SYMBOLS.slice(0, this.side).includes(symbol))) return false;
    const [row, column] = this.cells.at, place = row * this.side + column;
    this.marks[place] = symbol;
    this.bench.edit(keys => { keys[this.field.key] = this.marks.join(""); });
    const next = key === "." || symbol !== "." ? Math.min(place + 1, this.marks.length - 1) : place;
    this.cells.go(Math.floor(next / this.side), next % this.side);
    return true;
  }

  begin(side) {
    this.bench.edit(keys => {
      keys[this.field.key] = ".".repeat(side * side);
      if (this.field.boxes) for (const key of ["boxes", "regions", "cages", "sums"]) delete keys[key];
    });
  }
}

/** A grid of numbers: choosing two places one after the other swaps their numbers. */
class Numbers {
  constructor(field, bench) {
    Object.assign(this, { field, bench, held: null });
    this.cells = new Cells(field.label, key => key === "Escape" && this.let(), (r, c) => this.choose(r, c));
    const clear = make("button", { type: "button", class: "btn quiet", onclick: () => bench.edit(keys => { delete keys[field.key]; }) }, "In order");
    this.element = make("div", { class: "square-board" }, make("h2", {}, field.label), this.cells.element, clear, make("p", { class: "soft small" }, "Choose two tiles one after the other to swap them."));
  }

  let() {
    this.held = null;
    this.show(this.keys);
    return true;
  }

  show(keys) {
    this.keys = keys;
    const sides = /^(\d+)x(\d+)$/.exec(keys[this.field.size] ?? "3x3")?.slice(1).map(Number) ?? [3, 3];
    const number = sides[0] * sides[1];
    this.element.hidden = number > MOST || number < 2;
    if (this.element.hidden) return;
    const text = String(keys[this.field.key] ?? "").replace(/\n/g, "/");
    const words = number <= 9 ? [...text.replace(/[,/\s]/g, "")] : text.split(/[,/]/).filter(Boolean);
    this.numbers = words.length === number ? words.map(word => (word === "b" ? 0 : Number(word))) : Array.from({ length: number }, (_, index) => index);
    if (sides.join() !== this.sides?.join()) this.cells.lay(...sides);
    this.sides = sides;
    this.cells.dress((r, c) => {
      const value = this.numbers[r * sides[1] + c], held = this.held?.join() === [r, c].join();
      return { text: value ? String(value) : "", name: `${value ? `tile ${value}` : "blank"}${held ? ", chosen" : ""}`, kind: `${value ? "tile" : "blank"}${held ? " held" : ""}` };
    });
  }

  choose(row, column) {
    if (!this.held) {
      this.held = [row, column];
      this.show(this.keys);
      return;
    }
    const [a, b] = [this.held, [row, column]].map(([r, c]) => r * this.sides[1] + c), numbers = [...this.numbers];
    this.held = null;
    [numbers[a], numbers[b]] = [numbers[b], numbers[a]];
    this.bench.edit(keys => { keys[this.field.key] = numbers.join(","); });
  }
}

/** The boards of symbols or numbers of a kind, side by side. */
export class Squares {
  constructor(host, fields, bench) {
    this.boards = fields.map(field => new (field.widget === "symbols" ? Symbols : Numbers)(field, bench));
    host.append(...this.boards.map(each => each.element));
  }

  show(keys, solution) {
    for (const board of this.boards) board.show(keys, solution);
  }
}
