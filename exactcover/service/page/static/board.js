/* Geometry of boards and pieces: cells are [row, column], and more that goes with the cell. Nothing here knows the document. */

export const keyOf = (row, column) => `${row},${column}`;

/** The cells moved so that their least row and column are 0, in order. */
export function normalised(cells) {
  const top = Math.min(...cells.map(([row]) => row)), left = Math.min(...cells.map(([, column]) => column));
  return cells.map(([row, column, ...more]) => [row - top, column - left, ...more]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

export const turned = cells => normalised(cells.map(([row, column, ...more]) => [column, -row, ...more]));
export const flipped = cells => normalised(cells.map(([row, column, ...more]) => [row, -column, ...more]));

/** The numbers of rows and columns of normalised cells. */
export function extent(cells) {
  return [Math.max(...cells.map(([row]) => row)) + 1, Math.max(...cells.map(([, column]) => column)) + 1];
}

export const moved = (cells, [row, column]) => cells.map(([r, c]) => [r + row, c + column]);

/** The four neighbours of a cell. */
export const beside = ([row, column]) => [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];

/** The connected parts of a set of cells. */
export function pockets(cells, neighbours = beside) {
  const left = new Set(cells.map(cell => keyOf(...cell)));
  const parts = [];
  for (const cell of cells) {
    if (!left.delete(keyOf(...cell))) continue;
    const part = [cell];
    for (const each of part) {
      for (const next of neighbours(each)) {
        if (left.delete(keyOf(...next))) part.push(next);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** The sides of a set of cells that separate it from the rest, clockwise around the set, by their first corner. */
function sides(cells) {
  const inside = new Set(cells.map(cell => keyOf(...cell)));
  const from = new Map();
  const add = (x, y, dx, dy) => {
    const key = keyOf(y, x);
    if (!from.has(key)) from.set(key, []);
    from.get(key).push({ x, y, dx, dy });
  };
  for (const [row, column] of cells) {
    if (!inside.has(keyOf(row - 1, column))) add(column, row, 1, 0);
    if (!inside.has(keyOf(row, column + 1))) add(column + 1, row, 0, 1);
    if (!inside.has(keyOf(row + 1, column))) add(column + 1, row + 1, -1, 0);
    if (!inside.has(keyOf(row, column - 1))) add(column, row + 1, 0, -1);
  }
  return from;
}

/** The loops of sides around a set of cells; where two meet in a corner, each stays with its own cell. */
function* loops(cells) {
  const from = sides(cells);
  const take = (x, y, before) => {
    const here = from.get(keyOf(y, x));
    if (!here?.length) return null;
    const right = before ? here.findIndex(side => side.dx === -before.dy && side.dy === before.dx) : 0;
    return here.splice(Math.max(right, 0), 1)[0];
  };
  for (const [key, here] of from) {
    while (here.length) {
      const [y, x] = key.split(",").map(Number);
      const loop = [];
      for (let side = take(x, y, null); side; side = take(side.x + side.dx, side.y + side.dy, side)) loop.push(side);
      yield loop;
    }
  }
}

const short = number => Number(number.toFixed(1));

/** A set of cells as one path, inset, with round corners; a corner that points inwards is rounded less. */
export function outline(cells, size, inset = 1.4, radius = size * 0.15) {
  let path = "";
  for (const loop of loops(cells)) {
    let first = true;
    loop.forEach((after, index) => {
      const before = loop[(index + loop.length - 1) % loop.length];
      if (before.dx === after.dx && before.dy === after.dy) return;
      const x = after.x * size + inset * (-before.dy - after.dy), y = after.y * size + inset * (before.dx + after.dx);
      const round = before.dx * after.dy - before.dy * after.dx > 0 ? radius : radius * 0.55;
      path += `${first ? "M" : "L"}${short(x - before.dx * round)} ${short(y - before.dy * round)}`;
      path += `Q${short(x)} ${short(y)} ${short(x + after.dx * round)} ${short(y + after.dy * round)}`;
      first = false;
    });
    path += "Z";
  }
  return path;
}

/** The lines between the cells of a set, as one path; margin: the part of a cell's side that is left out at each end. */
export function hairlines(cells, size, margin = 0.22) {
  const inside = new Set(cells.map(cell => keyOf(...cell)));
  const gap = size * margin, length = short(size - 2 * gap);
  let path = "";
  for (const [row, column] of cells) {
    if (inside.has(keyOf(row, column + 1))) path += `M${short((column + 1) * size)} ${short(row * size + gap)}v${length}`;
    if (inside.has(keyOf(row + 1, column))) path += `M${short(column * size + gap)} ${short((row + 1) * size)}h${length}`;
  }
  return path;
}

/** The cell of a set that is nearest to its middle: the place of a letter, and of a finger. */
export function middle(cells) {
  const mean = axis => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
  const row = mean(0), column = mean(1);
  return cells.reduce((best, cell) =>
    Math.hypot(cell[0] - row, cell[1] - column) < Math.hypot(best[0] - row, best[1] - column) - 1e-9 ? cell : best);
}
