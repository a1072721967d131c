/* The table: a board and loose pieces in one drawing whose unit is a pixel. It knows what fits, not what is good. */
import { keyOf, moved } from "../board.js";
import { colourOf, drawn, pieceGroup, svg } from "../palette.js";
import { SQUARES } from "../squares.js";
import { arranged } from "./arrangement.js";
import { groundMarks, pieceMarks, pieceWords } from "./grounds.js";

/** The pieces of a puzzle as they start: one for each copy. */
function loose(data, lattice) {
  const pieces = [];
  data.pieces.forEach((kind, number) => {
    for (let copy = 0; copy < kind.copies; copy++) {
      const colour = colourOf(kind.name, pieces.length, kind.copies === 1);
      pieces.push({
        id: pieces.length, kind: number, name: kind.name, label: kind.copies === 1 ? kind.name : `${kind.name}, copy ${copy + 1}`,
        cells: lattice.normalised(kind.cells), at: null, colour, turns: kind.turns, flips: kind.flips, group: null,
      });
    }
  });
  return pieces;
}

export class Table {
  constructor(host, data, lattice = SQUARES) {
    this.host = host;
    this.lattice = lattice;
    this.data = { grounds: [], ...data };
    this.rows = data.rows.length;
    this.columns = data.rows[0].length;
    this.cells = data.rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "#" ? [] : [[r, c]])));
    this.pieces = loose(data, lattice);
    this.box = lattice.box(this.cells);
    this.fixed = data.fixed.map((each, number) => ({ ...each, colour: colourOf(each.piece, number, true) }));
    this.svg = svg("svg", { class: "table" });
    this.ground = svg("path", { class: "ground" });
    this.lines = svg("path", { class: "lines" });
    this.dots = svg("path", { class: "optional" });
    this.colours = svg("path", { class: "colours" });
    this.silhouettes = svg("g");
    this.marks = svg("g");
    this.ghost = svg("path", { class: "ghost", visibility: "hidden" });
    this.layer = svg("g");
    this.svg.append(this.ground, this.lines, this.colours, this.dots, this.silhouettes, this.marks, this.layer, this.ghost);
    host.append(this.svg);
    this.counts = data.pieces.map(() => svg("text", { class: "count", "text-anchor": "end", "aria-hidden": "true" }));
    this.shadows = data.pieces.map(() => svg("path", { class: "silhouette" }));
    this.silhouettes.append(...this.shadows, ...this.counts);
    for (const each of this.fixed) {
      each.group = pieceGroup(each.piece, each.colour);
      each.group.classList.add("fixed");
      this.layer.append(each.group);
    }
    for (const piece of this.pieces) {
      piece.group = pieceGroup(piece.name, piece.colour);
      piece.hit = svg("rect", { class: "hit" });
      piece.marks = svg("path", { class: "colours" });
      piece.group.append(piece.marks, piece.hit);
      piece.group.setAttribute("role", "button");
      piece.group.setAttribute("tabindex", "0");
      this.layer.append(piece.group);
    }
    this.arrange();
  }

  /** Lay everything out for the present width. */
  arrange() {
    const width = Math.floor(this.host.clientWidth);
    if (!width || width === this.width) return;
    this.width = width;
    Object.assign(this, arranged(width, this.box.h, this.box.w, this.data.pieces.length));
    this.left -= this.box.x * this.size;
    this.top -= this.box.y * this.size;
    this.svg.setAttribute("viewBox", `0 0 ${this.wide} ${this.high}`);
    this.svg.setAttribute("width", this.wide);
    this.svg.setAttribute("height", this.high);
    const place = `translate(${this.left} ${this.top})`;
    for (const part of [this.ground, this.lines, this.colours, this.dots, this.marks, this.ghost]) part.setAttribute("transform", place);
    this.ground.setAttribute("d", this.lattice.outline(this.cells, this.size, -Math.min(9, this.size * 0.15), Math.min(15, this.size * 0.25)));
    this.lines.setAttribute("d", this.lattice.hairlines(this.cells, this.size, 0));
    this.dots.setAttribute("d", this.cells.filter(cell => this.mayStayEmpty(cell)).map(cell => this.dot(cell)).join(""));
    this.colours.setAttribute("d", groundMarks(this.data.grounds, this.cells, this.size, this.lattice));
    for (const each of this.fixed) {
      drawn(each.group, each.cells, this.size, this.lattice);
      each.group.style.transform = `translate(${this.left}px,${this.top}px)`;
    }
    this.host.classList.add("still");
    this.pieces.forEach(piece => this.draw(piece));
    this.tidy();
    requestAnimationFrame(() => this.host.classList.remove("still"));
    this.onarrange?.();
  }

  /** Draw a piece in its present orientation, where it is. */
  draw(piece) {
    drawn(piece.group, piece.cells, this.size, this.lattice);
    piece.marks.setAttribute("d", pieceMarks(piece.cells, this.size, this.lattice));
    this.place(piece);
  }

  /** Move a piece's drawing to where the piece is: on the board, or in its place beside it. */
  place(piece) {
    const [x, y, scale] = piece.at ? [...this.corner(piece.at), 1] : this.home(piece.kind, piece.cells);
    this.show(piece, x, y, scale);
    const slot = this.slots[piece.kind];
    const box = piece.at ? [0, 0, 0, 0] : [(slot.x - x) / scale, (slot.y - y) / scale, slot.w / scale, slot.h / scale];
    ["x", "y", "width", "height"].forEach((name, index) => piece.hit.setAttribute(name, box[index]));
    this.name(piece);
  }

  /** Say of a piece to screen readers what and where it is. */
  name(piece) {
    const where = piece.at ? `on the board, ${this.spot(piece, piece.at)}` : "in the tray";
    const wrong = piece.wrong ? ", wrong since this move" : "";
    piece.group.setAttribute("aria-label", `Piece ${piece.label}${pieceWords(piece.cells)}, ${where}${wrong}`);
  }

  /** Mark the piece since which nothing fits; none for null. */
  blame(wrong) {
    for (const piece of this.pieces) {
      if (Boolean(piece.wrong) === (piece === wrong)) continue;
      piece.wrong = piece === wrong;
      piece.group.classList.toggle("wrong", piece.wrong);
      this.name(piece);
    }
  }

  /** Where a piece that is moved so far begins, in words. */
  spot(piece, at) {
    const [row, column] = this.lattice.spot(piece.cells, at);
    return `row ${row + 1}, column ${column + 1}`;
  }

  /** The point of the drawing where a piece begins that is moved so far. */
  corner(at) {
    const [x, y] = this.lattice.shift(at);
    return [this.left + x * this.size, this.top + y * this.size];
  }

  /** Move a piece's drawing to a point. */
  show(piece, x, y, scale = 1) {
    Object.assign(piece, { x, y, scale });
    piece.group.style.transform = `translate(${x}px,${y}px) scale(${scale})`;
  }

  /** The point and the scale of a kind of piece beside the board. */
  home(kind, cells) {
    const slot = this.slots[kind];
    const { x, y, w, h } = this.lattice.box(cells);
    const scale = Math.min(this.kept, slot.w * 0.9 / (w * this.size), slot.h * 0.92 / (h * this.size));
    const unit = this.size * scale;
    return [slot.x + (slot.w - w * unit) / 2 - x * unit, slot.y + (slot.h - h * unit) / 2 - y * unit, scale];
  }

  /** Show one of the copies of each kind beside the board, the number of the others, and a silhouette where none is left. */
  tidy() {
    this.data.pieces.forEach((kind, number) => {
      const waiting = this.pieces.filter(piece => piece.kind === number && !piece.at && !piece.held);
      const top = waiting[0];
      for (const piece of this.pieces) {
        if (piece.kind === number) piece.group.classList.toggle("under", waiting.includes(piece) && piece !== top);
      }
      const cells = top?.cells ?? this.pieces.find(piece => piece.kind === number)?.cells ?? kind.cells;
      const [x, y, scale] = this.home(number, cells);
      this.shadows[number].setAttribute("d", this.lattice.outline(cells, this.size, 1.4));
      this.shadows[number].style.transform = `translate(${x}px,${y}px) scale(${scale})`;
      const slot = this.slots[number], count = this.counts[number];
      count.textContent = kind.copies > 1 && waiting.length ? `×${waiting.length}` : "";
      count.setAttribute("x", slot.x + slot.w - 2);
      count.setAttribute("y", slot.y + slot.h - 2);
    });
  }

  /** The cells of the board that lie open, but for those that one piece covers. */
  covered(but) {
    const taken = new Map();
    for (const each of this.fixed) for (const cell of each.cells) taken.set(keyOf(...cell), each.piece);
    for (const piece of this.pieces) {
      if (piece !== but && piece.at) for (const cell of moved(piece.cells, piece.at)) taken.set(keyOf(...cell), piece);
    }
    return taken;
  }

  mayStayEmpty([row, column]) {
    return this.data.rows[row][column] === "+";
  }

  /** A dot in the middle of a cell that may stay empty. */
  dot(cell) {
    const [right, down] = this.lattice.centre(cell);
    const radius = this.size * 0.11, x = right * this.size - radius, y = down * this.size;
    return `M${x} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  }

  open() {
    const taken = this.covered();
    return this.cells.filter(cell => !taken.has(keyOf(...cell)));
  }

  fits(piece, at, cells = piece.cells) {
    const taken = this.covered(piece);
    return moved(cells, at).every(([row, column], number) => ".+".includes(this.data.rows[row]?.[column] ?? "#") &&
      !taken.has(keyOf(row, column)) && this.admits(row, column, cells[number][2]));
  }

  /** Whether a cell of the board is on a ground, a number from 1; 0 or none: on the whole board. */
  admits(row, column, ground) {
    return !ground || this.data.grounds[ground - 1][row][column] === ".";
  }

  /** The place that fits and is nearest to a point of the drawing, within a cell; null if there is none. */
  nearest(piece, x, y) {
    const right = (x - this.left) / this.size, down = (y - this.top) / this.size;
    let best = null, least = 0.85;
    for (const at of this.lattice.near(right, down)) {
      const [a, b] = this.lattice.shift(at), far = Math.hypot(a - right, b - down);
      if (far < least && this.fits(piece, at)) [best, least] = [at, far];
    }
    return best;
  }

  /** The move that takes a piece about the middle of the board. */
  amid(cells) {
    const own = this.lattice.box(cells);
    const x = this.box.x + Math.max(0, (this.box.w - own.w) / 2) - own.x, y = this.box.y + Math.max(0, (this.box.h - own.h) / 2) - own.y;
    return this.within(cells, this.lattice.near(x, y)[0]);
  }

  /** A move with which a piece reaches no further than the board: this one, or one as near as the arrows lead. */
  within(cells, at) {
    for (let tries = 0; tries < this.cells.length; tries++) {
      const own = this.lattice.box(moved(cells, at));
      const over = {
        ArrowRight: this.box.x - own.x, ArrowDown: this.box.y - own.y,
        ArrowLeft: own.x + own.w - this.box.x - this.box.w, ArrowUp: own.y + own.h - this.box.y - this.box.h,
      };
      const arrow = Object.keys(over).find(each => over[each] > 1e-6);
      if (!arrow) break;
      const [down, right] = this.lattice.arrows[arrow];
      at = [at[0] + down, at[1] + right];
    }
    return at;
  }

  /** Draw a piece above all others, or in its own turn again; it keeps the focus, which a moved element would lose. */
  raise(piece, above = true) {
    const focused = document.activeElement === piece.group;
    this.layer.insertBefore(piece.group, above ? null : (this.pieces[piece.id + 1]?.group ?? null));
    if (focused) piece.group.focus({ preventScroll: true });
  }

  /** Show where a piece would come to lie; nowhere for null. */
  hint(piece, at) {
    this.ghost.setAttribute("visibility", at ? "visible" : "hidden");
    if (at) this.ghost.setAttribute("d", this.lattice.outline(moved(piece.cells, at), this.size));
  }

  /** The cells of a piece after a turn or a flip. */
  changed(piece, flip) {
    if (!(flip ? piece.flips : piece.turns)) return piece.cells;
    return flip ? this.lattice.flipped(piece.cells) : this.lattice.turned(piece.cells);
  }

  /** The ways in which a piece may lie. */
  orientations(piece) {
    const all = [];
    let own = piece.cells;
    for (let flip = 0; flip < 2; flip++) {
      for (let turn = 0; turn < this.lattice.turns; turn++) {
        all.push(own);
        own = this.changed({ ...piece, cells: own }, false);
      }
      own = this.changed({ ...piece, cells: own }, true);
    }
    return all;
  }

  /** Whether cells are an orientation of a piece. */
  mayLie(piece, cells) {
    const text = JSON.stringify(cells);
    return this.orientations(piece).some(own => JSON.stringify(own) === text);
  }

  /** The orientation of a piece in which it covers cells of the board, and where; null if it has none. */
  lying(piece, cells) {
    const home = this.lattice.normalised(cells), [first] = [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const at = [first[0] - home[0][0], first[1] - home[0][1]];
    const text = JSON.stringify(home);
    const own = this.orientations(piece).find(each => JSON.stringify(moved(each, [0, 0])) === text && this.fits(piece, at, each));
    return own ? { at, cells: own } : null;
  }

  /** Turn or flip a piece where it is; false if it does not fit there. */
  turn(piece, flip = false) {
    const cells = this.changed(piece, flip);
    if (piece.at) {
      const at = this.lattice.kicks.map(([r, c]) => [piece.at[0] + r, piece.at[1] + c]).find(each => this.fits(piece, each, cells));
      if (!at) return false;
      piece.at = at;
    }
    piece.cells = cells;
    this.draw(piece);
    this.tidy();
    return true;
  }

  /** Where each piece is, and how it lies. */
  state() {
    return this.pieces.map(({ at, cells }) => ({ at, cells }));
  }

  /** Put the pieces as in a state; stagger: milliseconds between one piece and the next. */
  restore(state, stagger = 0) {
    this.pieces.forEach((piece, number) => {
      const same = state[number].cells === piece.cells && state[number].at === piece.at;
      Object.assign(piece, { at: state[number].at, cells: state[number].cells, lifted: null, held: false });
      if (same) return;
      piece.group.style.transitionDelay = stagger ? `${number * stagger}ms` : "";
      this.draw(piece);
    });
    if (stagger) setTimeout(() => this.pieces.forEach(piece => { piece.group.style.transitionDelay = ""; }), 800);
    this.tidy();
  }

  /** The placed pieces, as a puzzle has its pre-placed ones. */
  placed() {
    return this.pieces.filter(piece => piece.at).map(piece => ({ piece: piece.name, cells: moved(piece.cells, piece.at) }));
  }

  /** Outline parts of the board that no piece can cover. */
  mark(parts) {
    this.marks.replaceChildren(...parts.map(cells => svg("path", { class: "dead", d: this.lattice.outline(cells, this.size, 3) })));
  }

  /** The point of the drawing under a pointer. */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) * (this.wide / box.width), (event.clientY - box.top) * (this.high / box.height)];
  }
}
