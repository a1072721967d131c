/* The bench: one board that is editor, preview and answer. Its keys are the one truth; everything shown follows from them. */
import { colourOf, coloursOf as apart } from "../palette.js";
import { isTyping } from "../frame.js";
import { Answers } from "./answers.js";
import { carried, cellsOf, coloursOf, fixedOf, goalsOf } from "./cells.js";
import { Form } from "./form.js";
import { Options } from "./options.js";
import { Plan, isLetter, markOf } from "./plan.js";
import { Strokes } from "./strokes.js";
import { Surface } from "./surface.js";
import { Tools } from "./tools.js";
import { Tray } from "./tray.js";
import { namedCell } from "./verdict.js";
import { SHEET } from "./view.js";
import { speak } from "../words.js";

const one = selector => document.querySelector(selector);
/** With more copies of each kind of piece than that, the pieces of a solution are not coloured by kind. */
const MANY = 4;
const isSquares = field => ["symbols", "numbers"].includes(field.widget);
const flat = cells => cells.map(cell => (cell.length === 2 ? [0, ...cell] : cell));

class Bench {
  /** Squares: the class of boards of symbols and numbers, for kinds that have any; sheets: sheets.js, for boards of other lattices. */
  constructor({ keys, editor }, Squares, sheets) {
    Object.assign(this, { keys, editor, sheets, sheet: SHEET, past: [], future: [] });
    this.answers = new Answers(this);
    const field = widget => editor.fields.find(each => each.widget === widget);
    this.board = field("board");
    this.brushes = this.board?.brushes ?? [];
    this.strokes = new Strokes(this);
    const host = one("#surface");
    if (this.board) this.surface = new Surface(host, this);
    else this.squares = new Squares(one("#squares"), editor.fields.filter(isSquares), this);
    this.tools = new Tools(one("#tools"), this.brushes, this, {
      solid: this.board?.solid, colours: field("colours"), pieces: this.has("fixed"), painted: Boolean(this.board),
    });
    this.pieces = field("pieces");
    this.tray = new Tray(one("#tray"), this);
    this.form = new Form(one("#fields"), editor.fields, this);
    this.options = new Options(this);
    this.listen();
    this.reload({ fit: true });
    history.replaceState({ keys: this.snapshot() }, "");
    this.answers.ask();
  }

  listen() {
    one("#draw-piece")?.addEventListener("click", () => this.sketch(null));
    one("#take-set")?.addEventListener("click", async () => (await this.dialogs()).sets.open());
    one("#title").addEventListener("change", event => this.edit(keys => { keys.title = event.target.value.trim(); }, { named: true }));
    addEventListener("keydown", event => this.key(event));
    addEventListener("popstate", event => { if (event.state?.keys) this.restore(event.state.keys); });
    document.addEventListener("paste", event => this.paste(event));
    document.addEventListener("copy", event => this.copied(event));
    one("#text-apply")?.addEventListener("click", async () => { if (await this.take(one("#board-text").value)) one("#text").close(); });
    one("#text-copy")?.addEventListener("click", () => { one("#board-text").select(); document.execCommand("copy"); });
    for (const close of document.querySelectorAll("dialog [data-close]")) close.addEventListener("click", () => close.closest("dialog").close());
  }

  // Keys and their history.

  /** The keys that are set; empty ones have their defaults. */
  get said() {
    return Object.fromEntries(Object.entries(this.keys).filter(([, value]) => value !== "" && value !== null && value !== undefined));
  }

  snapshot() {
    return structuredClone(this.said);
  }

  /** Change the keys; the change can be undone. */
  edit(change, { named = false } = {}) {
    const before = this.snapshot();
    change(this.keys);
    this.answers.lift();
    this.commit(before, named);
  }

  /** Take over what the keys have become since a snapshot. */
  commit(before, named = false) {
    if (JSON.stringify(before) === JSON.stringify(this.said)) { this.reload(); return; }
    this.past.push(before);
    this.future = [];
    if (!named) {
      delete this.keys.published;  // it belongs to the puzzle before the change
      if (!this.edited) for (const key of ["title", "source"]) delete this.keys[key];
      this.edited = true;
    }
    this.reload();
    history.pushState({ keys: this.snapshot() }, "", this.options.address());
    this.answers.askSoon();
  }

  /** Show the keys of another step. */
  restore(keys) {
    for (const key of Object.keys(this.keys)) delete this.keys[key];
    Object.assign(this.keys, structuredClone(keys));
    this.answers.lift();
    this.reload({ fit: false });
    this.answers.askSoon();
  }

