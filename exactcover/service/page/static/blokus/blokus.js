/* The page on which a person plays Blokus alone: each piece touches another at a corner, and none along an edge. */
import { moved } from "../board.js";
import { one } from "../game.js";
import { Play } from "../play/play.js";
import { Question } from "../remaining.js";
import { post } from "../server.js";
import { grouped, speak } from "../words.js";
import { BlokusTable } from "./rules.js";

const SECONDS = [0.5, 6];
const squares = number => `${grouped(number)} square${number === 1 ? "" : "s"}`;

/** Questions about a position: the squares that are covered are own ones, and the placed pieces are gone. */
class Position extends Question {
  constructor(data) {
    super();
    this.data = data;
  }

  ask(placed, more = {}) {
    const { keys } = this.data;
    if (!placed.length) return this.about(keys, more);
    const names = new Set(placed.map(each => each.piece));
    const { start: _, ...others } = keys;
    const own = [...this.data.own, ...placed.flatMap(each => each.cells)];
    return this.about({ ...others, own, pieces: keys.pieces.filter(piece => !names.has(piece.name)) }, more);
  }
}

class Blokus extends Play {
  tableOf(data) {
    return new BlokusTable(one("#table"), data);
  }

  questionOf(data) {
    return new Position(data);
  }

  mayMove(piece) {
    if (!piece.at || this.table.holds(piece)) return true;
    this.refuse(`Others begin at corners of piece ${piece.label}; take them away first.`);
    return false;
  }

  unfit(piece, [x, y]) {
    const { left, top, size } = this.table;
    this.refuse(`Piece ${piece.label} may not lie there: ${this.table.why(piece, [Math.round((y - top) / size), Math.round((x - left) / size)])}.`);
  }

  /** A piece cannot be dropped where the keyboard holds it, or has no room to turn. */
  shake(piece) {
    const { lifted } = this.keyboard;
    if (lifted) this.refuse(`Piece ${piece.label} may not lie there: ${this.table.why(piece, lifted.at)}.`);
    else super.shake(piece);
  }

  /** Say why something is not legal, on the page too. */
  refuse(text) {
    one("#reason").textContent = text;
    speak(text);
  }

  settle() {
    super.settle();
    one("#reason").textContent = "";
  }

  refresh() {
    this.table.points();
    super.refresh();
  }

  get covered() {
    return this.table.pieces.filter(piece => piece.at).reduce((sum, piece) => sum + piece.cells.length, 0);
  }

  /** The cost of what is placed: squares, or with the goal of placing most, the squares that are not placed. */
  get cost() {
    const all = this.table.pieces.reduce((sum, piece) => sum + piece.cells.length, 0);
    return this.table.data.goal === "most" ? all - this.covered : this.covered;
  }

  isSolved() {
    const { goal } = this.table.data;
    if (goal === "fill") return this.table.pieces.every(piece => piece.at);
    if (goal === "most") return !this.table.canMove();
    return this.covered > 0 && !this.table.missing().length;
  }

  /** Ask for the best from here, and show it; a game that is over is judged. */
  async count(attempt = 0) {
    this.asks();
    this.remaining.stop();
    this.table.host.classList.remove("solved");
    try {
      const placed = this.table.placed();
      if (this.isSolved()) { await this.judge(); return; }
      this.waits("Counting …");
      for (const seconds of SECONDS) {
        const answer = await this.remaining.ask(placed, { seconds });
        if (!answer) return;
        this.answered(answer, !placed.length);
        if (answer.status !== "UNKNOWN" && (answer.cost == null || answer.status === "OPTIMAL")) return;
      }
    } catch (fault) {
      this.failed(fault, attempt);
    }
  }

  /** What an answer says of the best total, the squares that are placed included. */
  totalOf(answer) {
    if (!["FEASIBLE", "OPTIMAL"].includes(answer.status) || answer.cost == null) return null;
    const before = this.table.data.goal === "most" ? 0 : this.covered;
    return { least: Number(answer.cost) + before, proved: answer.status === "OPTIMAL" };
  }

  answered(answer, bare) {
    const best = this.totalOf(answer);
    if (bare && best) this.best = best;
    this.trail.note(best ? String(best.least) : null, false);
    this.tell({ ...this.said(answer, best, bare), left: null });
  }

