/* The page on which a person fills a body with pieces, layer by layer. */
import { isTyping, keep, kept } from "../frame.js";
import { Game, PATIENCE, one } from "../game.js";
import { MOMENT, cause, share, since } from "../hinting.js";
import { Remaining, isComplete } from "../remaining.js";
import { post } from "../server.js";
import { offerShare, shared } from "../share.js";
import { differing, grouped, speak } from "../words.js";
import { Body, pieceBody } from "./body.js";
import { Layers, nameOf, stepOf } from "./layers.js";
import { Space, keyOf, middle } from "./space.js";

const TURNS = { r: "flat", f: "over", t: "side", m: "mirror" };
const plural = (number, noun) => `${grouped(number)} ${noun}${String(number) === "1" ? "" : "s"}`;

class Solid extends Game {
  constructor(data) {
    super(`solid:${data.sha256}`, "Your pieces stay where they are.");
    Object.assign(this, { data, held: null, dead: [], total: null });
    this.space = new Space(data);
    if (!this.space.restore(shared())) this.space.restore(kept(this.name));
    this.remaining = new Remaining(data.keys);
    this.layers = new Layers(one("#layers"), this.space, this);
    this.body = new Body(one("#body"), this.space);
    this.tray();
    this.listen();
    this.refresh();
  }

  tray() {
    for (const piece of this.space.pieces) {
      piece.button = document.createElement("button");
      piece.button.type = "button";
      piece.button.className = "loose";
      piece.button.addEventListener("click", () => this.lift(piece));
      one("#tray").append(piece.button);
    }
  }

  listen() {
    super.listen({
      hint: () => this.main(), place: () => this.drop(), home: () => this.home(), left: () => this.look(-1), right: () => this.look(1),
    });
    for (const button of document.querySelectorAll("[data-turn]")) button.addEventListener("click", () => this.turn(button.dataset.turn));
    one("#apart").addEventListener("input", event => { this.body.apart = Number(event.target.value); this.draw(); });
    offerShare(() => this.state(), speak);
    addEventListener("keydown", event => this.key(event));
  }

  key(event) {
    if (isTyping(event)) return;
    const key = event.key.toLowerCase(), command = event.ctrlKey || event.metaKey;
    const pressed = event.target.closest("button, a, dialog") && !event.target.closest("#tray, #layers");
    if (command && key !== "z" && key !== "y") return;
    if (key === "z") event.shiftKey ? this.redo() : this.undo();
    else if (key === "y") this.redo();
    else if (stepOf(event)) this.step(stepOf(event));
    else if (key in TURNS) this.turn(TURNS[key]);
    else if (key === "h") this.help();
    else if (key === "[" || key === "]") this.look(key === "]" ? 1 : -1);
    else if (key === "enter" || key === " ") {
      if (pressed || (!this.held && !event.target.closest("#layers"))) return;
      if (this.held) this.drop();
      else this.clicked(this.layers.at);
    } else if (key === "escape" && this.held) this.putBack();
    else if (key === "backspace" || key === "delete") this.home();
    else return;
    event.preventDefault();
  }

  /** Move the held piece a step, or the chosen cell if nothing is held. */
  step(by) {
    if (this.held) {
      const { piece, at } = this.held;
      this.held.at = this.space.clamped(piece, at.map((each, axis) => each + by[axis]));
      this.draw();
      speak(`${nameOf(this.held.at)}: ${this.fits() ? "it fits" : "it does not fit"}.`);
    } else {
      this.layers.go(this.layers.at.map((each, axis) => each + by[axis]));
    }
  }

  fits() {
    return Boolean(this.held) && this.space.fits(this.held.piece, this.held.at);
  }

