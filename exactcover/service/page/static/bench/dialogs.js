/* Two dialogs of the bench: the sets of pieces, and a grid on which a piece is drawn. */
import { filledIn } from "./cells.js";
import { make } from "./form.js";

const SIDE = 6;
/** The width of a cell that is not a square, and of all of them at the most. */
const PIXELS = 46, WIDEST = Math.min(540, innerWidth - 92);

const nameOf = (piece, number) => (typeof piece === "object" ? piece.name ?? `piece-${number + 1}` : String(piece));

/** The list of pieces in the keys: names of sets and pieces, and drawn pieces. */
const listOf = value => (Array.isArray(value) ? value : value ? String(value).split(",").map(word => word.trim()).filter(Boolean) : []);

/** Sets to choose from, what the puzzle has, and a line for any other name. */
export class Sets {
  constructor(dialog, field, bench) {
    Object.assign(this, { dialog, field, bench });
    this.own = make("ul", { class: "chips" });
    this.word = make("input", { id: "set-word", placeholder: "X5, P6-12, pentominoes", autocomplete: "off", "aria-describedby": "set-hint" });
    const add = make("button", { type: "button", class: "btn", onclick: () => this.add(this.word.value) }, "Add");
    this.word.addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); this.add(this.word.value); } });
    this.choices = make("div", { class: "choices" });
    dialog.append(make("div", { class: "row" }, make("h2", {}, "Pieces of the puzzle"), make("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, "Done")),
      this.own, make("h3", {}, "Take a set instead"), this.choices,
      make("div", { class: "field" }, make("label", { for: "set-word" }, "Add a set or a piece"), make("div", { class: "line" }, this.word, add),
        make("p", { class: "soft small", id: "set-hint" }, "A name such as X5, P6-12 or tetrominoes-one-sided; several with commas.")));
  }

  open() {
    this.show();
    this.choices.replaceChildren(...(this.bench.sheet.sets ?? this.field.choices).map(set => make("button", { type: "button", class: "btn quiet", onclick: () => this.take(set) }, set)));
    this.dialog.showModal();
  }

  show() {
    const list = listOf(this.bench.keys[this.field.key]);
    this.own.replaceChildren(...list.map((piece, number) => {
      const name = nameOf(piece, number);
      const edit = typeof piece === "object" ? [make("button", { type: "button", class: "btn quiet", "aria-label": `Draw ${name} again`, onclick: () => { this.dialog.close(); this.bench.sketch(number); } }, "Draw")] : [];
      return make("li", {}, make("span", {}, name), ...edit, make("button", { type: "button", class: "step", "aria-label": `Remove ${name}`, onclick: () => this.put(list.filter((_, each) => each !== number)) }, "×"));
    }));
  }

  put(list) {
    this.bench.edit(keys => {
      keys[this.field.key] = list;
      delete keys.copies;
      delete keys.fixed;
    });
    this.show();
  }

  take(set) {
    this.put([set]);
  }

  add(text) {
    const words = text.split(",").map(word => word.trim()).filter(Boolean);
    this.word.value = "";
    if (words.length) this.put([...listOf(this.bench.keys[this.field.key]), ...words]);
  }
}

