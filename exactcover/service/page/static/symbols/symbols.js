/* The page on which a person fills a square with symbols, or places queens. */
import { isTyping, keep, kept } from "../frame.js";
import { Game, PATIENCE, one } from "../game.js";
import { Question, isComplete } from "../remaining.js";
import { post } from "../server.js";
import { offerShare, shared } from "../share.js";
import { grouped, speak } from "../words.js";
import { Grid, Pad } from "./grid.js";
import { Square } from "./square.js";
import { broken, nameOf, verdict } from "./verdicts.js";

class Symbols extends Game {
  constructor(data) {
    super(`symbols:${data.sha256}`, "What you filled in stays.");
    Object.assign(this, { data, noting: false });
    this.square = new Square(data);
    if (!this.square.restore(shared())) this.square.restore(kept(this.name));
    this.question = new Question();
    this.grid = new Grid(one("#square"), this.square, this);
    this.pad = data.filled ? new Pad(one("#pad"), this.square, this) : null;
    this.listen();
    this.refresh();
  }

  listen() {
    super.listen({ hint: () => this.main(), notes: () => this.note(), erase: () => this.enter("") });
    offerShare(() => this.state(), speak);
    addEventListener("keydown", event => {
      const pressed = ["Enter", " "].includes(event.key) && event.target.closest("button, a, dialog");
      if (pressed || isTyping(event) || !this.typed(event, this.grid.at)) return;
      event.preventDefault();
    });
  }

  /** Whether a key was for this page: a symbol, a note of one with Shift, or a command; a symbol goes before a command. */
  typed(event, cell) {
    const command = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
    if (event.altKey || (command && key !== "z" && key !== "y")) return false;
    const symbol = this.symbol(event);
    if (!command && symbol && this.data.filled) this.enter(symbol, cell, event.shiftKey);
    else if (!command && !this.data.filled && ["enter", " ", "q", "x"].includes(key)) this.place(cell, key === "x");
    else if (!command && ["backspace", "delete", "0", "."].includes(key)) this.enter("", cell);
    else if (!command && (key === " " || key === "n")) this.note();
    else if (key === "z") event.shiftKey ? this.redo() : this.undo();
    else if (key === "y") this.redo();
    else if (key === "h") this.help();
    else return false;
    return true;
  }

  /** The symbol that a key stands for, with Shift too; empty for other keys. */
  symbol(event) {
    const written = /^(?:Digit|Numpad|Key)(.)$/.exec(event.code)?.[1];
    return [event.key.toUpperCase(), written].find(each => each && this.square.symbols.includes(each)) ?? "";
  }

  /** Begin to write notes instead of symbols, or end it. */
  note() {
    this.noting = !this.noting;
    one("#notes").setAttribute("aria-pressed", this.noting);
    speak(this.noting ? "Notes on." : "Notes off.");
  }

  /** A click on a cell: it is chosen, and on a chessboard gets a queen. */
  clicked(cell) {
    if (!this.data.filled) this.place(cell, this.noting);
  }

  /** Put a queen on a square or take it away; or a note that there is none. */
  place(cell, note) {
    const [queen] = this.square.symbols;
    if (note && !this.square.values[cell]) this.enter(queen, cell, true);
    else this.enter(this.square.values[cell] ? "" : queen, cell, false);
  }

  /** Put a symbol into a cell, or note it; the same again takes it away. */
  enter(symbol, cell = this.grid.at, note = this.noting) {
    const { square } = this;
    if (square.givens[cell]) { this.refused(this.grid.cells[cell], "This cell is given."); return; }
    if (note && symbol && square.values[cell]) { this.refused(this.grid.cells[cell], "This cell is filled."); return; }
    this.change(() => {
      if (note && symbol) square.mark(cell, symbol);
      else if (!symbol && !square.values[cell]) square.marks[cell] = "";
      else square.put(cell, square.values[cell] === symbol ? "" : symbol);
    });
  }

  /** Make a change that can be undone. */
  change(make) {
    const before = this.state();
    make();
    if (this.state() === before) return;
    this.remember(before);
    this.refresh();
  }

  isBare() {
    return !this.square.order.length;
  }

