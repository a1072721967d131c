/* Cells and placements as the keys of a puzzle have them in text, and the keys moved along with their board. */

/** The cells of a text such as 0,1/2,3 as [layer, row, column]. */
export function cellsOf(text) {
  const words = text ? String(text).split("/").map(word => word.trim()).filter(Boolean) : [];
  return words.map(word => word.split(",").map(Number)).map(cell => (cell.length === 2 ? [0, ...cell] : cell));
}

/** Cells as a text; solid: with their layers. */
export const textOf = (cells, solid) => cells.map(cell => (solid ? cell : cell.slice(-2)).join(",")).join("/");

/** The pre-placed pieces of a text such as X5:0,1/1,0+I5:..., or of a list, as { piece, cells }. */
export function fixedOf(value) {
  if (Array.isArray(value)) return value.map(({ piece, cells }) => ({ piece, cells: cells.map(full) }));
  if (/^\s*\[/.test(value ?? "")) {
    try { return fixedOf(JSON.parse(value)); } catch { return []; }
  }
  return String(value ?? "").split("+").filter(Boolean).map(word => {
    const colon = word.indexOf(":");
    return { piece: word.slice(0, colon).trim(), cells: cellsOf(word.slice(colon + 1)) };
  });
}

const full = cell => (cell.length === 2 ? [0, ...cell] : cell);

/** Pre-placed pieces as the value of their key; a list, since names may have any characters. */
export const fixedAs = (fixed, solid) =>
  fixed.map(({ piece, cells }) => ({ piece, cells: solid ? cells : cells.map(cell => cell.slice(-2)) }));

/** The goals of blocks, such as A@3,0/B@1,1, as [letter, cell]; null for a goal in another form. */
export function goalsOf(text) {
  const words = String(text ?? "").split("/").map(word => word.trim()).filter(Boolean).map(word => word.split("@"));
  return words.every(word => word.length === 2) ? words.map(([letter, cell]) => [letter, cellsOf(cell)[0]]) : null;
}

export const goalsAs = goals => goals.map(([letter, cell]) => `${letter}@${cell.slice(-2).join(",")}`).join("/");

/** Copies such as X5:2,rest:any as [[name, number], ...]. */
export function copiesOf(value) {
  const text = typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, number]) => `${name}:${number}`).join(",") : String(value ?? "").trim();
  if (!text) return [];
  if (!text.includes(":")) return [["rest", text]];
  return text.split(",").map(part => [part.slice(0, part.lastIndexOf(":")).trim(), part.slice(part.lastIndexOf(":") + 1).trim()]);
}

export const copiesAs = copies => (copies.length === 1 && copies[0][0] === "rest" ? String(copies[0][1]) : copies.map(([name, number]) => `${name}:${number}`).join(","));

/** The marks of a picture as [cell, mark] pairs. */
function marksOf(picture) {
  return String(picture ?? "").split("//").flatMap((layer, l) => layer.replace(/\n/g, "/").replace(/^\/|\/$/g, "").split("/")
    .flatMap((row, r) => [...row].map((mark, c) => [[l, r, c], mark])));
}

/** The colours of a picture, `.` where there is none, as [cell, colour] pairs. */
export const coloursOf = picture => marksOf(picture).filter(([, mark]) => /[A-Za-z0-9]/.test(mark));

/** The cells of the picture of a piece. */
export const filledIn = picture => (picture ? marksOf(picture).filter(([, mark]) => mark !== "." && mark !== " ").map(([cell]) => cell) : []);

/** Colours of cells as a picture of the size of a board; "" if there are none. */
export function coloursAs(colours, plan) {
  const marks = Array.from({ length: plan.layers }, () => Array.from({ length: plan.rows }, () => Array(plan.columns).fill(".")));
  const inside = colours.filter(([cell]) => plan.get(...cell) !== 35);
  for (const [[layer, row, column], mark] of inside) marks[layer][row][column] = mark;
  return inside.length ? marks.map(rows => rows.map(row => row.join("")).join("/")).join("//") : "";
}

/** Move everything in the keys that lies on a board to the board that comes after it; to: the new place of a cell [layer, row, column]. */
export function carried(keys, brushes, plan, next, to) {
  const within = ([layer, row, column]) => plan.has(layer, row, column);
  const carry = cells => cells.map(cell => to(...cell));
  for (const { key, stroke } of brushes) {
    if (!key || !keys[key]) continue;
    if (stroke === "place") {
      const goals = goalsOf(keys[key]);
      if (goals) keys[key] = goalsAs(goals.map(([letter, cell]) => [letter, to(...cell)]));
    } else {
      keys[key] = textOf(carry(cellsOf(keys[key]).filter(within)), plan.solid);
    }
  }
  if (keys.fixed) keys.fixed = fixedAs(fixedOf(keys.fixed).map(({ piece, cells }) => ({ piece, cells: carry(cells) })), plan.solid);
  if (typeof keys.optional === "string" && keys.optional !== "all") keys.optional = textOf(carry(cellsOf(keys.optional)), plan.solid);
  if (keys.colours?.cells) {
    const cells = coloursAs(coloursOf(keys.colours.cells).map(([cell, mark]) => [to(...cell), mark]).filter(([cell]) => next.has(...cell)), next);
    keys.colours = { ...keys.colours, cells };
    if (!cells) delete keys.colours.cells;
  }
  for (const [key, value] of Object.entries(keys)) if (value === "" || value?.length === 0) delete keys[key];
}
