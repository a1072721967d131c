/* The tray: a picture of each kind of piece, how many copies of it there are, and pieces that are dragged onto the board. */
import { drawn, pieceGroup, svg } from "../palette.js";
import { grouped } from "../words.js";
import { copiesAs, copiesOf } from "./cells.js";
import { make } from "./form.js";

/** The picture of a piece; size: pixels of a cell. */
export function pieceSvg(name, cells, colour, lattice, size = 16) {
  if (cells[0].length !== 2) {
    const solid = svg("svg", { "aria-hidden": "true" });
    import("./solid.js").then(({ drawSolid }) => drawSolid(solid, cells, colour));
    return solid;
  }
  const own = lattice.normalised(cells), { x, y, w, h } = lattice.box(own), wide = w * size + 2;
  const picture = svg("svg", { viewBox: `${x * size - 1} ${y * size - 1} ${wide} ${h * size + 2}`, "aria-hidden": "true" });
  picture.append(drawn(pieceGroup(name, colour), own, size, lattice));
  picture.style.width = `${wide}px`;
  return picture;
}

/** The number of copies of a piece, those on the board included. */
function shown({ least, most, placed }) {
  if (most === null) return "any";
  return least === most ? String(least + placed) : `${least + placed}..${most + placed}`;
}

export class Tray {
  /** bench: has edit(change), grab(piece, event) and keys; see bench.js. */
  constructor(root, bench) {
    Object.assign(this, { root, bench, list: root.querySelector("[data-pieces]"), sum: root.querySelector("[data-sum]"), lying: new Map() });
    this.chosen = null;
  }

  show(pieces, colours) {
    if (this.lattice !== this.before) this.lying.clear();
    this.before = this.lattice;
    const focused = document.activeElement?.dataset.focus;
    const order = [...colours.keys()];  // of their first appearance, so that none changes its place
    this.pieces = pieces = [...pieces].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    this.colours = colours;
    this.list.replaceChildren(...pieces.map((piece, number) => this.item(piece, number)));
    if (!this.bench.has("copies")) this.list.tabIndex = 0;  // nothing in it takes the focus, and it may have to be scrolled
    if (focused) this.list.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
    const exact = pieces.every(piece => piece.least === piece.most);
    const sum = each => pieces.reduce((all, piece) => all + (piece.least + piece.placed) * each(piece), 0);
    const number = sum(() => 1), area = sum(piece => piece.cells.length);
    this.sum.textContent = !pieces.length ? "none yet" : exact ? `${grouped(number)} piece${number === 1 ? "" : "s"}, ${grouped(area)} cells` : `${grouped(pieces.length)} kind${pieces.length === 1 ? "" : "s"}`;
  }

  get lattice() {
    return this.bench.sheet.lattice;
  }

  /** The cells of a piece as it lies in the tray. */
  cellsOf(piece) {
    return this.lying.get(piece.name) ?? this.lattice.normalised(piece.cells);
  }

  item(piece, number) {
    const label = piece.cells[0].length === 2 ? `Piece ${piece.name}: drag it onto the board, or press R or F to turn it and Enter to choose it` : `Piece ${piece.name}`;
    const flat = piece.cells[0].length === 2;
    const picture = pieceSvg(piece.name, flat ? this.cellsOf(piece) : piece.cells, this.colours.get(piece.name) ?? number % 12, this.lattice);
    const button = make("button", { type: "button", class: "loose", "aria-label": label, "aria-pressed": this.chosen === piece.name, "data-focus": `piece-${piece.name}`, title: piece.name }, picture);
    button.disabled = !this.bench.placeable();
    button.addEventListener("pointerdown", event => { if (!event.button && this.bench.placeable()) this.bench.grab(piece, event); });
    button.addEventListener("click", event => { if (!event.detail) this.choose(piece); });
    button.addEventListener("keydown", event => this.key(event, piece));
    const input = make("input", { class: "copies", value: shown(piece), "aria-label": `Copies of ${piece.name}: a number, any, or a range such as 0..2`, inputmode: "text", autocomplete: "off", "data-focus": `copies-${piece.name}` });
    input.addEventListener("change", () => this.set(piece, input.value.trim()));
    const step = (text, by, name) => make("button", { type: "button", class: "step", "aria-label": `${name} ${piece.name}`, "data-focus": `${name}-${piece.name}`, onclick: () => this.step(piece, by) }, text);
    const counter = make("div", { class: "counter" }, step("−", -1, "One fewer of"), input, step("+", 1, "One more of"));
    return make("li", { class: piece.most === 0 ? "none" : "" }, button, ...(this.bench.has("copies") ? [counter] : []));
  }

  key(event, piece) {
    const key = event.key.toLowerCase();
    if (!["r", "f"].includes(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    this.turn(piece, key === "f");
    event.preventDefault();
    event.stopPropagation();
  }

  /** Turn or flip a piece in the tray. */
  turn(piece, flip) {
    if (!(flip ? piece.flips : piece.turns)) return;
    this.lying.set(piece.name, this.lattice[flip ? "flipped" : "turned"](this.cellsOf(piece)));
    this.show(this.pieces, this.colours);
  }

  /** Choose a piece: the next click on the board, or Enter at its cursor, pre-places it there. */
  choose(piece) {
    this.chosen = this.chosen === piece.name ? null : piece.name;
    this.show(this.pieces, this.colours);
    this.bench.say(this.chosen ? `${piece.name} is chosen: click a cell of the board to place it.` : "No piece is chosen.");
  }

  step(piece, by) {
    const number = piece.most === null ? (by < 0 ? 1 : null) : Math.max(piece.placed, piece.most + piece.placed + by);
    if (number !== null) this.set(piece, String(number));
  }

  set(piece, text) {
    const value = /^(\d+|any|\d+\.\.(\d+)?)$/.test(text) ? text : null;
    if (value === null) {
      this.bench.say(`${text || "Nothing"} is not a number of copies; expected a number, any, or a range such as 0..2.`);
      this.show(this.pieces, this.colours);
      return;
    }
    this.bench.edit(keys => {
      const others = copiesOf(keys.copies).filter(([name]) => name !== piece.name);
      const rest = others.filter(([name]) => name === "rest");
      keys.copies = copiesAs([...others.filter(([name]) => name !== "rest"), [piece.name, value], ...rest]);
    });
  }
}