  /** Take a piece up, from beside the body or out of it; grip: the cell by which it is held. */
  lift(piece, grip = null) {
    const again = this.held?.piece === piece;
    this.putBack();
    if (again) return;
    const before = this.state(), at = piece.at ?? this.space.firstPlace(piece);
    this.held = { piece, at, before, was: piece.at && { at: piece.at, cells: piece.cells }, grip: grip ?? middle(piece.cells) };
    piece.at = null;
    this.draw();
    speak(`Piece ${piece.label} is held. ${nameOf(at)}: ${this.fits() ? "it fits" : "it does not fit"}.`);
  }

  /** Put a held piece back to where it was. */
  putBack() {
    if (!this.held) return;
    const { piece, was } = this.held;
    if (was) Object.assign(piece, was);
    this.held = null;
    this.draw();
  }

  /** Put a held piece where it is shown, if it fits. */
  drop() {
    if (!this.held) return;
    const { piece, at, before } = this.held;
    if (!this.fits()) { this.refused(one("#layers"), `Piece ${piece.label} does not fit there.`); return; }
    this.space.put(piece, at);
    this.held = null;
    this.commit(before);
  }

  /** Send home what is held, or the piece on the chosen cell. */
  home() {
    const piece = this.held?.piece ?? this.space.covered().get(keyOf(this.layers.at));
    if (!piece || !("known" in piece)) return;
    const before = this.held?.before ?? this.state();
    piece.at = null;
    this.held = null;
    this.commit(before);
  }

  /** Turn or reflect what is held, about the cell by which it is held. */
  turn(how) {
    if (!this.held) { speak("No piece is held."); return; }
    const { piece, at, grip } = this.held;
    const point = at.map((each, axis) => each + grip[axis]);
    if (!this.space.change(piece, how)) { this.refused(one("#layers"), `Piece ${piece.label} cannot be turned like that.`); return; }
    this.held.grip = middle(piece.cells);
    this.held.at = this.space.clamped(piece, point.map((each, axis) => each - this.held.grip[axis]));
    this.draw();
    speak(this.fits() ? "It fits." : "It does not fit.");
  }

  /** The mouse is over a cell: the held piece goes there. */
  over(cell) {
    if (!this.held || !cell) return;
    const at = this.space.clamped(this.held.piece, cell.map((each, axis) => each - this.held.grip[axis]));
    if (String(at) === String(this.held.at)) return;
    this.held.at = at;
    this.draw();
  }

  /** A click on a cell: the held piece goes there, and a second one puts it down; or what is there is taken up. */
  clicked(cell) {
    this.layers.go(cell);
    if (this.held) {
      const before = String(this.held.at);
      this.over(cell);
      if (String(this.held.at) === before) this.drop();
      return;
    }
    const piece = this.space.covered().get(keyOf(cell));
    if (piece && "known" in piece) this.lift(piece, cell.map((each, axis) => each - piece.at[axis]));
  }

  look(quarters) {
    this.body.quarter += quarters;
    this.draw();
  }

  draw() {
    const fits = this.fits();
    this.layers.show(this.held, fits, this.held ? [] : this.dead);
    this.body.show(fits ? this.held : null);
    for (const piece of this.space.pieces) {
      const held = this.held?.piece === piece;
      piece.button.replaceChildren(pieceBody(piece));
      piece.button.classList.toggle("placed", Boolean(piece.at));
      piece.button.setAttribute("aria-pressed", held);
      piece.button.setAttribute("aria-label", `Piece ${piece.label}, ${held ? "held" : piece.at ? `in the body, ${nameOf(this.space.placeOf(piece)[0])}` : "beside the body"}`);
    }
    for (const id of ["place", "home"]) one(`#${id}`).disabled = !this.held;
    for (const button of document.querySelectorAll("[data-turn]")) button.disabled = !this.held;
  }

  /** Take over a change that can be undone; hint: the reason for it, if it was one. */
  commit(before, hint = "") {
    if (this.state() !== before) this.remember(before);
    this.refresh(hint);
  }

  refresh(hint = "") {
    const bare = !this.space.pieces.some(piece => piece.at);
    this.hinted = hint;
    this.dead = [];
    this.blame(null);
    this.draw();
    this.offer(bare);
    keep(this.name, bare ? null : this.state());
    this.count();
  }