  said(answer, best, bare) {
    if (answer.status === "INFEASIBLE") {
      return { tone: "bad", text: bare ? "Impossible:" : "No way from here:", more: answer.sentence.replace(/^Impossible: /, ""), dead: true };
    }
    const decided = ["FEASIBLE", "OPTIMAL"].includes(answer.status);
    const text = bare || (this.table.data.goal === "fill" && !decided) ? "Place a piece." : this.table.data.goal === "fill" ? "It can be done from here." : `${squares(this.covered)} so far.`;
    if (!best) return { tone: "", text, more: answer.status === "UNKNOWN" ? "Not decided yet." : "" };
    const unit = this.table.data.goal === "most" ? "left over" : "in all";
    const from = best.proved ? `${grouped(best.least)} ${unit} is the best${bare ? "" : " from here"}` : `${grouped(best.least)} ${unit} can be done${bare ? "" : " from here"}`;
    const known = bare || !this.best ? "" : `; ${grouped(this.best.least)} ${this.best.proved ? "was the least" : "was possible"} at the start`;
    return { tone: "", text, more: `${from}${known}.` };
  }

  /** Have the finished game judged. */
  async judge() {
    const order = this.table.order(), state = JSON.stringify(this.table.state());
    const placements = order.map(piece => ({ piece: piece.name, cells: moved(piece.cells, piece.at) }));
    this.tell({ tone: "wait", text: "Done.", more: "It is being checked …", left: null });
    const answer = await post("/v1/check", { puzzle: this.table.data.keys, value: { placements } });
    if (state !== JSON.stringify(this.table.state())) return;
    if (!answer.accepted) { this.tell({ tone: "bad", text: "The check refused this.", more: answer.faults?.[0] ?? "", left: null }); return; }
    const { goal } = this.table.data, best = this.best?.proved ? this.best.least : null;
    this.trail.note(String(this.cost), false);
    this.table.host.classList.add("solved");
    const number = goal === "most" ? `${squares(this.cost)} left over` : squares(this.cost);
    const against = goal === "fill" ? "" : best === null ? "." : best === this.cost ? ", and no way is better." : `; ${grouped(best)} is the best.`;
    this.tell({ tone: "", text: "Solved.", more: goal === "fill" ? "Every piece is on the board." : number + against, left: null, solved: true });
  }

  meter() {
    one("#meter").hidden = true;
    one("#trail").hidden = this.table.data.goal === "fill";
  }

  tell(said) {
    this.total = this.best ? { left: String(this.best.least) } : null;
    super.tell(said);
  }

  /** The next piece of the best way from here; null if there is none, which is then said. */
  async nextPiece() {
    for (const seconds of SECONDS) {
      const placed = this.table.placed();
      const answer = await this.remaining.ask(placed, { solution: true, seconds });
      if (!answer) return null;
      const next = answer.solution?.placements?.find(each => this.isOpen(each.cells) && this.isLegal(each));
      if (next) return next;
      this.answered(answer, !placed.length);
      if (answer.status === "INFEASIBLE") return null;
    }
    this.tell({ tone: "wait", text: "There is no hint yet.", more: "Fewer open squares are easier to decide.", left: null });
    return null;
  }

  isLegal({ piece: name, cells }) {
    const piece = this.table.pieces.find(each => each.name === name && !each.at);
    const at = [Math.min(...cells.map(cell => cell[0])), Math.min(...cells.map(cell => cell[1]))];
    return Boolean(piece) && !this.table.why(piece, at, cells.map(([r, c]) => [r - at[0], c - at[1]]));
  }

  /** Hints are of a best way, and place a piece without a reason; what is wrong is the last piece. */
  async help() {
    if (!this.stuck) { await super.help(); return; }
    this.settle();
    this.refused(one("#hint"), "There is no hint: take the last piece back.");
  }

  because(piece) {
    speak(`Piece ${piece.label} at ${this.table.spot(piece, piece.at)}.`);
    return "";
  }

  firstWrong() {
    return this.trail.steps.length - 1;
  }

  takeBack() {
    if (this.past.length) this.undo();
    else this.home(this.table.order().at(-1));
  }
}

const place = one("[data-plays=blokus]");
if (place) new Blokus(JSON.parse(place.dataset.table));
