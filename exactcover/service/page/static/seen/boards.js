/* Boards with their pieces, as the server sends them: {dims, pieces: [[name, cells]], open: [cell], marks: [[cell, text]]}. */
import { hairlines, outline } from "../board.js";
import { coloursOf, drawn, pieceGroup, svg } from "../palette.js";
import { bodyPicture } from "./solid.js";

const SIZE = 40;

export const isSolid = board => board.dims.length === 3;

/** A flat board with its ground, its pieces and its marks. colours: of the pieces, if they are not its own. */
export function flatPicture({ dims: [rows, columns], pieces, open, marks = [] }, colours = null) {
  const cells = [...open, ...pieces.flatMap(([, own]) => own)];
  const own = colours ?? coloursOf(pieces);
  const picture = svg("svg", { class: "flat", viewBox: `-3 -3 ${columns * SIZE + 6} ${rows * SIZE + 6}` },
    svg("path", { class: "ground", d: outline(cells, SIZE, -1, 4) }),
    svg("path", { class: "lines", d: hairlines(cells, SIZE, 0) }));
  pieces.forEach(([name, each], number) => picture.append(drawn(pieceGroup(name, own[number]), each, SIZE)));
  for (const [[row, column], mark] of marks) {
    picture.append(svg("text", { class: "mark", x: (column + 0.5) * SIZE, y: (row + 0.66) * SIZE, "text-anchor": "middle", "font-size": SIZE * 0.42 }, mark));
  }
  return picture;
}

/** A board as a picture, flat or in space. */
export function boardPicture(board) {
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