  /** Ask how many solutions are left, and show it; a filled body is judged instead. */
  async count(attempt = 0) {
    this.asks();
    this.remaining.stop();
    if (this.space.isFilled()) { this.judge(attempt); return; }
    const placed = this.space.placed();
    this.waits("Counting …");
    try {
      let answer = await this.remaining.ask(placed);
      if (answer && !isComplete(answer)) {
        this.tell(this.verdict(answer, !placed.length));
        answer = await this.remaining.ask(placed, { seconds: PATIENCE, solution: true });
      }
      if (!answer) return;
      this.tell(this.verdict(answer, !placed.length));
      if (this.stuck && this.since === null && placed.length > 1) await this.findWrong();
    } catch (fault) {
      this.failed(fault, attempt);
    }
  }

  /** Why nothing fits. */
  inWords(answer, bare) {
    const sentence = cause(answer.sentence);
    return /^every way was tried/.test(sentence) && !bare ? "the pieces left do not fit in what is open." : sentence;
  }

  /** What an answer says; bare: it is about the body without a placed piece. */
  verdict(answer, bare) {
    const known = answer.count ?? answer.at_least;
    if (bare && known) {
      const different = differing(answer.count, answer.classes);
      this.total = answer.count;
      one("#known").textContent = `${answer.count ? "" : "at least "}${plural(known, "solution")}${different}`;
    }
    if (answer.status === "INFEASIBLE") {
      const text = bare ? "Impossible:" : "No solution from here:";
      return { tone: "bad", text, more: this.inWords(answer, bare), dead: answer.dead ?? [] };
    }
    if (answer.count === "1") return { tone: "", text: bare ? "Exactly one solution." : "Exactly one solution left.", more: bare ? "" : "You are on the only way." };
    if (answer.count) return { tone: "", text: `${plural(answer.count, "solution")} left.`, more: bare || !this.total ? "" : `Of ${grouped(this.total)}.` };
    if (answer.at_least) return { tone: "", text: "It fits.", more: `At least ${plural(answer.at_least, "solution")} left.` };
    if (answer.status === "FEASIBLE") return { tone: "", text: "It fits.", more: "There are too many ways to count them at once." };
    return { tone: "wait", text: "Not decided yet.", more: "Play on: fewer open cells are easier to decide." };
  }

  async judge(attempt) {
    this.tell({ tone: "wait", text: "Filled.", more: "It is being checked …" });
    const state = this.state();
    try {
      const placements = [...this.data.fixed.map(({ piece, cells }) => ({ piece, cells })), ...this.space.placed()];
      const answer = await post("/v1/check", { puzzle: this.data.keys, value: { placements } });
      if (state !== this.state()) return;
      if (answer.accepted) this.tell({ tone: "", text: "Solved.", more: `${this.space.fixed.length + this.space.placed().length} pieces fill ${this.space.cells.length - this.space.open().length} cells.`, solved: true });
      else this.tell({ tone: "bad", text: "The check refused this.", more: answer.faults?.[0] ?? "" });
    } catch (fault) {
      this.failed(fault, attempt);
    }
  }

  tell(said) {
    const moves = this.space.moves(), bare = !moves.length, bad = said.tone === "bad";
    Object.assign(this, { stuck: bad && !bare, solved: Boolean(said.solved), dead: said.dead ?? [] });
    const before = this.written(moves.slice(0, -1));
    if (!bad && said.tone !== "wait") this.right = this.written(moves);
    this.since = !this.stuck ? null : said.since ?? (this.right === before ? moves.length - 1 : null);
    super.tell(this.solved ? said : { ...said, more: [said.more, this.hinted].filter(Boolean).join(" ") });
    this.offerChief();
    one("#hint").hidden = bad && bare;
    if (!this.held) this.draw();
  }

  /** Placed pieces as a text, whatever their order. */
  written(moves) {
    return JSON.stringify(this.space.placed([...moves].sort((a, b) => a.id - b.id)));
  }

