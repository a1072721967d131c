// The pages' script: the puzzle editor, a job's progress, views of solid bodies, animations of plans.
// Everything that depends on a kind of puzzle comes from the server; no kind is named here.

const SVG = "http://www.w3.org/2000/svg";
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Create an element: make("button", {type: "button", class: "quiet"}, "Remove"). */
function make(name, attributes = {}, ...children) {
  const element = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const MOST_PAINTED = 2500; // the most cells of a board that can be painted

/** Parse a board, given as a size or a picture, into layers of rows of characters. */
function boardOf(text) {
  const size = /^\s*(\d+)x(\d+)(?:x(\d+))?\s*$/.exec(text);
  if (!size) return text.split("//").map((layer) => layer.replace(/\n/g, "/").replace(/^\/|\/$/g, "").split("/").map((row) => [...row]));
  const sides = size.slice(1).filter(Boolean).map(Number);
  if (sides.reduce((a, b) => a * b, 1) > 100 * MOST_PAINTED) return null;
  const [layers, rows, columns] = sides.length === 3 ? sides : [1, ...sides];
  return Array.from({ length: layers }, () => Array.from({ length: rows }, () => Array(columns).fill(".")));
}

/** Return the shortest text of a board. */
function textOf(layers, solid) {
  const plain = layers.every((rows) => rows.every((row) => row.every((mark) => mark === ".")));
  const sides = [layers[0].length, layers[0][0].length];
  if (plain) return (solid ? [layers.length, ...sides] : sides).join("x");
  return layers.map((rows) => rows.map((row) => row.join("")).join("/")).join("//");
}

const cellsOf = (text) => (text ? String(text).split("/").map((cell) => cell.trim()).filter(Boolean) : []);

/** A grid of cells in layers; `paint(cell)` is called for each cell of a stroke, `look(cell)` returns the appearance of a
    cell, `carried(cell)` is called after a move by an arrow key. */
class Grid {
  constructor(root, label, look, paint, typed = () => false, carried = () => {}) {
    Object.assign(this, { root, label, look, paint, typed, carried, buttons: new Map(), shape: "" });
    this.focus = "0,0,0";
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (this.stroke = null));
  }

  show(layers, rows, columns) {
    const shape = [layers, rows, columns].join();
    if (shape !== this.shape) this.build(layers, rows, columns);
    this.shape = shape;
    for (const [cell, button] of this.buttons) this.dress(cell, button);
  }

  build(layers, rows, columns) {
    this.sides = [layers, rows, columns];
    this.buttons.clear();
    if (!this.focus.split(",").every((at, axis) => Number(at) < this.sides[axis])) this.focus = "0,0,0";
    this.root.replaceChildren(
      ...Array.from({ length: layers }, (_, layer) => {
        const name = layers > 1 ? `${this.label}, layer ${layer}` : this.label;
        const grid = make("div", { role: "grid", "aria-label": name, class: "grid" });
        for (let row = 0; row < rows; row++) {
          const line = make("div", { role: "row", class: "row" });
          for (let column = 0; column < columns; column++) {
            const cell = `${layer},${row},${column}`;
            const button = make("button", { type: "button", role: "gridcell", tabindex: cell === this.focus ? 0 : -1, "data-cell": cell });
            this.buttons.set(cell, button);
            line.append(button);
          }
          grid.append(line);
        }
        grid.classList.toggle("small", columns > 16 || rows > 16);
        const caption = make("figcaption", {}, `Layer ${layer}${layer ? "" : ", bottom"}`);
        return make("figure", { class: "layer" }, ...(layers > 1 ? [caption] : []), grid);
      }),
    );
  }

  dress(cell, button) {
    const { shown, name, kind } = this.look(cell);
    const [layer, row, column] = cell.split(",");
    const where = this.sides[0] > 1 ? `layer ${layer} row ${row} column ${column}` : `row ${row} column ${column}`;
    if (button.textContent !== shown) button.textContent = shown;
    button.className = kind;
    button.setAttribute("aria-label", `${where}: ${name}`);
  }

  at(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  }

  down(event) {
    const button = event.target.closest("[data-cell]");
    if (!button || event.button) return;
    event.target.releasePointerCapture?.(event.pointerId);
    this.stroke = { last: button.dataset.cell };
    this.step(button, true);
  }

  move(event) {
    const button = this.stroke && this.at(event);
    if (!button || !this.root.contains(button) || button.dataset.cell === this.stroke.last) return;
    this.stroke.last = button.dataset.cell;
    this.step(button, false);
  }

  step(button, first) {
    this.moveTo(button.dataset.cell);
    this.paint(button.dataset.cell, first);
  }

  moveTo(cell) {
    this.buttons.get(this.focus)?.setAttribute("tabindex", -1);
    this.focus = cell;
    const button = this.buttons.get(cell);
    button.setAttribute("tabindex", 0);
    button.focus();
  }

  key(event) {
    const button = event.target.closest("[data-cell]");
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    const [layer, row, column] = button.dataset.cell.split(",").map(Number);
    const ways = {
      ArrowUp: [layer, row - 1, column], ArrowDown: [layer, row + 1, column],
      ArrowLeft: [layer, row, column - 1], ArrowRight: [layer, row, column + 1],
      PageUp: [layer - 1, row, column], PageDown: [layer + 1, row, column],
      Home: [layer, row, 0], End: [layer, row, this.sides[2] - 1],
    };
    const to = ways[event.key];
    if (to) {
      if (to.every((at, axis) => at >= 0 && at < this.sides[axis])) this.moveTo(to.join()), this.carried(to.join());
    } else if (event.key === " " || event.key === "Enter") {
      this.paint(button.dataset.cell, true);
    } else if (!this.typed(button.dataset.cell, event.key)) {
      return;
    }
    event.preventDefault();
  }
}

const isLetter = (mark) => /^[A-Za-z]$/.test(mark);
const OTHER_HUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11];
/** The hue of a letter, as in pictures (`hue_of_letter` of encoders/draw/colours.py): A alone is red. */
const hue = (letter) => `piece hue-${letter === "A" ? 9 : OTHER_HUES[(letter.charCodeAt(0) - 66 + 110) % 11]}`;

