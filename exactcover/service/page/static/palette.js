/* Which of the 24 colours of tokens.css a piece has, and how a piece is drawn. */
import { keyOf } from "./board.js";
import { SQUARES } from "./squares.js";

/** A pentomino has the same colour everywhere. */
const OF_PENTOMINO = { F5: 7, I5: 1, L5: 5, N5: 0, P5: 9, T5: 2, U5: 6, V5: 3, W5: 10, X5: 8, Y5: 11, Z5: 4 };
const APART = [0, 2, 7, 4, 9, 11, 6, 1, 8, 3, 10, 5];

/** The colour of a loose piece; number: its own among all pieces; alone: there is one copy of it. */
export function colourOf(name, number, alone) {
  return alone && name in OF_PENTOMINO ? OF_PENTOMINO[name] : (APART[number % 12] + (number % 24 > 11 ? 12 : 0));
}

/** The colours of the pieces of a solution, a list of [name, cells]: that of each pentomino, else apart from its neighbours. */
export function coloursOf(solution, lattice = SQUARES) {
  const names = solution.map(([name]) => name);
  if (new Set(names).size === names.length) return names.map((name, number) => colourOf(name, number, true));
  const owner = new Map(solution.flatMap(([, cells], number) => cells.map(cell => [keyOf(...cell), number])));
  const colours = [];
  solution.forEach(([, cells], number) => {
    const near = new Set(cells.flatMap(cell => lattice.beside(cell)).map(cell => colours[owner.get(keyOf(...cell))]));
    const order = APART.map((_, step) => APART[(step + number) % APART.length]);
    colours[number] = order.find(colour => !near.has(colour)) ?? order[0];
  });
  return colours;
}

const SVG = "http://www.w3.org/2000/svg";

/** A new element of a drawing. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A new group for a piece, which `drawn` fills. */
export function pieceGroup(name, colour) {
  return svg("g", { class: `pc k${colour}` },
    svg("path", { class: "b" }), svg("path", { class: "in" }),
    svg("text", { class: "letter", "text-anchor": "middle", "aria-hidden": "true" }, name.charAt(0).toUpperCase()));
}

/** Draw a piece into its group. */
export function drawn(group, cells, size, lattice = SQUARES) {
  const [body, lines, letter] = group.children;
  body.setAttribute("d", lattice.outline(cells, size, size > 20 ? 1.4 : 0.7));
  lines.setAttribute("d", size > 15 ? lattice.hairlines(cells, size) : "");
  const [x, y] = lattice.centre(lattice.middle(cells));
  letter.setAttribute("x", x * size);
  letter.setAttribute("y", (y + 0.16) * size);
  letter.setAttribute("font-size", size * 0.44);
  return group;
}

/** A picture of a solution. */
export function thumbnail(solution, size = 20) {
  const cells = solution.flatMap(([, own]) => own);
  const rows = Math.max(...cells.map(cell => cell[0])) + 1, columns = Math.max(...cells.map(cell => cell[1])) + 1;
  const colours = coloursOf(solution);
  return svg("svg", { viewBox: `-1 -1 ${columns * size + 2} ${rows * size + 2}`, "aria-hidden": "true" },
    ...solution.map(([name, own], number) => drawn(pieceGroup(name, colours[number]), own, size)));
}
