/* The page on which a person places the pieces of a puzzle. */
import { keyOf } from "../board.js";
import { keep, kept } from "../frame.js";
import { Game, PATIENCE, one } from "../game.js";
import { Grid } from "./grid.js";
import { findWrong, nextPiece } from "./hint.js";
import { Keyboard } from "./keyboard.js";
import { Pointer } from "./pointer.js";
import { Remaining, isComplete } from "../remaining.js";
import { share } from "../hinting.js";
import { post } from "../server.js";
import { offerShare, shared } from "../share.js";
import { Table } from "./table.js";
import { differing, grouped, speak } from "../words.js";
import { Trail, blame, level, verdict } from "./way.js";

const STAGGER = 28;
/** How often the puzzle without the placed pieces is counted, if its solutions are too many. */
const MOST_TRIES = 3;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Play extends Game {
  constructor(data, lattice) {
    super(`play:${data.sha256}`, "Your pieces stay where they are.");
    this.selected = null;
    this.total = null;
    this.tries = 0;
    this.table = this.tableOf(data, lattice);
    this.remaining = this.questionOf(data);
    this.trail = new Trail(one("#trail"), lattice);
    this.pointer = new Pointer(this.table, this);
    this.keyboard = new Keyboard(this.table, this, this.pointer);
    this.grid = new Grid(one("#board"), this.table, this);
    this.table.onarrange = () => { this.grid.arrange(); this.table.mark(this.marked ?? []); };
    new ResizeObserver(() => this.table.arrange()).observe(this.table.host);
    this.listen();
    this.reload();
    this.refresh();
  }

  tableOf(data, lattice) {
    return new Table(one("#table"), data, lattice);
  }

  questionOf(data) {
    return new Remaining(data.keys);
  }

  /** Whether a piece may be taken up; if not, that is said. */
  mayMove() {
    return true;
  }

  /** A piece was dropped on the board where it does not fit. */
  unfit(piece) {
    speak(`Piece ${piece.label} does not fit there.`);
  }

  listen() {
    super.listen({
      hint: () => this.main(), turn: () => this.change(this.selected, false), flip: () => this.change(this.selected, true),
    });
    offerShare(() => JSON.stringify(this.table.state().map(({ at, cells }) => (at ? { at, cells } : { at, cells: [] }))), speak);
  }

  /** Take up the position of a link, or that which was kept in this browser, and the way to it. */
  reload() {
    try {
      const sent = shared();
      const { pieces, way } = sent === null ? JSON.parse(kept(this.name) ?? "{}") : { pieces: JSON.parse(sent), way: [] };
      if (pieces?.length !== this.table.pieces.length) return;
      const waiting = new Set();
      pieces.forEach(({ at, cells }, number) => {
        const piece = this.table.pieces[number];
        if (!cells?.length || !this.table.mayLie(piece, cells)) return;
        piece.cells = cells;
        if (at) waiting.add({ piece, at });
      });
      this.putDown(waiting);
      this.trail.recall(way, this.table.pieces);
    } catch { /* what was kept is of no use: an empty board */ }
    this.table.pieces.forEach(piece => this.table.draw(piece));
    this.table.tidy();
  }

  /** Put pieces down where they fit; one may have to lie there before another does. */
  putDown(waiting) {
    for (let many = -1; many !== waiting.size;) {
      many = waiting.size;
      for (const each of waiting) {
        if (!this.table.fits(each.piece, each.at)) continue;
        each.piece.at = each.at;
        waiting.delete(each);
      }
    }
  }

  /** End what is half done: a piece that the keyboard has lifted. */
  settle() {
    this.keyboard.putBack();
  }

  /** Take over a change: it can be undone, it is kept, and what remains is asked for; hint: the reason for it, if it was one. */
  commit(before, fresh = true, hint = "") {
    const now = this.table.state();
    const changed = now.some(({ at, cells }, number) => {
      const was = before[number];
      return String(was.at) !== String(at) || ((at || was.at) && String(was.cells) !== String(cells));
    });
    if (changed) this.remember(before);
    if (changed || fresh) this.refresh(hint);
    else this.save();
  }

  save() {
    const bare = !this.table.pieces.some(piece => piece.at);
    keep(this.name, bare ? null : JSON.stringify({ pieces: this.table.state(), way: this.trail.kept() }));
  }

  refresh(hint = "") {
    this.hinted = hint;
    this.trail.follow(this.table.pieces);
    this.save();
    this.grid.name();
    this.offer(!this.table.pieces.some(piece => piece.at));
    this.count();
  }

  isSolved() {
    const open = this.table.open(), [least, most] = this.table.data.empty;
    if (!open.every(cell => this.table.mayStayEmpty(cell)) || open.length < least || open.length > most) return false;
    return this.table.data.pieces.every((kind, number) =>
      this.table.pieces.filter(piece => piece.kind === number && piece.at).length >= kind.least);
  }

  /** Ask how many solutions are left, and show it. */
  async count(attempt = 0) {
    this.asks();
    this.mark([]);
    this.table.blame(null);
    const solved = this.isSolved();
    this.table.host.classList.remove("solved");
    this.waits("Counting …");
    try {
      if (solved) { await this.judge(); return; }
      const placed = this.table.placed(), bare = !placed.length;  // a piece may be taken up before the answer
      let answer = await this.remaining.ask(placed);
      if (!answer) return;
      this.answered(answer, bare);
      if (!isComplete(answer)) answer = await this.remaining.ask(placed, { seconds: PATIENCE });
      if (!answer) return;
      this.answered(answer, bare);
      if (this.stuck && this.since === null && placed.length > 1 && !await findWrong(this)) return;
      if ((!this.total || this.total.more_than) && this.tries++ < MOST_TRIES) this.countAll();
    } catch (fault) {
      this.failed(fault, attempt);
    }
  }

  /** Have the filled board judged; only then it is solved. */
  async judge() {
    this.remaining.stop();
    const state = JSON.stringify(this.table.state());
    const placements = [...this.table.data.fixed, ...this.table.placed()].map(({ piece, cells }) => ({ piece, cells }));
    const answer = await post("/v1/check", { puzzle: this.table.data.keys, value: { placements } });
    if (state !== JSON.stringify(this.table.state())) return;
    if (!answer.accepted) { this.tell({ tone: "bad", text: "The check refused this.", more: answer.faults?.[0] ?? "", left: null }); return; }
    this.trail.note("1", false);
    this.table.host.classList.add("solved");
    const ways = this.total && this.total.left !== "1" ? `One of ${this.total.more_than ? "at least " : ""}${grouped(this.total.left)} solutions.` : "";
    this.tell({ tone: "", text: "Solved.", more: ways, left: "1", solved: true });
    if (!this.total) this.countAll();
  }

  waits(text) {
    super.waits(text);
    this.trail.show(this.total?.left ?? null, this.total?.more_than);
  }

  /** Show an answer; bare: it is about the board without a placed piece. */
  answered(answer, bare) {
    const said = verdict(answer, this.table, this.total, bare);
    if (bare) this.setTotal(answer);
    this.trail.note(said.left, said.more_than);
    this.mark(said.marks ?? []);
    this.tell(said);
  }

  /** Count the puzzle without the placed pieces, for the meter and the way. */
  async countAll() {
    try {
      const answer = await this.remaining.ask([], { seconds: PATIENCE });
      if (!answer) return;
      this.setTotal(answer);
      this.trail.show(this.total?.left ?? null, this.total?.more_than);
      this.meter();
    } catch { /* the meter stays hidden */ }
  }

  setTotal(answer) {
    const left = answer.status === "INFEASIBLE" ? "0" : answer.count ?? answer.at_least;
    if (!left) return;
    if (this.total && !isComplete(answer) && Number(left) < Number(this.total.left)) return;
    this.total = { left, more_than: !isComplete(answer) };
    const different = differing(answer.count, answer.classes);
    const number = `${this.total.more_than ? "at least " : ""}${grouped(left)} solution${left === "1" ? "" : "s"}`;
    one("#known").textContent = left === "0" ? "no solution" : number + different;
  }

  mark(parts) {
    this.marked = parts;
    this.table.mark(parts);
  }

  tell(said) {
    this.left = said.left;
    this.stuck = Boolean(said.dead) && this.table.pieces.some(piece => piece.at);
    this.solved = Boolean(said.solved);
    this.since = this.stuck ? said.since ?? this.firstWrong() : null;
    const { steps } = this.trail;
    const blamed = said.blamed || (this.since !== null && this.since < steps.length - 1);
    this.table.blame(blamed ? steps[this.since].piece : null);
    super.tell(this.solved ? said : { ...said, more: [said.more, this.hinted].filter(Boolean).join(" ") });
    this.offerChief();
    this.save();
    this.trail.show(this.total?.left ?? null, this.total?.more_than);
    this.meter();
  }

  /** The step since which nothing fits, if the way so far shows it; else null. */
  firstWrong() {
    return this.trail.wrong(this.total?.left);
  }

  offerChief() {
    super.offerChief();
    const many = this.trail.steps.length - this.since;
    if (this.since !== null && many > 1) one("#hint").textContent = `Take ${many} back`;
  }

  meter() {
    const shown = this.total && this.total.left !== "0" && this.left !== null && this.left !== undefined;
    one("#meter").hidden = !shown;
    if (!shown) return;
    one("#meter i").style.width = `${100 * level(this.left, this.total.left)}%`;
    one("#meter span").textContent = `of ${this.total.more_than ? "over " : ""}${grouped(this.total.left)}`;
  }

  select(piece) {
    this.selected?.group.classList.remove("chosen");
    this.selected = piece;
    piece?.group.classList.add("chosen");
    one("#turn").disabled = !piece?.turns;
    one("#flip").disabled = !piece?.flips;
  }

  change(piece, flip) {
    if (!piece || (piece.at && !this.mayMove(piece))) return;
    if (this.keyboard.lifted) { this.keyboard.change(flip); return; }
    const before = this.table.state();
    if (!(flip ? piece.flips : piece.turns) || !this.table.turn(piece, flip)) this.shake(piece);
    if (piece.at) this.commit(before, false);
  }

  shake(piece) {
    this.refused(piece.group, `Piece ${piece.label} has no room for that.`);
  }

  home(piece) {
    if (piece.at && this.mayMove(piece)) this.takeOff([piece]);
  }

  /** Take pieces off the board, as one change. */
  takeOff(pieces) {
    const before = this.table.state();
    for (const piece of pieces) {
      piece.at = null;
      this.table.draw(piece);
    }
    this.table.tidy();
    this.commit(before);
  }

  /** Put the selected piece on a cell, its middle first. */
  putOn(cell) {
    const piece = this.selected;
    if (!piece || piece.at) return;
    const { lattice } = this.table;
    const cells = [lattice.middle(piece.cells), ...piece.cells];
    const at = cells.map(([r, c]) => [cell[0] - r, cell[1] - c]).find(each => lattice.leads(each) && this.table.fits(piece, each));
    if (!at) { this.shake(piece); return; }
    const before = this.table.state();
    piece.at = at;
    this.table.draw(piece);
    this.table.tidy();
    this.commit(before);
  }

  /**
   * Take off the pieces since the wrong one, if that is not the last; else undo the last change, or after a reload, which
   * forgets the changes, take the last piece off the board.
   */
  takeBack() {
    const { steps } = this.trail;
    if (this.since !== null && this.since < steps.length - 1) this.takeOff(steps.slice(this.since).map(step => step.piece));
    else if (this.past.length) this.undo();
    else if (steps.length) this.home(steps.at(-1).piece);
  }

  state() {
    return this.table.state();
  }

  take(state) {
    this.table.restore(state);
  }

  restart() {
    this.settle();
    const before = this.table.state();
    this.table.restore(before.map(({ cells }) => ({ at: null, cells })), calm() ? 0 : STAGGER);
    this.commit(before);
  }

  /** Place a piece as it lies in most solutions, and say in how many; or say since which move nothing fits. */
  async help() {
    this.settle();
    if (this.isSolved() || this.helping) return;
    const before = this.table.state();
    this.helping = true;
    this.hinted = "";
    one("#hint").disabled = true;
    this.waits(this.stuck ? "Looking for the wrong move …" : "Looking for a piece …");
    try {
      const next = await this.nextPiece();
      if (!next) return;
      const piece = this.follow(next);
      this.commit(before, true, piece ? this.because(piece, next) : "");
    } catch (fault) {
      this.failed(fault, 0);
    } finally {
      this.helping = false;
      one("#hint").disabled = false;
    }
  }

  /** The placement of a hint; null if there is none, which is then said. */
  nextPiece() {
    return nextPiece(this);
  }

  /** Why a piece was placed, in words. */
  because(piece, hint) {
    return `Hint: piece ${piece.label}; ${share(hint)}`;
  }

  isOpen(cells) {
    const taken = this.table.covered();
    return cells.every(cell => !taken.has(keyOf(...cell)));
  }

  /** Place a piece as a hint says; the piece, or null if it cannot lie so here. */
  follow({ piece: name, cells }) {
    const piece = this.table.pieces.find(each => each.name === name && !each.at);
    const lying = piece && this.table.lying(piece, cells);
    if (!lying) return null;
    Object.assign(piece, lying);
    this.table.draw(piece);
    this.table.tidy();
    return piece;
  }
}

const place = one("[data-table]:not([data-plays])");
if (place) {
  const data = JSON.parse(place.dataset.table);
  const { LATTICES, tilingOf } = data.outlines ? await import("../tilings.js") : data.lattice ? await import("../lattices.js") : {};
  new Play(data, data.outlines ? tilingOf(data.outlines) : LATTICES?.[data.lattice]);
}