  refresh() {
    one("#reason").textContent = "";
    this.grid.show([]);
    this.pad?.show();
    this.offer(this.isBare() && this.square.marks.every(marks => !marks));
    keep(this.name, one("#restart").disabled ? null : this.state());
    this.count();
  }

  /** Ask what is left, and show it; a filled square is judged instead. */
  async count(attempt = 0) {
    this.asks();
    this.question.stop();
    const known = broken(this.square, this.isBare());
    if (known) { this.tell(known); return; }
    if (this.square.isSolved()) { this.judge(attempt); return; }
    const bare = this.isBare(), position = this.square.keys();
    this.waits("Counting …");
    try {
      let answer = await this.question.about(position);
      if (answer && !isComplete(answer)) {
        this.tell(verdict(this.square, answer, bare));
        answer = await this.question.about(position, { seconds: PATIENCE, solution: true });
      }
      if (!answer) return;
      this.tell(verdict(this.square, answer, bare));
    } catch (fault) {
      this.failed(fault, attempt);
    }
  }

  /** Have the filled square judged. */
  async judge(attempt) {
    this.tell({ tone: "wait", text: "All filled in.", more: "It is being checked …", cells: [], left: null });
    const state = this.state();
    try {
      const answer = await post("/v1/check", { puzzle: this.data.keys, value: this.square.solution() });
      if (state !== this.state()) return;
      if (answer.accepted) this.tell({ tone: "", text: "Solved.", more: this.total && this.total !== "1" ? `One of ${grouped(this.total)} solutions.` : "", cells: [], left: "1", solved: true });
      else this.tell({ tone: "bad", text: "The check refused this.", more: answer.faults?.[0] ?? "", cells: [], left: null });
    } catch (fault) {
      this.failed(fault, attempt);
    }
  }

  tell(said) {
    if (this.isBare() && said.left !== null && !said.solved) this.total = said.left;
    this.stuck = said.tone === "bad" && !this.isBare();
    this.solved = Boolean(said.solved);
    super.tell(said);
    one("#square").classList.toggle("solved", this.solved);
    this.offerChief();
    one("#hint").hidden = said.tone === "bad" && this.isBare();
    this.grid.show(said.cells ?? []);
  }

  state() {
    return this.square.state();
  }

  take(state) {
    this.square.restore(state);
  }

  restart() {
    this.change(() => {
      for (const cell of [...this.square.order]) this.square.put(cell, "");
      this.square.marks = this.square.marks.map(() => "");
    });
  }

  /** Undo the last change; after a reload, which forgets the changes, clear the cell that was filled last. */
  takeBack() {
    if (this.past.length) this.undo();
    else this.change(() => this.square.put(this.square.order.at(-1), ""));
  }

  /** Fill in one cell of a solution, the easiest, and say why it follows if that can be seen at once. */
  async help() {
    if (this.solved) return;
    if (this.stuck) { speak("There is no hint: take the last step back."); return; }
    const state = this.state();
    try {
      for (const seconds of [0.3, PATIENCE]) {
        const answer = await this.question.about(this.square.keys(), { solution: true, seconds });
        if (!answer || state !== this.state()) return;
        if (answer.solution) { this.follow(this.square.solved(answer.solution)); return; }
        if (answer.status === "INFEASIBLE") { this.tell(verdict(this.square, answer, this.isBare())); return; }
      }
      this.tell({ tone: "wait", text: "There is no hint yet.", more: "Fewer open cells are easier to decide.", left: null });
    } catch (fault) {
      this.failed(fault, 0);
    }
  }

  follow(values) {
    const { cell, why } = this.square.next(values, this.grid.at);
    this.change(() => this.square.put(cell, values[cell]));
    this.grid.go(cell, this.grid.element.contains(document.activeElement));
    const words = `${this.data.filled ? values[cell] : "A queen"} in ${nameOf(this.square, cell)}. ${why || "It is part of a solution."}`;
    one("#reason").textContent = `Hint: ${words}`;
    speak(words);
  }
}

const place = one("[data-table]");
if (place) new Symbols(JSON.parse(place.dataset.table));
