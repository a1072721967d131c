/* Blocks on a board: where they are, where they can slide, and whether that is the goal. Nothing here knows the document. */
import { keyOf, moved } from "../board.js";

export const STEP = { UP: [-1, 0], DOWN: [1, 0], LEFT: [0, -1], RIGHT: [0, 1] };

/** The directions in which a block may go at all. */
function ways(cells, lengthwise) {
  const span = axis => Math.max(...cells.map(cell => cell[axis])) - Math.min(...cells.map(cell => cell[axis]));
  const all = Object.keys(STEP);
  if (!lengthwise || span(0) === span(1)) return all;
  return all.filter(way => Boolean(STEP[way][0]) === span(0) > span(1));
}

export class Blocks {
  constructor(data) {
    this.data = data;
    this.rows = data.rows.length;
    this.columns = data.rows[0].length;
    this.floor = data.rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "." ? [[r, c]] : [])));
    this.inside = new Set(this.floor.map(cell => keyOf(...cell)));
    this.blocks = data.blocks.map(({ name, cells, group }, id) => {
      const [row, column] = cells[0];
      return {
        id, name: String(name), label: name, group, start: cells[0], at: cells[0],
        cells: moved(cells, [-row, -column]), ways: ways(cells, data.lengthwise),
      };
    });
    this.ofTiles = data.position.form === "numbers";
  }

  /** The block on each covered cell, but for one block. */
  covered(but) {
    const taken = new Map();
    for (const block of this.blocks) {
      if (block !== but) for (const cell of moved(block.cells, block.at)) taken.set(keyOf(...cell), block);
    }
    return taken;
  }

  fits(block, at, taken = this.covered(block)) {
    return moved(block.cells, at).every(cell => this.inside.has(keyOf(...cell)) && !taken.has(keyOf(...cell)));
  }

  /** The place one step away. */
  next(at, way) {
    return [at[0] + STEP[way][0], at[1] + STEP[way][1]];
  }

  can(block, way, taken) {
    return block.ways.includes(way) && this.fits(block, this.next(block.at, way), taken);
  }

  /** The directions in which a block can go now. */
  open(block) {
    const taken = this.covered(block);
    return block.ways.filter(way => this.can(block, way, taken));
  }

  /** A shortest path of a block from one place to the first that is wanted, as directions; null if there is none. */
  path(block, from, wanted) {
    const taken = this.covered(block);
    const paths = new Map([[keyOf(...from), []]]);
    const queue = [from];
    for (const at of queue) {
      const path = paths.get(keyOf(...at));
      if (wanted(at)) return { to: at, path };
      for (const way of block.ways) {
        const next = this.next(at, way);
        if (paths.has(keyOf(...next)) || !this.fits(block, next, taken)) continue;
        paths.set(keyOf(...next), [...path, way]);
        queue.push(next);
      }
    }
    return null;
  }

  /** Whether the blocks are where one of the goals wants them. */
  isSolved() {
    const places = new Set(this.blocks.map(block => `${block.group}@${keyOf(...block.at)}`));
    return this.data.goals.some(goal => goal.every(([group, cell]) => places.has(`${group}@${keyOf(...cell)}`)));
  }

  /** Whether a block is where the only goal wants it. */
  isHome(block) {
    return this.data.goals.length === 1 &&
      this.data.goals[0].some(([group, cell]) => group === block.group && keyOf(...cell) === keyOf(...block.at));
  }

  /** The groups whose places the goal names. */
  wanted() {
    return new Set(this.data.goals.flatMap(goal => goal.map(([group]) => group)));
  }

  /** The keys of the puzzle that starts from where the blocks are. */
  keys() {
    const { keys, position: { key, form } } = this.data;
    const marks = this.data.rows.map(row => [...row].map(mark => (form === "numbers" ? 0 : mark)));
    for (const block of this.blocks) for (const [row, column] of moved(block.cells, block.at)) marks[row][column] = block.label;
    return { ...keys, [key]: form === "numbers" ? marks.flat() : marks.map(row => row.join("")).join("/") };
  }
}

/** Moves after those before: in steps each is one step; in moves all that a block goes at a time is one move. */
export function added(moves, blocks, block, from, to, shown = false) {
  const { path } = blocks.path(block, from, at => keyOf(...at) === keyOf(...to));
  if (blocks.data.metric === "steps") {
    let at = from;
    return [...moves, ...path.map(way => {
      const move = { block: block.id, from: at, to: blocks.next(at, way), path: [way], shown };
      at = move.to;
      return move;
    })];
  }
  const last = moves.at(-1);
  if (last?.block !== block.id) return path.length ? [...moves, { block: block.id, from, to, path, shown }] : moves;
  const before = moves.slice(0, -1);
  const whole = blocks.path(block, last.from, at => keyOf(...at) === keyOf(...to)).path;
  return whole.length ? [...before, { block: block.id, from: last.from, to, path: whole, shown: shown || last.shown }] : before;
}

/** Moves that were kept, as far as they are legal from the start; the blocks are left where they end. */
export function replayed(blocks, kept) {
  const moves = [];
  for (const block of blocks.blocks) block.at = block.start;
  for (const { block: id, path, shown } of Array.isArray(kept) ? kept : []) {
    const block = blocks.blocks[id], from = block?.at;
    if (!block || !Array.isArray(path) || !path.length || (blocks.data.metric === "steps" && path.length > 1)) break;
    for (const way of path) {
      if (!(way in STEP) || !blocks.can(block, way)) { block.at = from; return moves; }
      block.at = blocks.next(block.at, way);
    }
    moves.push({ block: id, from, to: block.at, path, shown: Boolean(shown) });
  }
  return moves;
}