/** A board that is painted with brushes; some brushes write lists of cells into separate keys. */
class BoardWidget {
  constructor(root, changed) {
    this.root = root;
    this.key = root.dataset.key;
    this.changed = changed;
    this.brushes = JSON.parse(root.dataset.brushes);
    this.sizes = all("[data-side]", root);
    this.letter = one("[data-letter]", root);
    this.note = one("[data-note]", root);
    this.grid = new Grid(one("[data-grid]", root), "Board", (cell) => this.look(cell), (cell, first) => this.paint(cell, first),
      (cell, key) => this.typed(cell, key), (cell) => this.carry(cell));
    for (const side of this.sizes) side.addEventListener("change", () => this.resize());
    window.addEventListener("pointerup", () => this.held?.dragged && ((this.held = null), this.render()));
  }

  get brush() {
    return this.brushes[Number(one("input[type=radio]:checked", this.root).value)];
  }

  show(keys) {
    this.keys = keys;
    this.layers = boardOf(String(keys[this.key] ?? "6x10"));
    const cells = this.layers ? this.layers.length * this.layers[0].length * this.layers[0][0].length : Infinity;
    this.large = cells > MOST_PAINTED || !this.layers.every((rows) => rows.length && rows.every((row) => row.length === this.layers[0][0].length));
    this.note.hidden = !this.large;
    this.grid.root.hidden = this.large;
    if (!this.layers) return;
    this.solid = /^\s*\d+x\d+x\d+\s*$/.test(keys[this.key]) || this.layers.length > 1;
    for (const cell of cellsOf(keys.holes)) this.put(this.full(cell), "#");
    const sides = [this.layers.length, this.layers[0].length, this.layers[0][0].length];
    for (const side of this.sizes) side.value = sides[Number(side.dataset.side)];
    this.render();
  }

  render() {
    this.lists = this.brushes.filter((brush) => brush.key && brush.stroke !== "place")
      .map((brush) => [brush, new Set(cellsOf(this.keys[brush.key]).map((cell) => this.full(cell)))]);
    this.places = new Map(this.brushes.filter((brush) => brush.stroke === "place").flatMap((brush) => this.placesOf(brush)));
    if (!this.large) this.grid.show(this.layers.length, this.layers[0].length, this.layers[0][0].length);
  }

  placesOf(brush) {
    return cellsOf(this.keys[brush.key]).map((place) => place.split("@")).filter((place) => place.length === 2)
      .map(([letter, cell]) => [this.full(cell), letter]);
  }

  full(cell) {
    return cell.split(",").length === 2 ? `0,${cell}` : cell;
  }

  short(cell) {
    return this.solid ? cell : cell.slice(cell.indexOf(",") + 1);
  }

  put(cell, mark) {
    const [layer, row, column] = cell.split(",").map(Number);
    if (this.layers[layer]?.[row]?.[column] !== undefined) this.layers[layer][row][column] = mark;
  }

  markOf(cell) {
    const [layer, row, column] = cell.split(",").map(Number);
    return this.layers[layer][row][column];
  }

  look(cell) {
    const mark = this.markOf(cell);
    const goal = this.places.get(cell);
    const also = goal ? `, goal of ${goal}` : "";
    const listed = this.lists.find(([, cells]) => cells.has(cell));
    if (listed) return { shown: listed[0].mark, name: listed[0].label.toLowerCase() + also, kind: `on-${listed[0].mark}` };
    const held = this.held?.letter === mark;
    if (isLetter(mark)) return { shown: mark, name: `letter ${mark}${also}${held ? ", held" : ""}`, kind: hue(mark) + (goal ? " goal" : "") + (held ? " held" : "") };
    const hole = mark === "#" || mark === " ";
    const brush = this.brushes.find((each) => each.stroke === "mark" && each.mark === (hole ? "#" : mark));
    return { shown: goal && !hole ? goal.toLowerCase() : mark === "+" ? mark : "", name: (brush?.label.toLowerCase() ?? "cell") + also, kind: (hole ? "hole" : "empty") + (goal ? " goal" : "") };
  }

  /** Grab a block, or release it: a stroke holds it until the stroke ends, the space bar until it is pressed again. */
  hold(cell, first) {
    if (!first) return this.carry(cell);
    const mark = this.markOf(cell);
    this.held = isLetter(mark) && (this.grid.stroke || !this.held) ? { letter: mark, at: cell, dragged: Boolean(this.grid.stroke) } : null;
    return this.render();
  }

  /** Move the held block with the pointer or the focus, if all its new cells are free. */
  carry(cell) {
    if (!this.held || this.brush.stroke !== "drag") return;
    const [from, to] = [this.held.at, cell].map((each) => each.split(",").map(Number));
    const own = [...this.grid.buttons.keys()].filter((each) => this.markOf(each) === this.held.letter);
    const moved = own.map((each) => each.split(",").map((at, axis) => Number(at) + to[axis] - from[axis]).join());
    if (!moved.every((each) => this.grid.buttons.has(each) && [".", this.held.letter].includes(this.markOf(each)))) return;
    for (const each of own) this.put(each, ".");
    for (const each of moved) this.put(each, this.held.letter);
    this.held.at = cell;
    this.save();
  }

  paint(cell, first) {
    const brush = this.brush;
    if (brush.stroke === "drag") return this.hold(cell, first);
    if (brush.stroke === "mark" || brush.stroke === "letter") {
      const mark = brush.stroke === "letter" ? (this.letter?.value || brush.mark) : brush.mark;
      if (first) this.value = this.markOf(cell) === mark ? "." : mark;
      this.put(cell, this.value);
    } else if (brush.stroke === "place") {
      const letter = this.letter?.value || brush.mark;
      const kept = this.placesOf(brush).filter(([, each]) => each !== letter).map(([at, each]) => `${each}@${this.short(at)}`);
      this.keys[brush.key] = [...kept, `${letter}@${this.short(cell)}`].join("/");
    } else {
      const cells = new Set(brush.stroke === "cell" ? [] : cellsOf(this.keys[brush.key]));
      const at = this.short(cell);
      if (first) this.adding = brush.stroke === "cell" || !cells.has(at);
      if (this.adding) cells.add(at);
      else cells.delete(at);
      this.keys[brush.key] = [...cells].join("/");
    }
    this.save();
  }

  typed(cell, key) {
    if (!isLetter(key) || !this.letter) return false;
    this.letter.value = key;
    const number = this.brushes.findIndex((brush) => brush.stroke === "letter");
    if (number < 0) return false;
    if (!["letter", "place"].includes(this.brush.stroke)) all("input[type=radio]", this.root)[number].checked = true;
    if (this.brush.stroke === "letter") this.put(cell, key);
    else this.paint(cell, true);
    this.save();
    return true;
  }

