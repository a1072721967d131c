/* Where the board and the places of the pieces lie in a width: beside each other if that leaves large cells, else above. */

const LARGEST = 62, LEAST = 36, NARROW = 700, MARGIN = 10, GAP = 12;
/** With more kinds of pieces than that, their places beside the board are smaller. */
const MANY = 16;
/** The height of what lies above and below the table in a window. */
const AROUND = 310;

/** The largest size of a cell with which a board of so many rows lies in the window as a whole. */
const largest = rows => Math.min(LARGEST, Math.max(LEAST, (innerHeight - AROUND) / rows));

/** Places in rows of so many, from a corner. */
function places(number, across, x, y, w, h) {
  return Array.from({ length: number }, (_, index) => ({
    x: x + (index % across) * w, y: y + Math.floor(index / across) * h, w: w - 8, h: h - 8,
  }));
}

function below(width, rows, columns, kinds) {
  const narrow = width < NARROW;
  const size = Math.min(narrow ? LARGEST : largest(rows), (width - 2 * MARGIN) / columns);
  const across = narrow ? Math.min(3, kinds) : Math.min(kinds, Math.max(3, Math.floor(width / 132)));
  const w = (width - 4) / across, h = narrow ? Math.min(kinds > 9 ? 66 : 88, w * 0.8) : 112;
  const top = MARGIN + rows * size + MARGIN + (narrow ? 4 : GAP);
  const high = top + Math.ceil(kinds / across) * h;
  const left = (width - columns * size) / 2;
  return { size, left, top: MARGIN, wide: width, high, slots: places(kinds, across, 6, top, w, h), kept: Math.min(0.6, (narrow ? 18 : 32) / size) };
}

function side(width, rows, columns, kinds) {
  const many = kinds > MANY;
  const across = many ? 6 : kinds <= 6 ? Math.min(2, kinds) : kinds <= 9 ? 3 : 4;
  const w = many ? 94 : 128, h = many ? 92 : 124;
  const size = Math.min(largest(rows), (width - 2 * MARGIN - 40 - across * w) / columns);
  const deep = Math.ceil(kinds / across) * h;
  const board = rows * size + 2 * MARGIN;
  const high = Math.max(board, deep);
  const x = 2 * MARGIN + columns * size + 40;
  const left = (width - x - across * w) / 2;
  return {
    size, left: left + MARGIN, top: (high - board) / 2 + MARGIN, wide: width, high,
    slots: places(kinds, across, left + x, (high - deep) / 2, w, h), kept: Math.min(0.6, 34 / size),
  };
}

/** The size of a cell, the corner of the board, the places of the kinds of pieces, their scale, and the size of the whole. */
export function arranged(width, rows, columns, kinds) {
  const under = below(width, rows, columns, kinds);
  if (width < NARROW) return under;
  const next = side(width, rows, columns, kinds);
  return next.size >= 34 || next.size > 0.8 * under.size ? next : under;
}
