/* What brushes do to the board and to the keys: strokes of cells, letters, goals, colours, and pieces that are placed by hand. */
import { moved } from "../board.js";
import { carried, cellsOf, coloursAs, coloursOf, fixedAs, fixedOf, goalsAs, goalsOf, textOf } from "./cells.js";
import { CELL, HOLE, codeOf, isLetter } from "./plan.js";
import { pieceSvg } from "./tray.js";

const MOTIONS = { r: "turns", f: "flips" };
const same = (a, b) => a.join() === b.join();

export class Strokes {
  constructor(bench) {
    this.bench = bench;
  }

  get brush() {
    return this.bench.tools.brushed;
  }

  get lattice() {
    return this.bench.sheet.lattice;
  }

  get letter() {
    return this.bench.tools.letter.value || "A";
  }

  /** Begin a stroke at a cell: what the cell becomes, all cells of the stroke become. */
  begin(cell) {
    const { bench, brush } = this, { plan, keys } = bench, now = plan.get(...cell);
    this.before = bench.snapshot();
    bench.answers.lift();
    if (brush.stroke === "mark") {
      const code = codeOf(brush.mark);
      this.value = code === HOLE ? HOLE : now !== code ? code : code === CELL ? HOLE : CELL;
    } else if (brush.stroke === "letter") {
      this.value = now === codeOf(this.letter) ? CELL : codeOf(this.letter);
    } else if (brush.stroke === "cells") {
      this.value = !cellsOf(keys[brush.key]).some(each => same(each, cell));
    } else if (brush.stroke === "colour") {
      const has = coloursOf(keys[brush.key]?.cells).find(([each]) => same(each, cell));
      this.value = has?.[1] === this.letter ? "" : this.letter;
    } else if (brush.stroke === "drag") {
      this.held = isLetter(now) ? { code: now, at: cell } : null;
    }
  }

  hasBegun() {
    return this.value !== undefined;
  }

  /** Take the cells of a stroke. */
  stroke(cells) {
    const { bench, brush } = this, { plan, keys } = bench;
    if (brush.stroke === "mark" || brush.stroke === "letter") {
      const changed = cells.filter(cell => plan.get(...cell) !== this.value && plan.set(...cell, this.value));
      if (changed.length && this.value === HOLE) this.unfix(changed);
      bench.painted(changed, brush.stroke === "letter" || isLetter(this.value));
      return;
    }
    if (brush.stroke === "drag") this.drag(cells.at(-1));
    else if (brush.stroke === "cell") keys[brush.key] = textOf([cells.at(-1)], plan.solid);
    else if (brush.stroke === "cells") {
      const others = cellsOf(keys[brush.key]).filter(each => !cells.some(cell => same(each, cell)));
      keys[brush.key] = textOf(this.value ? [...others, ...cells] : others, plan.solid);
    } else if (brush.stroke === "place") {
      const others = (goalsOf(keys[brush.key]) ?? []).filter(([letter]) => letter !== this.letter);
      keys[brush.key] = goalsAs([...others, [this.letter, cells.at(-1)]]);
    } else if (brush.stroke === "colour") {
      const others = coloursOf(keys[brush.key]?.cells).filter(([each]) => !cells.some(cell => same(each, cell)));
      const own = this.value ? cells.filter(cell => plan.get(...cell) !== HOLE).map(cell => [cell, this.value]) : [];
      keys[brush.key] = { ...keys[brush.key], cells: coloursAs([...others, ...own], plan) };
      if (!keys[brush.key].cells) delete keys[brush.key].cells;
    }
    bench.painted([], true);
  }

  /** Move the held block with the pointer, if all its new cells are free. */
  drag(cell) {
    const { plan } = this.bench;
    if (!this.held || same(cell, this.held.at)) return;
    const own = [], { code, at } = this.held;
    plan.each((...each) => { if (each[3] === code) own.push(each.slice(0, 3)); });
    const next = own.map(each => each.map((value, axis) => value + cell[axis] - at[axis]));
    if (!next.every(each => [CELL, code].includes(plan.get(...each)))) return;
    for (const each of own) plan.set(...each, CELL);
    for (const each of next) plan.set(...each, code);
    this.held.at = cell;
  }

  /** End a stroke: the board becomes as small as it can be, and what lies on it moves along. */
  end() {
    const { bench } = this, { plan, keys } = bench;
    const [top, left] = plan.box() ?? [0, 0];
    const next = plan.trimmed(), to = (layer, row, column) => [layer, row - top, column - left];
    if (top || left) carried(keys, bench.brushes, plan, next, to);
    bench.setPlan(next);
    bench.surface.shift(top, left);
    bench.commit(this.before);
  }

  cancel() {
    if (!this.before) return;
    this.bench.restore(this.before);
    this.before = null;
  }

  // Pieces in their places.

  /** The pre-placed piece at a cell. */
  fixedAt(cell) {
    return fixedOf(this.bench.keys.fixed).find(({ cells }) => cells.some(each => same(each, cell)));
  }