  resize() {
    const [layers, rows, columns] = [0, 1, 2].map((axis) => {
      const side = this.sizes.find((each) => Number(each.dataset.side) === axis);
      return Math.max(1, Math.min(1000, Math.floor(Number(side?.value ?? 1)) || 1));
    });
    const sides = [layers, rows, columns], inside = (cell) => cell.split(",").every((at, axis) => Number(at) < sides[axis]);
    this.cut ??= { marks: new Map(), lists: {} }; // what smaller sizes have cut off comes back with the larger ones
    (this.layers ?? []).forEach((layer, l) => layer.forEach((row, r) => row.forEach((mark, c) => this.cut.marks.set([l, r, c].join(), mark))));
    this.layers = Array.from({ length: layers }, (_, l) =>
      Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => this.cut.marks.get([l, r, c].join()) ?? ".")));
    const lists = this.brushes.filter((each) => each.key && each.stroke !== "place");
    const marked = lists.map((brush) => [...cellsOf(this.keys[brush.key]).map((cell) => this.full(cell)), ...(this.cut.lists[brush.key] ?? [])]);
    this.solid = layers > 1;
    lists.forEach((brush, n) => {
      this.cut.lists[brush.key] = marked[n].filter((cell) => !inside(cell));
      this.keys[brush.key] = [...new Set(marked[n].filter(inside))].map((cell) => this.short(cell)).join("/");
    });
    this.save();
    this.show(this.keys);
  }

  save() {
    delete this.keys.holes;
    this.keys[this.key] = textOf(this.layers, this.solid);
    this.render();
    this.changed(this);
  }
}

/** A grid of numbers: choosing two places one after the other swaps their numbers. */
class NumbersWidget {
  constructor(root, changed) {
    Object.assign(this, { root, changed, key: root.dataset.key, size: root.dataset.size, held: null });
    this.clear = one("[data-clear]", root);
    this.grid = new Grid(one("[data-grid]", root), one("h2", root).textContent, (cell) => this.look(cell), (cell, first) => first && this.choose(cell));
    this.clear.addEventListener("click", () => {
      delete this.keys[this.key];
      this.show(this.keys);
      this.changed(this);
    });
  }

  show(keys) {
    this.keys = keys;
    const sides = /^(\d+)x(\d+)$/.exec(keys[this.size] ?? "3x3")?.slice(1).map(Number) ?? [3, 3];
    const cells = sides[0] * sides[1];
    this.grid.root.hidden = cells > 400 || cells < 2;
    if (this.grid.root.hidden) return;
    const text = String(keys[this.key] ?? "").replace(/\n/g, "/");
    const words = cells <= 9 ? [...text.replace(/[,/\s]/g, "")] : text.split(/[,/]/).filter(Boolean);
    this.numbers = words.length === cells ? words.map((word) => (word === "b" ? 0 : Number(word))) : Array.from({ length: cells }, (_, n) => n);
    this.columns = sides[1];
    this.grid.show(1, ...sides);
  }

  place(cell) {
    const [, row, column] = cell.split(",").map(Number);
    return row * this.columns + column;
  }

  look(cell) {
    const number = this.numbers[this.place(cell)];
    const held = this.held === cell;
    return { shown: number ? String(number) : "", name: (number ? `tile ${number}` : "blank") + (held ? ", chosen" : ""), kind: (number ? "tile" : "hole") + (held ? " held" : "") };
  }

  choose(cell) {
    if (this.held === null) {
      this.held = cell;
    } else {
      const [a, b] = [this.place(this.held), this.place(cell)];
      [this.numbers[a], this.numbers[b]] = [this.numbers[b], this.numbers[a]];
      this.held = null;
      this.keys[this.key] = this.numbers.join(",");
      this.changed(this);
    }
    this.show({ ...this.keys, [this.key]: this.numbers.join(",") }, (this.kept = this.keys));
    this.keys = this.kept;
  }
}

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A square grid of symbols, entered by keyboard or by the buttons below it. */
class SymbolsWidget {
  constructor(root, changed) {
    Object.assign(this, { root, changed, key: root.dataset.key, size: root.dataset.size, boxes: "boxes" in root.dataset });
    this.choice = one("[data-side]", root);
    this.pad = one("[data-pad]", root);
    this.grid = new Grid(one("[data-grid]", root), one("h2", root).textContent, (cell) => this.look(cell), () => {}, (cell, key) => this.typed(cell, key));
    this.choice?.addEventListener("change", () => this.begin(Number(this.choice.value)));
  }

  show(keys) {
    this.keys = keys;
    const text = String(keys[this.key] ?? "").replace(/\s/g, "").replace(/0/g, ".").toUpperCase();
    const side = this.size ? Number(keys[this.size]) : Math.round(Math.sqrt(text.length)) || Number(this.choice?.value ?? 9);
    if (this.size && this.side && side !== this.side) delete keys[this.key]; // the symbols of a square of another size
    this.marks = text.length === side * side ? [...text] : Array(side * side).fill(".");
    this.grid.root.hidden = this.pad.hidden = !(side >= 1 && side <= SYMBOLS.length);
    if (this.grid.root.hidden) return;
    if (side !== this.side) this.lay(side);
    this.grid.show(1, side, side);
  }

  lay(side) {
    this.side = side;
    if (this.choice) this.choice.value = side;
    const type = (symbol) => () => this.typed(this.grid.focus, symbol);
    const keys = [...SYMBOLS.slice(0, side)].map((symbol) => make("button", { type: "button", class: "quiet", onclick: type(symbol) }, symbol));
    this.pad.replaceChildren(...keys, make("button", { type: "button", class: "quiet", onclick: type(".") }, "Empty"));
  }

  place(cell) {
    const [, row, column] = cell.split(",").map(Number);
    return row * this.side + column;
  }

  look(cell) {
    const mark = this.marks[this.place(cell)], box = this.boxes ? Math.sqrt(this.side) : this.side;
    const [, row, column] = cell.split(",").map(Number);
    const edges = (row && row % box === 0 ? " box-above" : "") + (column && column % box === 0 ? " box-before" : "");
    return { shown: mark === "." ? "" : mark, name: mark === "." ? "empty" : mark, kind: `symbol${edges}` };
  }

  typed(cell, key) {
    const symbol = ["0", ".", "Backspace", "Delete"].includes(key) ? "." : key.toUpperCase();
    if (symbol !== "." && (symbol.length !== 1 || !SYMBOLS.slice(0, this.side).includes(symbol))) return false;
    const place = this.place(cell), next = symbol === "." ? place : Math.min(place + 1, this.marks.length - 1);
    this.marks[place] = symbol;
    this.save();
    this.grid.moveTo(`0,${Math.floor(next / this.side)},${next % this.side}`);
    return true;
  }