  offerChief() {
    super.offerChief();
    const many = this.space.moves().length - this.since;
    if (this.since !== null && many > 1) one("#hint").textContent = `Take ${many} back`;
  }

  state() {
    return this.space.state();
  }

  take(state) {
    this.space.restore(state);
  }

  settle() {
    this.putBack();
  }

  restart() {
    this.putBack();
    const before = this.state();
    for (const piece of this.space.pieces) piece.at = null;
    this.commit(before);
  }

  /** Take off the pieces since the wrong one, if that is not the last; else undo the last change. */
  takeBack() {
    const moves = this.space.moves(), since = this.since ?? moves.length - 1;
    if (since === moves.length - 1 && this.past.length) { this.undo(); return; }
    const before = this.state();
    for (const piece of moves.slice(since)) piece.at = null;
    this.commit(before);
  }

  /** Mark the piece since which nothing fits; none for null. */
  blame(wrong) {
    for (const piece of this.space.pieces) piece.wrong = piece === wrong;
  }

  /** Place a piece as it lies in most solutions, and say in how many; or say since which move nothing fits. */
  async help() {
    this.putBack();
    if (this.solved || this.helping) return;
    const before = this.state();
    this.helping = one("#hint").disabled = true;
    this.hinted = "";
    this.waits(this.stuck ? "Looking for the wrong move …" : "Looking for a piece …");
    try {
      const moves = this.space.moves(), seconds = this.stuck ? PATIENCE : MOMENT;
      const hint = await this.remaining.hint(this.space.placed(moves), seconds);
      if (!hint || before !== this.state()) return;
      if (hint.status === "INFEASIBLE") this.sayWrong(hint, moves);
      else if (this.stuck) this.tell({ tone: "bad", text: "No solution from here:", more: `since which move was not decided in ${seconds} s.`, since: moves.length - 1 });
      else if (!this.follow(hint.placement ? [hint.placement] : [], hint.placement, before)) await this.pieceOfSolution(before);
    } catch (fault) {
      this.failed(fault, 0);
    } finally {
      this.helping = one("#hint").disabled = false;
    }
  }

  /** Ask since which move nothing fits, and say it if that is not the last one. */
  async findWrong() {
    const moves = this.space.moves(), hint = await this.remaining.hint(this.space.placed(moves), PATIENCE);
    if (hint?.wrong && hint.wrong.number < moves.length) this.sayWrong(hint, moves);
  }

  /** Say since which move nothing fits, and mark its piece. */
  sayWrong(hint, moves) {
    if (!moves.length) { this.tell(this.verdict(hint, true)); return; }
    const number = hint.wrong ? hint.wrong.number - 1 : moves.length - 1;
    if (hint.wrong) this.blame(moves[number]);
    this.tell({ tone: "bad", text: since(hint, moves[number].label), more: this.inWords(hint, false), dead: hint.dead ?? [], since: number });
  }

  /** Place one of the placements, and say in how many solutions it is; false if none fits. */
  follow(placements, hint, before) {
    const piece = this.space.follow(placements);
    if (piece) this.commit(before, `Hint: piece ${piece.label}; ${share(hint)}`);
    return Boolean(piece);
  }

  /** Place a piece of a solution, if no more is known. */
  async pieceOfSolution(before) {
    this.waits(`Not decided in ${MOMENT} s. Looking for a solution …`);
    const answer = await this.remaining.ask(this.space.placed(), { solution: true, seconds: PATIENCE });
    if (!answer || before !== this.state() || this.follow(answer.solution?.placements ?? [], {}, before)) return;
    if (answer.status === "INFEASIBLE") { this.tell(this.verdict(answer, !this.space.placed().length)); return; }
    this.tell({ tone: "wait", text: "There is no hint yet.", more: `Not decided in ${MOMENT + PATIENCE} s. Fewer open cells are easier to decide.` });
  }
}

const place = one("[data-table]");
if (place) new Solid(JSON.parse(place.dataset.table));