/** The grid on which a piece is drawn, in layers if the board has any. */
export class Sketch {
  constructor(dialog, field, bench) {
    Object.assign(this, { dialog, field, bench });
    this.name = make("input", { id: "sketch-name", maxlength: 100, autocomplete: "off" });
    this.fault = make("p", { class: "fault", role: "alert", hidden: true });
    this.grids = make("div", { class: "sketch" });
    dialog.append(make("h2", {}, "Draw a piece"), this.grids, make("div", { class: "field" }, make("label", { for: "sketch-name" }, "Name"), this.name), this.fault,
      make("div", { class: "line" }, make("button", { type: "button", class: "btn main", onclick: () => this.save() }, "Keep the piece"), make("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, "Cancel")));
    this.grids.addEventListener("keydown", event => this.key(event));
    this.grids.addEventListener("pointerdown", event => this.down(event));
    this.grids.addEventListener("pointerover", event => this.over(event));
    addEventListener("pointerup", () => { this.adding = null; });
  }

  open(number, solid) {
    const list = listOf(this.bench.keys[this.field.key]), piece = list[number];
    this.number = number ?? list.length;
    this.name.value = piece ? nameOf(piece, number) : `piece-${list.length + 1}`;
    const cells = piece?.cells?.map(cell => (cell.length === 2 ? [0, ...cell] : cell)) ?? filledIn(piece?.picture ?? "");
    this.cells = new Set(cells.map(cell => cell.join()));
    const { sheet } = this.bench;
    if (sheet.ring) this.cover(sheet, cells);
    else this.build(cells, solid);
    this.grids.querySelector("[data-cell]").tabIndex = 0;
    this.fault.hidden = true;
    this.dialog.showModal();
  }

  /** Lay out cells that are not squares, each where it lies on a board. */
  cover(sheet, cells) {
    const { lattice } = sheet, flat = lattice.seated(cells.map(cell => cell.slice(1))), own = flat.length ? lattice.box(flat) : { x: 0, y: 0, w: 0, h: 0 };
    this.cells = new Set(flat.map(cell => [0, ...cell].join()));
    const all = sheet.within({ ...own, w: Math.max(own.w, SIDE), h: Math.max(own.h, SIDE - 1) }).sort((a, b) => lattice.centre(a)[1] - lattice.centre(b)[1] || a[1] - b[1]), { x, y, w, h } = lattice.box(all), size = Math.min(PIXELS, WIDEST / w);
    const field = make("div", { class: "sheet-grid polygons", role: "group", "aria-label": "Cells of the piece" }, ...all.map(cell => {
      const button = this.button([0, ...cell]), box = lattice.box([cell]);
      const place = { left: box.x - x, top: box.y - y, width: box.w, height: box.h };
      for (const [side, length] of Object.entries(place)) button.style[side] = `${length * size}px`;
      button.style.clipPath = `polygon(${sheet.polygon(cell, 0.94).join(", ")})`;
      return button;
    }));
    Object.assign(field.style, { width: `${w * size}px`, height: `${h * size}px` });
    this.grids.replaceChildren(field);
  }

  /** A cell to be drawn, or not. */
  button(place) {
    const [layer, row, column] = place, cell = place.join(), named = this.bench.plan?.solid ? `layer ${layer + 1}, ` : "";
    return make("button", { type: "button", "data-cell": cell, "aria-label": `${named}row ${row + 1}, column ${column + 1}`, "aria-pressed": String(this.cells.has(cell)), tabindex: -1,
      onclick: event => { if (!event.detail) this.toggle(cell, !this.cells.has(cell)); } });
  }

  build(cells, solid) {
    const most = axis => Math.max(0, ...cells.map(cell => cell[axis] + 1));
    const [layers, rows, columns] = [Math.max(solid ? 3 : 1, most(0)), Math.max(SIDE, most(1)), Math.max(SIDE, most(2))], range = length => Array.from({ length }, (_, index) => index);
    this.grids.replaceChildren(...range(layers).map(layer => make("div", { class: "sheet-grid", role: "group", "aria-label": layers > 1 ? `Layer ${layer + 1}` : "Cells of the piece" },
      ...(layers > 1 ? [make("p", { class: "soft small" }, `Layer ${layer + 1}${layer ? "" : ", bottom"}`)] : []), ...range(rows).map(row => make("div", {}, ...range(columns).map(column => this.button([layer, row, column])))))));
  }

  toggle(cell, on) {
    if (on) this.cells.add(cell);
    else this.cells.delete(cell);
    this.grids.querySelector(`[data-cell="${cell}"]`).setAttribute("aria-pressed", String(on));
  }

  down(event) {
    const cell = event.target.dataset.cell;
    if (!cell || event.button) return;
    event.target.releasePointerCapture?.(event.pointerId);
    this.adding = !this.cells.has(cell);
    this.toggle(cell, this.adding);
  }

  over(event) {
    if (this.adding !== null && this.adding !== undefined && event.buttons && event.target.dataset.cell) this.toggle(event.target.dataset.cell, this.adding);
  }

  key(event) {
    const page = { PageUp: -1, PageDown: 1 }[event.key];
    if (!(page || event.key.startsWith("Arrow")) || !event.target.dataset.cell) return;
    const [layer, ...cell] = event.target.dataset.cell.split(",").map(Number);
    const next = this.grids.querySelector(`[data-cell="${page ? [layer + page, ...cell] : [layer, ...this.bench.sheet.step(cell, event.key)]}"]`);
    event.preventDefault();
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  save() {
    const drawn = [...this.cells].map(cell => cell.split(",").map(Number)), { lattice, ring } = this.bench.sheet;
    const cells = ring && drawn.length ? lattice.normalised(drawn.map(cell => cell.slice(1))).map(cell => [0, ...cell]) : drawn;
    const name = this.name.value.trim();
    if (!cells.length || !name) {
      this.fault.textContent = cells.length ? "The piece has no name." : "The piece has no cell: draw at least one.";
      this.fault.hidden = false;
      return;
    }
    const own = new Set(cells.map(String)), ends = [0, 1, 2].map(axis => [ring ? 0 : Math.min(...cells.map(cell => cell[axis])), Math.max(...cells.map(cell => cell[axis]))]);
    const range = axis => Array.from({ length: ends[axis][1] - ends[axis][0] + 1 }, (_, index) => index + ends[axis][0]);
    const picture = range(0).map(layer => range(1).map(row => range(2).map(column => (own.has([layer, row, column].join()) ? "#" : ".")).join("")).join("/")).join("//");
    this.bench.edit(keys => {
      const list = [...listOf(keys[this.field.key])], before = typeof list[this.number] === "object" ? list[this.number] : {};
      const { cells: _, ...kept } = before;
      list[this.number] = { ...kept, name, picture };
      keys[this.field.key] = list;
    });
    this.dialog.close();
  }
}