  begin(side) {
    this.marks = Array(side * side).fill(".");
    this.lay(side);
    this.save();
  }

  save() {
    this.keys[this.key] = this.marks.join("");
    this.grid.show(1, this.side, this.side);
    this.changed(this);
  }
}

/** Return a small picture of a piece. */
function pictureOf(piece) {
  const cells = piece.cells ?? boardOf(piece.picture).flatMap((rows, layer) =>
    rows.flatMap((row, r) => row.flatMap((mark, c) => (mark === "." || mark === " " ? [] : [[layer, r, c]]))));
  const flat = cells.map((cell) => cell.slice(-2)).map(([row, column], n) => [row, column, cells[n].length === 3 ? cells[n][0] : 0]);
  const rows = Math.max(...flat.map(([row]) => row)) + 1, columns = Math.max(...flat.map(([, column]) => column)) + 1;
  const layers = Math.max(...flat.map(([, , layer]) => layer)) + 1;
  const picture = make("svg:svg", { viewBox: `-0.5 -0.5 ${layers * (columns + 1)} ${rows + 1}`, "aria-hidden": "true", class: "shape" });
  for (const [row, column, layer] of flat) picture.append(make("svg:rect", { x: layer * (columns + 1) + column, y: row, width: 1, height: 1 }));
  return picture;
}

/** A list of pieces: names of sets and pieces, and drawn pieces. */
class PiecesWidget {
  constructor(root, changed) {
    Object.assign(this, { root, changed, key: root.dataset.key, edited: null });
    this.chips = one("[data-chips]", root);
    this.drawing = one("[data-drawing]", root);
    this.name = one("[data-name]", root);
    this.copies = one("[data-copies]", root);
    this.word = one("[data-word]", root);
    this.grid = new Grid(one("[data-grid]", root), "Piece", (cell) => this.look(cell), (cell, first) => this.paint(cell, first));
    one("[data-add]", root).addEventListener("click", () => this.add());
    this.word.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), this.add()));
    one("[data-draw]", root).addEventListener("click", () => this.open(null));
    one("[data-close]", root).addEventListener("click", () => this.close());
    for (const input of [this.name, this.copies]) input.addEventListener("change", () => this.save());
  }

  show(keys) {
    this.keys = keys;
    this.list = Array.isArray(keys[this.key]) ? keys[this.key] : [];
    this.chips.replaceChildren(...this.list.map((piece, number) => this.chip(piece, number)));
    if (!this.list.length) this.chips.append(make("li", { class: "muted" }, "No pieces yet."));
  }

  chip(piece, number) {
    const drawn = typeof piece === "object";
    const name = drawn ? (piece.name ?? `piece-${number}`) : piece;
    const copies = drawn && piece.copies !== undefined ? ` × ${Array.isArray(piece.copies) ? piece.copies.map((n) => n ?? "").join("..") : piece.copies}` : "";
    const flat = drawn && (piece.picture || (piece.cells?.[0]?.length ?? 9) <= 3);
    const remove = make("button", { type: "button", class: "quiet", "aria-label": `Remove ${name}`, onclick: () => this.remove(number) }, "×");
    const edit = make("button", { type: "button", class: "quiet", "aria-label": `Edit ${name}`, onclick: () => this.open(number) }, "Edit");
    return make("li", { class: "chip" }, ...(flat ? [pictureOf(piece)] : []), make("span", {}, name + copies), ...(flat ? [edit] : []), remove);
  }

  store(list) {
    this.keys[this.key] = list;
    this.show(this.keys);
    this.changed(this);
  }

  add() {
    const words = this.word.value.split(",").map((word) => word.trim()).filter(Boolean);
    this.word.value = "";
    if (words.length) this.store([...this.list, ...words]);
  }

  remove(number) {
    this.close();
    this.store(this.list.filter((_, each) => each !== number));
    one("[data-add]", this.root).focus();
  }

  open(number) {
    const piece = number === null ? {} : this.list[number];
    this.edited = number ?? this.list.length;
    this.name.value = piece.name ?? `piece-${this.edited + 1}`;
    this.copies.value = Array.isArray(piece.copies) ? piece.copies.map((n) => n ?? "").join("..") : (piece.copies ?? 1);
    const solid = one("[data-side='0']", document)?.value > 1;
    const cells = piece.cells ?? (piece.picture ? boardOf(piece.picture).flatMap((rows, layer) => rows.flatMap((row, r) => row.flatMap((mark, c) => (mark === "." || mark === " " ? [] : [[layer, r, c]])))) : []);
    this.cells = new Set(cells.map((cell) => (cell.length === 2 ? [0, ...cell] : cell).join()));
    const most = [0, 1, 2].map((axis) => Math.max(0, ...[...this.cells].map((cell) => Number(cell.split(",")[axis]) + 1)));
    this.sides = [Math.max(solid ? 3 : 1, most[0]), Math.max(5, most[1]), Math.max(5, most[2])];
    this.drawing.hidden = false;
    this.grid.show(...this.sides);
    this.grid.buttons.get(this.grid.focus).focus();
  }

  close() {
    this.drawing.hidden = true;
    this.edited = null;
  }

  look(cell) {
    return this.cells.has(cell) ? { shown: "", name: "part of the piece", kind: "filled" } : { shown: "", name: "empty", kind: "empty" };
  }

  paint(cell, first) {
    if (first) this.adding = !this.cells.has(cell);
    if (this.adding) this.cells.add(cell);
    else this.cells.delete(cell);
    this.grid.show(...this.sides);
    this.save();
  }

  save() {
    if (this.edited === null || !this.cells.size) return;
    const cells = [...this.cells].map((cell) => cell.split(",").map(Number));
    const least = [0, 1, 2].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
    const most = [0, 1, 2].map((axis) => Math.max(...cells.map((cell) => cell[axis])));
    const rows = (layer) => Array.from({ length: most[1] - least[1] + 1 }, (_, r) =>
      Array.from({ length: most[2] - least[2] + 1 }, (_, c) => (this.cells.has([layer, r + least[1], c + least[2]].join()) ? "#" : ".")).join("")).join("/");
    const picture = Array.from({ length: most[0] - least[0] + 1 }, (_, layer) => rows(layer + least[0])).join("//");
    const copies = /^\d+$/.test(this.copies.value) ? Number(this.copies.value) : this.copies.value || 1;
    const piece = { name: this.name.value.trim(), picture, copies };
    if (this.list[this.edited]?.motions) piece.motions = this.list[this.edited].motions;
    const list = [...this.list];
    list[this.edited] = piece;
    this.store(list);
  }
}

