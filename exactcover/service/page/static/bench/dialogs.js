/* Two dialogs of the bench: the sets of pieces, and a grid on which a piece is drawn. */
import { filledIn } from "./cells.js";
import { make } from "./form.js";

const SIDE = 6;

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
    const choices = field.choices.map(set => make("button", { type: "button", class: "btn quiet", onclick: () => this.take(set) }, set));
    dialog.append(make("div", { class: "row" }, make("h2", {}, "Pieces of the puzzle"), make("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, "Done")),
      this.own, make("h3", {}, "Take a set instead"), make("div", { class: "choices" }, ...choices),
      make("div", { class: "field" }, make("label", { for: "set-word" }, "Add a set or a piece"), make("div", { class: "line" }, this.word, add),
        make("p", { class: "soft small", id: "set-hint" }, "A name such as X5, P6-12 or tetrominoes-one-sided; several with commas.")));
  }

  open() {
    this.show();
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
    const most = axis => Math.max(0, ...cells.map(cell => cell[axis] + 1));
    this.sides = [Math.max(solid ? 3 : 1, most(0)), Math.max(SIDE, most(1)), Math.max(SIDE, most(2))];
    this.build();
    this.fault.hidden = true;
    this.dialog.showModal();
  }

  build() {
    const [layers, rows, columns] = this.sides, range = length => Array.from({ length }, (_, index) => index);
    this.grids.replaceChildren(...range(layers).map(layer => make("div", { class: "sheet-grid", role: "group", "aria-label": layers > 1 ? `Layer ${layer + 1}` : "Cells of the piece" },
      ...(layers > 1 ? [make("p", { class: "soft small" }, `Layer ${layer + 1}${layer ? "" : ", bottom"}`)] : []), ...range(rows).map(row => make("div", {}, ...range(columns).map(column => {
        const cell = [layer, row, column].join();
        return make("button", { type: "button", "data-cell": cell, "aria-label": `${layers > 1 ? `layer ${layer + 1}, ` : ""}row ${row + 1}, column ${column + 1}`, "aria-pressed": String(this.cells.has(cell)), tabindex: cell === "0,0,0" ? 0 : -1,
          onclick: event => { if (!event.detail) this.toggle(cell, !this.cells.has(cell)); } });
      }))))));
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
    const step = { ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0], ArrowLeft: [0, 0, -1], ArrowRight: [0, 0, 1], PageUp: [-1, 0, 0], PageDown: [1, 0, 0] }[event.key];
    if (!step || !event.target.dataset.cell) return;
    const next = this.grids.querySelector(`[data-cell="${event.target.dataset.cell.split(",").map((at, axis) => Number(at) + step[axis]).join()}"]`);
    event.preventDefault();
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  save() {
    const cells = [...this.cells].map(cell => cell.split(",").map(Number));
    const name = this.name.value.trim();
    if (!cells.length || !name) {
      this.fault.textContent = cells.length ? "The piece has no name." : "The piece has no cell: draw at least one.";
      this.fault.hidden = false;
      return;
    }
    const ends = [0, 1, 2].map(axis => [Math.min(...cells.map(cell => cell[axis])), Math.max(...cells.map(cell => cell[axis]))]);
    const range = axis => Array.from({ length: ends[axis][1] - ends[axis][0] + 1 }, (_, index) => index + ends[axis][0]);
    const picture = range(0).map(layer => range(1).map(row => range(2).map(column => (this.cells.has([layer, row, column].join()) ? "#" : ".")).join("")).join("/")).join("//");
    this.bench.edit(keys => {
      const list = [...listOf(keys[this.field.key])], before = typeof list[this.number] === "object" ? list[this.number] : {};
      const { cells: _, ...kept } = before;
      list[this.number] = { ...kept, name, picture };
      keys[this.field.key] = list;
    });
    this.dialog.close();
  }
}
