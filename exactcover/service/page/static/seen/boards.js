/* Boards with their pieces, as the server sends them: {dims, pieces: [[name, cells]], open: [cell], marks: [[cell, text]]}, and
   their lattice if they are not of squares; the `shapes` of the cells of a body that are no cubes. */
import { LATTICES } from "../lattices.js";
import { coloursOf, drawn, pieceGroup, svg } from "../palette.js";
import { SQUARES } from "../squares.js";
import { bodyPicture } from "./solid.js";

const SIZE = 40;

export const isSolid = board => board.dims.length === 3;

/** A flat board with its ground, its pieces and its marks. colours: of the pieces, if they are not its own. */
export function flatPicture({ lattice: name, dims: [rows, columns], pieces, open, marks = [] }, colours = null) {
  const lattice = LATTICES[name] ?? SQUARES;
  const cells = [...open, ...pieces.flatMap(([, own]) => own)];
  const own = colours ?? coloursOf(pieces, lattice);
  const { x, y, w, h } = name ? lattice.box(cells) : { x: 0, y: 0, w: columns, h: rows };
  const picture = svg("svg", { class: "flat", viewBox: [x * SIZE - 3, y * SIZE - 3, w * SIZE + 6, h * SIZE + 6].map(each => Number(each.toFixed(1))).join(" ") },
    svg("path", { class: "ground", d: lattice.outline(cells, SIZE, -1, 4) }),
    svg("path", { class: "lines", d: lattice.hairlines(cells, SIZE, 0) }));
  pieces.forEach(([title, each], number) => picture.append(drawn(pieceGroup(title, own[number]), each, SIZE, lattice)));
  for (const [cell, mark] of marks) {
    const [right, down] = lattice.centre(cell);
    picture.append(svg("text", { class: "mark", x: right * SIZE, y: (down + 0.16) * SIZE, "text-anchor": "middle", "font-size": SIZE * 0.42 }, mark));
  }
  return picture;
}

/** A board as a picture, flat or in space. */
export function boardPicture(board) {
  if (board.shapes) {
    const picture = svg("svg", { class: "solid", "aria-hidden": "true" });
    import("./polyhedra.js").then(({ fill }) => fill(picture, board));
    return picture;
  }
  return isSolid(board) ? bodyPicture(board.pieces) : flatPicture(board);
}

/** Make a picture say what it is. */
export function named(picture, name) {
  picture.removeAttribute("aria-hidden");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", name);
  return picture;
}

/** Fill the elements of a page that have a board to draw. */
export function drawBoards(root) {
  for (const place of root.querySelectorAll("[data-board]:not([data-main])")) {
    if (!place.firstChild) place.append(named(boardPicture(JSON.parse(place.dataset.board)), place.dataset.name));
  }
}