/** A text field for a line, a choice, whole numbers, or lines of words. */
class TextWidget {
  constructor(root, changed) {
    Object.assign(this, { root, key: root.dataset.key, form: root.dataset.widget, input: one("input, select, textarea", root) });
    this.input.addEventListener("input", () => {
      const value = this.read();
      if (value === "" || value === undefined) delete this.keys[this.key];
      else this.keys[this.key] = value;
      changed(this);
    });
  }

  read() {
    const text = this.input.value;
    const lines = text.split("\n").map((line) => line.trim().split(/\s+/).filter(Boolean)).filter((line) => line.length);
    if (this.form === "lines") return lines;
    if (this.form === "items") return lines.flatMap((line) => (line.length === 3 && line.slice(1).every((n) => /^\d+$/.test(n)) ? [[line[0], ...line.slice(1).map(Number)]] : line));
    if (this.form === "whole") return text.trim() ? text.split(/[,\s]+/).filter(Boolean).map((word) => (/^-?\d+$/.test(word) && Number.isSafeInteger(Number(word)) ? Number(word) : word)) : "";
    if (/^\s*[[{]/.test(text)) {
      try {
        return JSON.parse(text);
      } catch {
        return text; // the server reports what is wrong
      }
    }
    return text;
  }

  show(keys) {
    this.keys = keys;
    const value = keys[this.key] ?? "";
    const lines = this.form === "lines" || this.form === "items";
    const text = lines && Array.isArray(value) ? value.map((line) => (Array.isArray(line) ? line.join(" ") : line)).join("\n")
      : this.form === "whole" && Array.isArray(value) ? value.join(",")
      : typeof value === "boolean" ? (value ? "yes" : "no")
      : typeof value === "string" ? value : JSON.stringify(value);
    if (document.activeElement !== this.input) this.input.value = text;
  }
}

/** Colours: of the board's cells, which are painted; of pieces; and the pairs that may meet. */
class ColoursWidget {
  constructor(root, changed) {
    Object.assign(this, { root, changed, key: root.dataset.key, size: root.dataset.size, mark: one("[data-mark]", root) });
    [this.pieces, this.pairs] = [one("[data-pieces]", root), one("[data-pairs]", root)];
    this.grid = new Grid(one("[data-grid]", root), "Colours", (cell) => this.look(cell), (cell, first) => this.paint(cell, first), (cell, key) => this.typed(cell, key));
    for (const input of [this.pieces, this.pairs]) input.addEventListener("input", () => this.save());
  }

  show(keys) {
    this.keys = keys;
    const told = typeof keys[this.key] === "object" && keys[this.key] !== null ? keys[this.key] : {};
    const board = boardOf(String(keys[this.size] ?? "")), drawn = typeof told.cells === "string" ? boardOf(told.cells) : [];
    const [rows, columns] = [board?.[0]?.length ?? 0, board?.[0]?.[0]?.length ?? 0];
    const large = !rows || !columns || board.length * rows * columns > MOST_PAINTED;
    this.grid.root.hidden = large;
    if (!large) {
      const holes = new Set(cellsOf(keys.holes).map((cell) => (cell.split(",").length === 2 ? `0,${cell}` : cell)));
      this.open = (l, r, c) => !["#", " "].includes(board[l][r][c] ?? "#") && !holes.has([l, r, c].join());
      this.marks = board.map((layer, l) => layer.map((row, r) => Array.from({ length: columns }, (_, c) => (this.open(l, r, c) && this.isColour(drawn?.[l]?.[r]?.[c]) ? drawn[l][r][c] : "."))));
      this.grid.show(board.length, rows, columns);
      if (told.cells !== undefined) told.cells = this.drawn(); // the size of the board may have changed
    }
    if (document.activeElement !== this.pieces) this.pieces.value = Object.entries(told.pieces ?? {}).map(([name, colours]) => `${name}:${colours}`).join(", ");
    if (document.activeElement !== this.pairs) this.pairs.value = (Array.isArray(told.pairs) ? told.pairs.map((pair) => [...pair].join("")) : told.pairs ? [told.pairs] : []).join(", ");
  }

  drawn() {
    return this.marks.map((rows) => rows.map((row) => row.join("")).join("/")).join("//");
  }

  isColour(mark) {
    return /^[A-Za-z0-9]$/.test(mark ?? "");
  }

  look(cell) {
    const [layer, row, column] = cell.split(",").map(Number), mark = this.marks[layer][row][column];
    if (!this.open(layer, row, column)) return { shown: "", name: "hole", kind: "hole" };
    return mark === "." ? { shown: "", name: "no colour", kind: "empty" } : { shown: mark, name: `colour ${mark}`, kind: hue(mark) };
  }

  put(cell, mark) {
    const [layer, row, column] = cell.split(",").map(Number);
    if (this.open(layer, row, column)) this.marks[layer][row][column] = mark;
  }

  paint(cell, first) {
    const mark = this.isColour(this.mark.value) ? this.mark.value : "a";
    const [layer, row, column] = cell.split(",").map(Number);
    if (first) this.value = this.marks[layer][row][column] === mark ? "." : mark;
    this.put(cell, this.value);
    this.save();
  }

  typed(cell, key) {
    if (!this.isColour(key)) return false;
    this.mark.value = key;
    this.put(cell, key);
    this.save();
    return true;
  }

  save() {
    const told = {};
    if (!this.grid.root.hidden) {
      if (/[^./]/.test(this.drawn())) told.cells = this.drawn();
    } else if (this.keys[this.key]?.cells) {
      told.cells = this.keys[this.key].cells;
    }
    const words = (input) => input.value.split(",").map((word) => word.trim()).filter(Boolean);
    const pieces = words(this.pieces).map((word) => [word.slice(0, word.indexOf(":")).trim(), word.slice(word.indexOf(":") + 1).trim()]).filter(([name]) => name);
    if (pieces.length) told.pieces = Object.fromEntries(pieces);
    if (words(this.pairs).length) told.pairs = words(this.pairs);
    if (Object.keys(told).length) this.keys[this.key] = told;
    else delete this.keys[this.key];
    if (!this.grid.root.hidden) this.grid.show(this.marks.length, this.marks[0].length, this.marks[0][0].length);
    this.changed(this);
  }
}

/** Offer what suits the puzzle as it was read last: its tasks, engines, options and formats; the rest could only fail. */
function offer(root) {
  const offers = JSON.parse(root.dataset.offers), engines = one("#engines"), backend = one("#backend"), chosen = backend.value;
  for (const button of all("[data-task]")) button.hidden = !offers.tasks.includes(button.dataset.task);
  for (const button of all("[data-to]")) button.hidden = !offers.formats.includes(button.dataset.to);
  one("[data-models]").hidden = !offers.formats.length;
  const names = [...new Set(Object.values(offers.engines).flat())];
  backend.replaceChildren(backend.options[0], ...names.map((name) => make("option", {}, name)));
  backend.value = names.includes(chosen) ? chosen : "";
  backend.onchange = () => {
    for (const [task, able] of Object.entries(offers.engines)) one(`[data-task=${task}]`).disabled = backend.value !== "" && !able.includes(backend.value);
  };
  backend.onchange();
  if (engines.value === engines.defaultValue) engines.value = offers.compared.map((name) => name.replaceAll(",", ";")).join(",");
  engines.defaultValue = offers.compared.map((name) => name.replaceAll(",", ";")).join(",");
  one("[data-suited]").textContent = offers.engines.solve.join(", ");
  for (const input of all("[data-option][data-tasks]")) {
    const applies = !input.hasAttribute("data-conditional") || offers.options.includes(input.dataset.option);
    input.closest(".tight, .check").hidden = !applies || !input.dataset.tasks.split(" ").some((task) => offers.tasks.includes(task));
  }
}

const WIDGETS = { board: BoardWidget, numbers: NumbersWidget, symbols: SymbolsWidget, pieces: PiecesWidget, colours: ColoursWidget };
const LONGEST_LINK = 6000;
const UNREACHABLE = "The server does not respond; your puzzle is kept. Is the server still running?";

/** The puzzle editor: fields write keys, and the server previews them. */
class Editor {
  constructor(form) {
    this.form = form;
    this.keys = JSON.parse(form.dataset.keys);
    this.link = one("#link");
    this.text = one("#as-json");
    this.widgets = all("[data-widget]", form).map((root) => new (WIDGETS[root.dataset.widget] ?? TextWidget)(root, (from) => this.changed(from)));
    for (const widget of this.widgets) widget.show(this.keys);
    this.text.addEventListener("change", () => this.read(this.text.value));
    one("#copy").addEventListener("click", () => this.copy());
    one("#file").addEventListener("change", (event) => this.open(event.target.files[0]));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => (event.preventDefault(), this.open(event.dataTransfer.files[0])));
    for (const button of all("[data-task]")) button.addEventListener("click", () => this.submit(button));
    for (const button of all("[data-save]")) button.addEventListener("click", () => this.save(button.dataset.save, button.dataset.to));
    this.timer = null;
    this.note();
    history.replaceState(this.state, "");
    window.addEventListener("popstate", (event) => this.restore(event.state));
  }

  /** The keys that are set; empty ones have their defaults. */
  get said() {
    return Object.fromEntries(Object.entries(this.keys).filter(([, value]) => value !== "" && value !== null && value !== undefined));
  }

  changed(from) {
    for (const widget of this.widgets) if (widget !== from) widget.show(this.keys);
    const rare = one("[data-rare]", this.form);
    if (rare && from instanceof BoardWidget && from.brush.stroke === "letter") rare.open = true; // a letter needs a legend
    delete this.keys.published; // it belongs to the puzzle before the edit
    if (!this.edited) for (const key of ["title", "source"]) delete this.keys[key];
    this.edited = true;
    this.note();
    if (this.timer === null) history.pushState(this.state, "", this.address); // the strokes of a moment are one step back
    else history.replaceState(this.state, "", this.address);
    this.askSoon();
  }

  get state() {
    return { keys: structuredClone(this.said) };
  }

  askSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => ((this.timer = null), this.ask()), 250);
  }

  /** Show the keys of an earlier step, when the user goes back or forward. */
  restore(state) {
    if (!state?.keys) return;
    for (const key of Object.keys(this.keys)) delete this.keys[key];
    Object.assign(this.keys, structuredClone(state.keys));
    document.activeElement?.blur();
    for (const widget of this.widgets) widget.show(this.keys);
    this.note();
    this.askSoon();
  }

  /** The link to the puzzle; one that is too long is kept in this tab. */
  get address() {
    const address = `/?keys=${encodeURIComponent(JSON.stringify(this.said))}`;
    if (address.length <= LONGEST_LINK) return address;
    sessionStorage.setItem("keys", JSON.stringify(this.said));
    return `/?kind=${encodeURIComponent(this.keys.kind)}&kept=1`;
  }

  note() {
    one("#keys").value = JSON.stringify(this.said);
    if (document.activeElement !== this.text) this.text.value = JSON.stringify(this.said, null, 1);
    const address = this.edited ? this.address : location.pathname + location.search;
    const long = address.endsWith("&kept=1");
    this.link.value = long ? "" : new URL(address, location.href).href;
    this.link.placeholder = long ? "This puzzle is too long for a link; save it as a file." : "";
  }

  ask() {
    for (const search of all("#preview [hx-post]")) htmx.trigger(search, "htmx:abort"); // the server cancels what nobody waits for
    htmx.trigger("#preview", "changed");
  }

  read(text) {
    try {
      const keys = JSON.parse(text);
      if (keys?.kind !== this.keys.kind) return location.assign(`/?keys=${encodeURIComponent(JSON.stringify(keys))}`);
      for (const key of Object.keys(this.keys)) delete this.keys[key];
      Object.assign(this.keys, keys);
    } catch {
      return this.fault("The text is not JSON; expected a JSON object.");
    }
    this.fault("");
    for (const widget of this.widgets) widget.show(this.keys);
    return this.changed(null);
  }

  async copy() {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
      one("#copied").textContent = "Copied.";
    } catch {
      one("#copied").textContent = "The link is selected; copy it with your keyboard.";
    }
  }

  async open(file) {
    if (!file) return;
    const text = await file.text();
    const reply = await fetch("/page/opened", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text, name: file.name }) }).catch(() => null);
    const value = (await reply?.json().catch(() => null)) ?? {};
    if (reply?.ok && value.address.length <= LONGEST_LINK) location.assign(value.address);
    else if (reply?.ok) this.replace(value.keys);
    else this.unread(`${file.name}: ${value.detail ?? (reply ? "the file could not be read." : UNREACHABLE)}`);
  }

  /** Say why a file was not read, where it was chosen. */
  unread(sentence) {
    const place = one("#file-fault");
    place.textContent = sentence;
    place.hidden = false;
    place.closest("details").open = true;
    place.scrollIntoView({ block: "center" });
  }

  /** Load keys that are too long for a URL: if their kind differs, the page is reloaded with its form. */
  async replace(keys) {
    sessionStorage.setItem("keys", JSON.stringify(keys));
    location.assign(`/?kind=${encodeURIComponent(keys.kind)}&kept=1`);
  }

  async save(ending, to) {
    const reply = await fetch("/page/saved", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ keys: this.said, ending, to }) });
    if (!reply.ok) return this.fault((await reply.json().catch(() => ({}))).detail ?? "The puzzle could not be saved.");
    download(await reply.blob(), `${to ? "model" : "puzzle"}${ending}`);
    return this.fault("");
  }

  fault(sentence) {
    const place = one("#fault");
    place.textContent = sentence;
    place.hidden = !sentence;
  }

  async submit(button) {
    const options = {};
    for (const input of all("[data-option]")) {
      if (input.closest("[hidden]") || input.dataset.tasks && !input.dataset.tasks.split(" ").includes(button.dataset.task)) continue;
      const value = input.type === "checkbox" ? input.checked : input.type === "number" ? (input.value === "" ? "" : Number(input.value)) : input.value;
      if (value !== "" && value !== false) options[input.dataset.option] = value;
    }
    button.disabled = true;
    try {
      if (options.engines !== undefined) {
        options.backends = options.engines.split(",").map((name) => name.trim().replaceAll(";", ",")).filter(Boolean);
        delete options.engines;
      }
      const job = await this.post({ ...options, task: button.dataset.task, puzzle: this.said });
      return job && location.assign(`/jobs/${job.id}`);
    } catch {
      return this.fault(UNREACHABLE);
    } finally {
      button.disabled = false;
    }
  }

  /** Submit a job and return it; if it was refused, show why and return nothing. */
  async post(body) {
    const reply = await fetch("/v1/jobs", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const value = await reply.json().catch(() => ({}));
    if (reply.ok) return value;
    this.fault(value.detail ?? "The job was not accepted.");
    return null;
  }
}