  /** Take pre-placed pieces off that cover one of these cells. */
  unfix(cells) {
    const { keys, plan } = this.bench;
    if (!keys.fixed) return;
    const kept = fixedOf(keys.fixed).filter(each => !each.cells.some(own => cells.some(cell => same(own, cell))));
    keys.fixed = fixedAs(kept, plan.solid);
    if (!kept.length) delete keys.fixed;
  }

  /** Whether a piece of the plane fits at [row, column], over bare cells alone. */
  fits(cells, at, but) {
    const { plan, keys } = this.bench, taken = fixedOf(keys.fixed).filter(each => each !== but).flatMap(each => each.cells);
    return this.lattice.leads(at) && moved(cells, at).every(([row, column]) => {
      const code = plan.get(0, row, column);
      return code !== HOLE && !isLetter(code) && !taken.some(each => same(each, [0, row, column]));
    });
  }

  fix(name, cells, at) {
    this.bench.edit(keys => {
      keys.fixed = fixedAs([...fixedOf(keys.fixed), { piece: name, cells: moved(cells, at).map(cell => [0, ...cell]) }], false);
    });
  }

  /** Pick up the piece at a cell, or put the chosen one there; false if neither is meant. event: of the pointer; null: the keyboard. */
  pick(cell, event) {
    const { bench } = this, { tray } = bench;
    if (!bench.placeable()) return false;
    const piece = tray.pieces?.find(each => each.name === tray.chosen), here = this.fixedAt(cell);
    if (here && (this.brush.stroke === "piece" || piece)) {
      const kind = tray.pieces.find(each => each.name === here.piece);
      const [row, column] = cell.slice(1), own = this.lattice.normalised(here.cells.map(([, r, c]) => [r, c, r === row && c === column]));
      bench.edit(keys => {
        keys.fixed = fixedAs(fixedOf(keys.fixed).filter(each => !each.cells.some(own => same(own, cell))), false);
        if (!keys.fixed.length) delete keys.fixed;
      });
      if (kind && event) this.grab(kind, event, own.map(each => each.slice(0, 2)), own.find(each => each[2]));
      return true;
    }
    if (!piece) return this.brush.stroke === "piece";
    const own = tray.cellsOf(piece), [row, column] = cell.slice(1);
    const at = [this.lattice.middle(own), ...own].map(([r, c]) => [row - r, column - c]).find(each => this.fits(own, each));
    if (at) { tray.chosen = null; this.fix(piece.name, own, at); } else bench.say(`${piece.name} does not fit there.`);
    return true;
  }

  /** Drag a piece with the pointer until it is dropped on the board, or anywhere else; grip: its cell under the pointer, if it was on the board. */
  grab(piece, event, lying = this.bench.tray.cellsOf(piece), grip = null) {
    const { bench, lattice } = this, { surface, tray } = bench, { view } = surface, { size } = view;
    event.preventDefault();
    const drag = { piece, cells: lying, at: null, away: false, from: [event.clientX, event.clientY] };
    const floating = document.createElement("div");
    floating.className = "floating";
    const draw = () => {
      floating.replaceChildren(pieceSvg(piece.name, drag.cells, tray.colours.get(piece.name) ?? 0, lattice, size));
      const { x, y } = lattice.box(drag.cells);
      drag.middle = lattice.centre(grip && drag.cells === lying ? grip : lattice.middle(drag.cells));
      drag.corner = [drag.middle[0] - x, drag.middle[1] - y];
    };
    const follow = ({ clientX, clientY }) => {
      Object.assign(drag, { x: clientX, y: clientY });
      if (!drag.away && Math.hypot(clientX - drag.from[0], clientY - drag.from[1]) < 5) return;
      drag.away = true;
      floating.hidden = false;
      const [left, top] = drag.corner, point = surface.point({ clientX, clientY });
      floating.style.transform = `translate(${clientX - left * size}px,${clientY - top * size}px)`;
      drag.at = lattice.nearest((point[0] - view.x) / size - drag.middle[0], (point[1] - view.y) / size - drag.middle[1]);
      if (!this.fits(drag.cells, drag.at)) drag.at = null;
      surface.hint(drag.at ? moved(drag.cells, drag.at).map(cell => [0, ...cell]) : []);
    };
    const key = press => {
      const turn = MOTIONS[press.key.toLowerCase()];
      if (press.key === "Escape") { drag.at = null; drop(); } else if (turn && piece[turn]) {
        drag.cells = lattice[turn === "turns" ? "turned" : "flipped"](drag.cells);
        draw();
        follow({ clientX: drag.x, clientY: drag.y });
      } else return;
      press.preventDefault();
      press.stopPropagation();
    };
    const drop = () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      removeEventListener("keydown", key, true);
      floating.remove();
      surface.hint([]);
      if (!drag.away) tray.choose(piece);
      else if (drag.at) {
        this.fix(piece.name, drag.cells, drag.at);
        if (grip) bench.past.pop();  // a piece that was moved is moved back by one undo
      }
    };
    floating.hidden = true;
    document.body.append(floating);
    draw();
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
    addEventListener("keydown", key, true);
  }
}
