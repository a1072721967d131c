/* Marks of colours: each ground has a shape, which its cells of the board and of the pieces show. Nothing here knows the document. */

const SIDE = 0.2;

/** Shapes around a point, of half a width. */
const SHAPES = [
  (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  (x, y, r) => `M${x} ${y - r}L${x + r} ${y + r}H${x - r}Z`,
  (x, y, r) => `M${x} ${y - 1.2 * r}L${x + 1.2 * r} ${y}L${x} ${y + 1.2 * r}L${x - 1.2 * r} ${y}Z`,
  (x, y, r) => `M${x - r / 3} ${y - r}h${2 * r / 3}v${2 * r / 3}h${2 * r / 3}v${2 * r / 3}h${-2 * r / 3}v${2 * r / 3}h${-2 * r / 3}v${-2 * r / 3}h${-2 * r / 3}v${-2 * r / 3}h${2 * r / 3}Z`,
];
const NAMES = ["disc", "square", "triangle", "diamond", "cross"];

/** A bar: a cell on no ground. */
const bar = (cell, size, lattice) => {
  const [x, y] = lattice.centre(cell).map(each => each * size), r = size * SIDE / 2;
  return `M${x - r} ${y - r / 4}h${2 * r}v${r / 2}h${-2 * r}Z`;
};

/** The grounds that a cell of the board is on, by their numbers from 1; null for all of them. */
function groundsOf(grounds, [row, column]) {
  const own = grounds.flatMap((rows, number) => (rows[row][column] === "." ? [number + 1] : []));
  return own.length === grounds.length ? null : own;
}

/** What the mark of a cell of the board says, for the end of a name; "" if it has none. */
export function groundWords(grounds, cell) {
  const own = groundsOf(grounds, cell);
  if (!own) return "";
  return own.length ? `, for ${own.map(number => NAMES[number - 1]).join(" or ")}` : ", for no mark";
}

/** The marks of a piece in words, for the end of its name; "" if it has none. */
export function pieceWords(cells) {
  const marked = NAMES.map((name, number) => [cells.filter(cell => cell[2] === number + 1).length, name]).filter(([many]) => many);
  return marked.length ? `, with ${marked.map(([many, name]) => `${many} ${name}${many > 1 ? "s" : ""}`.replace("crosss", "crosses")).join(" and ")}` : "";
}

/** The marks of some grounds in a cell, side by side. */
function marks(cell, grounds, size, lattice) {
  const [right, down] = lattice.centre(cell);
  const step = size * SIDE * 1.15, first = right * size - step * (grounds.length - 1) / 2;
  return grounds.map((ground, index) => SHAPES[ground - 1](first + index * step, down * size, size * SIDE / 2)).join("");
}

/** The marks of the board: in each cell those of the grounds that it is on, a bar for no ground, nothing for all. */
export function groundMarks(grounds, cells, size, lattice) {
  return cells.map(cell => {
    const own = groundsOf(grounds, cell);
    return !own ? "" : own.length ? marks(cell, own, size, lattice) : bar(cell, size, lattice);
  }).join("");
}

/** The marks of a piece: in each coloured cell that of its ground. */
export function pieceMarks(cells, size, lattice) {
  return cells.map(cell => (cell[2] ? marks(cell, [cell[2]], size, lattice) : "")).join("");
}