function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Follow a job: show its events as they come, and load the result when it has ended. */
function follow(root) {
  const source = new EventSource(root.dataset.events);
  const bar = one("progress", root), sentence = one("[data-sentence]", root), numbers = one("[data-numbers]", root);
  const clock = one("[data-clock]", root);
  let begun = Number(root.dataset.begun) * 1000 || Date.now();
  const ticking = setInterval(() => (clock.textContent = `${Math.max(0, Math.round((Date.now() - begun) / 1000))} s`), 1000);
  const counted = {}, state = one("[data-state]", root);
  function hear(message) {
    const value = JSON.parse(message.data);
    if (value.event === "finished") return end();
    const states = { started: "RUNNING", cancelling: "CANCELLING", waiting: "QUEUED" };
    if (states[value.event]) state.textContent = states[value.event];
    if (value.event === "started") begun = value.at * 1000;
    if (value.event === "waiting") sentence.textContent = "The attempt failed; the job waits for another worker.";
    if (value.event === "engine") sentence.textContent = `${value.name}: ${value.why}`;
    if (value.sentence) sentence.textContent = value.sentence;
    if (value.nodes) counted.nodes = `${value.nodes.toLocaleString("en")} ${value.unit ?? "nodes"}`;
    const many = value.count ?? value.number;
    if (many !== null && many !== undefined) counted.solutions = `${Number(many).toLocaleString("en")} solutions`;
    if (value.event === "bound") counted.bound = `none costs less than ${value.bound}`;
    numbers.textContent = Object.values(counted).join(", ");
    if (typeof value.fraction === "number") {
      bar.max = 1;
      bar.value = value.fraction;
    }
    return undefined;
  }
  function end() {
    source.close();
    clearInterval(ticking);
    const lost = root.contains(document.activeElement) || document.activeElement === document.body; // a disabled button has lost it
    htmx.ajax("GET", root.dataset.result, { target: "#job", swap: "innerHTML" }).then(() => lost && one("#answer")?.focus(), () => whileUnreachable(() => location.reload()));
  }
  source.onmessage = hear;
  source.onerror = () => (source.readyState === EventSource.CLOSED ? end() : whileUnreachable(() => {}));
  one("[data-cancel]", root)?.addEventListener("click", async (event) => {
    event.target.disabled = true;
    const reply = await fetch(event.target.dataset.cancel, { method: "POST" });
    one("[data-state]", root).textContent = reply.ok ? "CANCELLING" : "The job could not be cancelled.";
  });
}

