/* What is said of a position: the verdict in words, the meter, and the way so far. */
import { moved } from "../board.js";
import { cause, since } from "../hinting.js";
import { drawn, pieceGroup, svg } from "../palette.js";
import { SQUARES } from "../squares.js";
import { differing, grouped } from "../words.js";

const plural = (number, noun) => `${grouped(number)} ${noun}${String(number) === "1" ? "" : "s"}`;

/** Why nothing is left: a pocket smaller than each piece (in one part: others may lie in several), else the server's sentence. */
function reason(answer, table) {
  const { lattice } = table;
  const loose = table.pieces.filter(piece => !piece.at);
  const smallest = loose.every(piece => lattice.pockets(piece.cells).length === 1) ? Math.min(...loose.map(piece => piece.cells.length)) : 0;
  const tight = lattice.pockets(table.open()).filter(part => part.length < smallest && !part.some(cell => table.mayStayEmpty(cell)));
  if (tight.length) {
    const [part] = tight;
    const size = part.length === 1 ? "1 cell" : `${part.length} cells`;
    return { marks: tight, more: `this pocket of ${size} is too small for any piece.` };
  }
  const marks = lattice.pockets(answer.dead ?? []);
  return { marks, more: inWords(answer) };
}

function inWords(answer) {
  const sentence = cause(answer.sentence);
  return /^every way was tried/.test(sentence) ? "the pieces left do not fit in what is open." : sentence || "every way was tried.";
}

/** What a hint says that names the move since which nothing fits: as a verdict, and the number of its step from 0. */
export function blame(answer, table, steps) {
  const { wrong } = answer, last = steps.length - 1, number = wrong ? wrong.number - 1 : last;
  const why = wrong && number < last ? { marks: table.lattice.pockets(answer.dead), more: inWords(answer) } : reason(answer, table);
  return { tone: "bad", text: since(answer, steps[number].piece.label), ...why, left: "0", dead: true, since: number, blamed: Boolean(wrong) };
}

/** The verdict on an answer (empty: about a board without placed pieces): its tone, a sentence and more of it, parts of the board to mark, and the number left. */
export function verdict(answer, table, total, empty) {
  if (answer.status === "INFEASIBLE") {
    const text = empty ? "Impossible:" : "No solution from here:";
    return { tone: "bad", text, ...reason(answer, table), left: "0", dead: true };
  }
  if (answer.count === "1") {
    return { tone: "", text: empty ? "Exactly one solution." : "Exactly one solution left.", more: empty ? "" : "You are on the only way.", left: "1" };
  }
  if (answer.count) {
    return { tone: "", text: `${plural(answer.count, "solution")} left${empty ? differing(answer.count, answer.classes) : ""}.`, more: "", left: answer.count };
  }
  if (answer.at_least) {
    return { tone: "", text: "It fits.", more: `At least ${plural(answer.at_least, "solution")} left.`, left: answer.at_least, more_than: true };
  }
  if (answer.status === "FEASIBLE") return { tone: "", text: "It fits.", more: "There are too many ways to count them at once.", left: null };
  return { tone: "wait", text: "Not decided yet.", more: total ? "Play on: fewer open cells are easier to decide." : "", left: null };
}

/** How full the meter is, from 0 to 1, on a scale of orders of magnitude. */
export function level(left, total) {
  if (left === "0") return 0;
  const orders = digits => Math.log10(Number(digits) + 1);
  return Math.max(0.03, Math.min(1, orders(left) / orders(total)));
}

function chip(piece, text, bad, lattice) {
  const item = document.createElement("li");
  if (bad) item.className = "bad";
  if (piece) {
    const { x, y, w, h } = lattice.box(piece.cells);
    const picture = svg("svg", { viewBox: `${x * 12 - 1} ${y * 12 - 1} ${w * 12 + 2} ${h * 12 + 2}`, role: "img", "aria-label": `piece ${piece.name}` });
    picture.append(drawn(pieceGroup(piece.name, piece.colour), piece.cells, 12, lattice));
    item.append(picture);
  }
  item.append(text);
  return item;
}

/** The way so far: the pieces in the order in which they were placed, and the number of solutions left after each. */
export class Trail {
  constructor(list, lattice = SQUARES) {
    Object.assign(this, { list, lattice });
    this.steps = [];
  }

  /** Take over which pieces are on the board; the numbers after a piece that was taken away are no longer known. */
  follow(pieces) {
    const gone = this.steps.findIndex(step => step.piece.at !== step.at || step.piece.cells !== step.cells || !step.piece.at);
    const known = gone < 0 ? this.steps : this.steps.slice(0, gone);
    const rest = gone < 0 ? [] : this.steps.slice(gone).filter(step => step.piece.at);
    this.steps = [...known, ...rest.map(({ piece }) => this.step(piece))];
    for (const piece of pieces) {
      if (piece.at && !this.steps.some(step => step.piece === piece)) this.steps.push(this.step(piece));
    }
  }

  step(piece) {
    return { piece, at: piece.at, cells: piece.cells, left: null, over: false };
  }

  /** The way as it is kept, and taken up again. */
  kept() {
    return this.steps.map(({ piece, left, over }) => [piece.id, left, over]);
  }

  recall(way, pieces) {
    const placed = way.filter(([id]) => pieces[id]?.at);
    this.steps = placed.map(([id, left, over]) => ({ ...this.step(pieces[id]), left, over }));
  }

  /** The moves so far, in their order, as placements. */
  moves() {
    return this.steps.map(({ piece, at, cells }) => ({ piece: piece.name, cells: moved(cells, at) }));
  }

  /** The first step after which nothing fits, if something did before it; null if that is not known. */
  wrong(total) {
    const number = this.steps.findIndex(step => step.left === "0");
    const before = number > 0 ? this.steps[number - 1].left : total ?? null;
    return number < 0 || before === null || before === "0" ? null : number;
  }

  /** Note that nothing fits since a step. */
  blame(number) {
    for (const step of this.steps.slice(number)) step.left = "0";
  }

  /** Note the number after the last piece. */
  note(left, over) {
    const last = this.steps.at(-1);
    if (last) Object.assign(last, { left, over });
  }

  show(total, over) {
    const text = (number, more) => (number === null ? "…" : `${more ? "≥ " : ""}${grouped(number)}`);
    const items = total === null && !this.steps.length ? [] : [chip(null, text(total, over), total === "0", this.lattice)];
    for (const step of this.steps) items.push(chip(step.piece, step.left === null ? "" : text(step.left, step.over), step.left === "0", this.lattice));
    this.list.replaceChildren(...items);
  }
}