  step(from, to) {
    const keys = from.pop();
    if (!keys) return;
    to.push(this.snapshot());
    this.restore(keys);
    this.reload();
    history.replaceState({ keys: this.snapshot() }, "", this.options.address());
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  // The board.

  /** The text of the board: a size or a picture, also of one that has a name; undefined until the server has told it. */
  laid() {
    const text = String(this.keys[this.board.key] ?? "6x10"), { lattice } = this.keys;
    return lattice ? this.sheets?.pictureOf(lattice, text) : text;
  }

  setPlan(plan) {
    this.plan = plan;
    if (plan.text() !== this.laid()) this.keys[this.board.key] = plan.text();
  }

  /** Load what boards of other lattices need, and show this one. */
  async prepare() {
    this.sheets = await import("./sheets.js");
    await this.sheets.prepare(this.keys);
    this.reload({ fit: true });
    this.answers.askSoon();
  }

  /** Begin a new board on another lattice. */
  async begun(lattice) {
    this.sheets = await import("./sheets.js");
    await this.sheets.begin(this, lattice);
  }

  /** Show everything anew from the keys. */
  reload({ fit = false } = {}) {
    const bare = this.editor.fields.find(each => each.unpainted.length);
    if (bare?.unpainted.includes(this.keys[bare.key]) === Boolean(this.board)) setTimeout(() => location.reload());  // at its new address
    const text = this.board && this.laid();
    if (this.board && text === undefined) this.prepare();
    else if (this.board) {
      const sheet = this.keys.lattice ? this.sheets.sheetOf(this.keys.lattice) : SHEET, { lattice } = sheet;
      const plan = this.plan?.lattice === lattice && this.plan.text() === text ? this.plan : Plan.of(text, lattice);
      one("#large").hidden = Boolean(plan);
      fit ||= this.sheet !== sheet || !this.plan;
      this.sheet = sheet;
      for (const button of this.tools.layers ?? []) button.hidden = Boolean(sheet.ring);
      this.plan = plan ?? new Plan(1, 1, 1, undefined, false, 0, 0, lattice);
      for (const cell of cellsOf(this.keys.holes)) this.plan.set(...cell, 35);
      this.draw({ fit: fit || !this.surface.view.shows(this.plan) });
    } else {
      this.squares.show(this.keys, this.answers.shownSolution());
    }
    if (document.activeElement !== one("#title")) one("#title").value = this.keys.title ?? "";
    this.form.show(this.keys);
    this.options.show();
    this.tools.undo.disabled = !this.past.length;
    this.tools.redo.disabled = !this.future.length;
  }

  draw(more = {}) {
    if (this.board) this.surface.show(this.scene(), more);
    else this.squares.show(this.keys, this.answers.shownSolution());
  }

  /** Show what a stroke has changed; all: not the ground alone. */
  painted(cells, all) {
    if (all) this.draw();
    else this.surface.changed(cells);
  }

  /** The colour of each kind of piece, which it keeps while others come and go. */
  colours() {
    this.coloured ??= new Map();
    for (const { name } of this.answers.seen?.pieces ?? []) {
      if (!this.coloured.has(name)) this.coloured.set(name, colourOf(name, this.coloured.size, true));
    }
    return this.coloured;
  }

  /** All that lies on the board. */
  scene() {
    const { plan, keys } = this, colours = this.colours(), letters = new Map();
    plan.each((layer, row, column, code) => {
      if (!isLetter(code)) return;
      if (!letters.has(code)) letters.set(code, []);
      letters.get(code).push([layer, row, column]);
    });
    const own = [...letters].map(([code, cells]) => ({ name: markOf(code), cells, colour: (code - 65) % 12, kind: "fixed" }));
    const fixed = fixedOf(keys.fixed).map(({ piece, cells }, number) => ({ name: piece, cells, colour: colours.get(piece) ?? number % 12, kind: "fixed" }));
    const places = this.brushes.filter(brush => brush.stroke === "place").flatMap(brush => goalsOf(keys[brush.key]) ?? []);
    const goals = places.map(([letter, cell]) => {
      const block = letters.get(letter.charCodeAt(0)) ?? [cell];
      return { name: letter, colour: (letter.charCodeAt(0) - 65) % 12, cells: block.map(each => each.map((at, axis) => at + cell[axis] - block[0][axis])) };
    });
    const marks = this.brushes.filter(brush => brush.key && brush.stroke !== "place")
      .map(brush => ({ mark: brush.mark, kind: brush.key, label: brush.label.toLowerCase(), cells: cellsOf(keys[brush.key]) }));
    const answer = this.answered(colours);
    return { plan, sheet: this.sheet, pieces: answer ?? [...own, ...fixed], goals, marks, colours: coloursOf(keys.colours?.cells), dead: answer ? [] : this.answers.dead ?? [] };
  }

  /** The pieces of the solution that is shown; null if there is none. */
  answered(colours) {
    const placements = this.answers.shownSolution()?.placements;
    if (!placements) return null;
    const held = fixedOf(this.keys.fixed).map(({ cells }) => cells.map(String).sort().join(";"));
    const kinds = new Set(placements.map(({ piece }) => piece)).size;
    const several = kinds === 1 ? placements.length > 1 : placements.length > MANY * kinds;  // then neighbours have to be told apart
    const near = several ? apart(placements.map(({ piece, cells }) => [piece, flat(cells).map(([layer, row, column]) => [row + 1000 * layer, column])]), this.sheet.lattice) : [];
    return placements.map(({ piece, cells }, number) => {
      const own = flat(cells);
      return { name: piece, cells: own, colour: several ? near[number] : colours.get(piece) ?? number % 12, kind: held.includes(own.map(String).sort().join(";")) ? "fixed" : "answer" };
    });
  }

  named(cell) {
    return this.plan ? namedCell(cell, this.plan, this.scene()) : "";
  }

  transform(to, rows, columns, layers = this.plan.layers) {
    this.edit(keys => {
      const next = this.plan.copied(rows, columns, to, layers);
      carried(keys, this.brushes, this.plan, next, to);
      this.setPlan(next);
    });
    this.surface.fit();
  }

  mirror() {
    this.transform(...this.sheet.moving(this.plan, true));
  }

  turn() {
    this.transform(...this.sheet.moving(this.plan));
  }

  /** Add a layer, or remove the last one. */
  async layer(add) {
    const { addLayer, removeLayer } = await import("./solid.js");
    (add ? addLayer : removeLayer)(this);
  }

  // What the surface and the tray ask for.

  begin(cell) { this.strokes.begin(cell); }
  stroke(cells) { this.strokes.stroke(cells); }
  end() { this.strokes.end(); }
  cancel() { this.strokes.cancel(); }
  hasBegun() { return this.strokes.hasBegun(); }
  pick(cell, event) { return this.strokes.pick(cell, event); }
  grab(piece, event) { this.strokes.grab(piece, event); }
  isMoving() { return this.tools.brushed.stroke === "move"; }
  brushChanged() { this.strokes.value = undefined; }
  isBlank() { return this.plan?.number() === 0 && one("#large").hidden; }
  isWithoutPieces() { return Boolean(this.pieces) && Array.isArray(this.keys[this.pieces.key]) && !this.keys[this.pieces.key].length; }
  has(key) { return this.editor.fields.some(each => each.key === key); }
  placeable() { return Boolean(this.plan) && !this.plan.solid && this.has("fixed"); }
  async sketch(number) { (await this.dialogs()).sketch.open(number, this.plan?.solid); }

  /** The dialogs about pieces, made when the first one is opened. */
  async dialogs() {
    const { Sets, Sketch } = await import("./dialogs.js");
    this.opened ??= { sets: new Sets(one("#sets"), this.pieces, this), sketch: new Sketch(one("#sketch"), this.pieces, this) };
    return this.opened;
  }

  /** A letter typed at the cursor is painted there. */
  typed(cell, key) {
    const { stroke } = this.tools.brushed;
    if (!["letter", "place", "colour"].includes(stroke) || !/^[A-Za-z0-9]$/.test(key)) return false;
    this.tools.letter.value = key;
    this.surface.once([cell], true);
    return true;
  }

  // Keys, text.

  key(event) {
    if (isTyping(event) || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase(), command = event.ctrlKey || event.metaKey;
    const arrow = { arrowup: [0, 1], arrowdown: [0, -1], arrowleft: [1, 0], arrowright: [-1, 0] }[key];
    if (key === "z") event.shiftKey ? this.redo() : this.undo();
    else if (key === "y") this.redo();
    else if (command) return;
    else if (key === "s") this.answers.next();
    else if (arrow && this.surface && event.target === document.body) this.surface.pan(...arrow.map(each => each * this.surface.view.size));
    else if (!this.tools.press(event.key)) return;
    event.preventDefault();
  }

  async text() {
    (await import("./text.js")).open(this);
  }

  /** Take a board from text; see text.js. */
  async take(text) {
    return (await import("./text.js")).take(this, text);
  }

  paste(event) {
    if (!this.board || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const text = event.clipboardData.getData("text");
    if (!text.trim()) return;
    event.preventDefault();
    this.take(text);
  }

  copied(event) {
    if (!this.board || /^(INPUT|TEXTAREA)$/.test(event.target.tagName) || String(getSelection())) return;
    event.clipboardData.setData("text/plain", this.plan.text().replaceAll("//", "\n\n").replaceAll("/", "\n"));
    event.preventDefault();
    this.say("The board is copied as text.");
  }

  say(text) {
    speak(text);
  }
}

const place = one("[data-bench]");
if (place) {
  const data = JSON.parse(place.dataset.bench);
  const kept = new URLSearchParams(location.search).has("kept") && sessionStorage.getItem("keys");
  if (kept) data.keys = JSON.parse(kept);
  const { Squares } = data.editor.fields.some(field => field.widget === "board") ? {} : await import("./squares.js");
  const sheets = data.keys.lattice && data.editor.fields.some(field => field.widget === "board") ? await import("./sheets.js") : undefined;
  await sheets?.prepare(data.keys);
  new Bench(data, Squares, sheets);
}