/** A solid body that is rotated with the mouse or the arrow keys, and whose layers can be pulled apart. */
class Body {
  constructor(root) {
    this.root = root;
    this.body = JSON.parse(root.dataset.body);
    this.turn = 0.6;
    this.tilt = 0.5;
    this.apart = one("[data-apart]", root);
    this.picture = make("svg:svg", { role: "img", "aria-label": "The solution in space; arrow keys turn it", tabindex: 0, class: "body" });
    one("[data-stage]", root).append(this.picture);
    this.cubes = this.body.pieces.flatMap((piece, owner) => piece.cells.map((cell) => ({ cell, owner })));
    this.owner = new Map(this.cubes.map(({ cell, owner }) => [cell.join(), owner]));
    this.apart.addEventListener("input", () => this.draw());
    this.picture.addEventListener("pointerdown", (event) => (this.picture.setPointerCapture(event.pointerId), (this.from = [event.clientX, event.clientY])));
    this.picture.addEventListener("pointermove", (event) => {
      if (!this.from) return;
      this.turn += (event.clientX - this.from[0]) / 120;
      this.tilt = Math.max(-1.5, Math.min(1.5, this.tilt + (event.clientY - this.from[1]) / 120));
      this.from = [event.clientX, event.clientY];
      this.draw();
    });
    for (const end of ["pointerup", "pointercancel"]) this.picture.addEventListener(end, () => (this.from = null));
    this.picture.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
      if (!way) return;
      event.preventDefault();
      this.turn += way[0];
      this.tilt = Math.max(-1.5, Math.min(1.5, this.tilt + way[1]));
      this.draw();
    });
    this.draw();
  }

  draw() {
    const [layers, rows, columns] = this.body.dims, gap = 1 + Number(this.apart.value) / 25;
    const [ct, st, cx, sx] = [Math.cos(this.turn), Math.sin(this.turn), Math.cos(this.tilt), Math.sin(this.tilt)];
    const middle = [((layers - 1) * gap + 1) / 2, rows / 2, columns / 2];
    // Right, down and towards the viewer: (z, y, x) rotated about the vertical, then tilted.
    const seen = (z, y, x) => {
      const [a, b, c] = [x - middle[2], y - middle[1], z - middle[0]];
      const [right, deep] = [a * ct - b * st, a * st + b * ct];
      return [right, deep * sx - c * cx, deep * cx + c * sx];
    };
    const faces = [];
    for (const { cell: [z, y, x], owner } of this.cubes) {
      const low = z * gap, [, , depth] = seen(low + 0.5, y + 0.5, x + 0.5);
      const corner = (dz, dy, dx) => seen(low + dz, y + dy, x + dx);
      for (const [axis, side] of [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]]) {
        const normal = [0, 0, 0];
        normal[axis] = side ? 1 : -1;
        const towards = [normal[2] * st + normal[1] * ct, normal[0]];
        if (towards[0] * cx + towards[1] * sx <= 1e-9) continue;
        const beside = [z + normal[0], y + normal[1], x + normal[2]].join();
        if (this.owner.get(beside) === owner && (axis || gap === 1)) continue;
        const square = [[0, 0], [0, 1], [1, 1], [1, 0]].map(([a, b]) => {
          const at = [a, b];
          at.splice(axis, 0, side);
          return corner(...at);
        });
        faces.push({ depth, owner, square, light: [1, 0.72, 0.86][axis] });
      }
    }
    faces.sort((a, b) => a.depth - b.depth);
    const reach = Math.hypot(layers * gap, rows, columns) / 2 + 0.2;
    this.picture.setAttribute("viewBox", `${-reach} ${-reach} ${2 * reach} ${2 * reach}`);
    this.picture.replaceChildren(...faces.map(({ square, owner, light }) => {
      const piece = this.body.pieces[owner];
      const shade = piece.colour.replace(/[0-9a-f]{2}/g, (two) => Math.round(parseInt(two, 16) * light).toString(16).padStart(2, "0"));
      const face = make("svg:polygon", { points: square.map(([right, down]) => `${right.toFixed(3)},${down.toFixed(3)}`).join(" "), fill: shade });
      face.append(make("svg:title", {}, piece.name));
      return face;
    }));
  }
}

/** Play a plan step by step: the picture is an animation, paused at the current step. */
class Film {
  constructor(root) {
    this.root = root;
    this.picture = one("svg", root);
    [this.first, this.step] = [Number(root.dataset.first), Number(root.dataset.step)];
    this.slider = one("[data-steps]", root);
    this.told = one("[data-told]", root);
    this.button = one("[data-play]", root);
    this.captions = JSON.parse(root.dataset.toldBy);
    this.picture.pauseAnimations();
    this.slider.addEventListener("input", () => (this.pause(), this.at(Number(this.slider.value))));
    one("[data-back]", root).addEventListener("click", () => (this.pause(), this.at(Number(this.slider.value) - 1)));
    one("[data-on]", root).addEventListener("click", () => (this.pause(), this.at(Number(this.slider.value) + 1)));
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.at(0);
  }

  at(step) {
    const now = Math.max(0, Math.min(Number(this.slider.max), step));
    this.slider.value = now;
    this.picture.setCurrentTime(now ? this.first + now * this.step - 0.01 : 0);
    this.say(now);
  }

  say(now) {
    this.told.textContent = now ? `Step ${now} of ${this.slider.max}: ${this.captions[now]}` : `Start, ${this.slider.max} steps to go`;
  }

  play() {
    if (this.slider.value === this.slider.max) this.at(0);
    this.picture.setCurrentTime(Number(this.slider.value) ? this.first + Number(this.slider.value) * this.step : this.first - 0.2);
    this.picture.unpauseAnimations();
    this.button.textContent = "Pause";
    this.timer = setInterval(() => {
      const now = Math.floor((this.picture.getCurrentTime() - this.first) / this.step + 0.1);
      if (now >= Number(this.slider.max)) return this.pause(), this.at(Number(this.slider.max));
      this.slider.value = Math.max(0, now);
      return this.say(Math.max(0, now));
    }, 50);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.picture.pauseAnimations();
    this.button.textContent = "Play";
  }
}

const PARTS = { "[data-body]": (root) => new Body(root), "[data-film]": (root) => new Film(root), "[data-events]": follow, "[data-offers]": offer, "form[data-batch]": sendBatch };

/** Say that the server does not respond, until it does again; then `again` is called. */
let unreachable = false;
async function whileUnreachable(again) {
  if (unreachable) return;
  unreachable = true;
  one("#unreachable").hidden = false;
  while (!(await fetch("/healthz").then((reply) => reply.ok).catch(() => false))) await new Promise((wake) => setTimeout(wake, 1000));
  one("#unreachable").hidden = true;
  unreachable = false;
  again();
}

/** Attach the widgets of content that was added to the page. */
function enliven(root) {
  for (const [selector, begin] of Object.entries(PARTS)) {
    for (const element of [...(root.matches?.(selector) ? [root] : []), ...all(selector, root)]) {
      if (element.dataset.alive) continue;
      element.dataset.alive = "yes";
      begin(element);
    }
  }
}

/** Submit a batch of puzzles as one job, and go to its page. */
function sendBatch(form) {
  const fault = one("[data-fault]", form), field = (name) => form.elements[name].value;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { task: field("task"), puzzle: { batch: { kind: field("kind"), text: field("text") } }, title: field("title") };
    if (field("time_limit")) body.time_limit = Number(field("time_limit"));
    if (body.task === "count" && field("limit")) body.limit = Number(field("limit"));
    const reply = await fetch("/v1/jobs", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
    const value = (await reply?.json().catch(() => null)) ?? {};
    if (reply?.ok) return location.assign(`/jobs/${value.id}`);
    fault.textContent = value.detail ?? "The server does not respond. Is it still running?";
    fault.hidden = false;
  });
}

/** Load the text of a chosen file into a field. */
async function pour(input) {
  if (input.files[0]) one(input.dataset.into).value = await input.files[0].text();
}

function start() {
  const form = one("form[data-keys]");
  if (form) {
    const kept = new URLSearchParams(location.search).has("kept") && sessionStorage.getItem("keys");
    if (kept) form.dataset.keys = kept;
    const editor = new Editor(form);
    if (kept) editor.changed(null);
    document.body.addEventListener("htmx:sendError", () => whileUnreachable(() => editor.ask()));
  } else {
    document.body.addEventListener("htmx:sendError", () => whileUnreachable(() => location.reload()));
  }
  one("#catalogue-choice")?.addEventListener("change", (event) => event.target.value && location.assign(event.target.value));
  for (const input of all("[data-into]")) input.addEventListener("change", () => pour(input));
  enliven(document);
  document.body.addEventListener("htmx:load", (event) => enliven(event.detail.elt));
}

start();
