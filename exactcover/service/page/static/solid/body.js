/* The picture of a body that is being filled: the placed pieces in the box of the body, turned by quarters or pulled apart. */
import { ISOMETRIC, cubesOf, drawBody } from "../seen/solid.js";
import { svg } from "../palette.js";

export class Body {
  constructor(host, space) {
    Object.assign(this, { space, quarter: 0, apart: 0 });
    this.middle = space.dims.map(each => (each - 1) / 2);
    this.picture = svg("svg", { class: "solid", role: "img" });
    this.box = svg("svg", { class: "box", "aria-hidden": "true" });
    host.append(this.box, this.picture);
  }

  get view() {
    return { turn: ISOMETRIC.turn + this.quarter * Math.PI / 2, tilt: ISOMETRIC.tilt };
  }

  /** A point of space as it is seen, from the middle of the body. */
  point([z, y, x]) {
    const { turn, tilt } = this.view, [ct, st] = [Math.cos(turn), Math.sin(turn)];
    return [x * ct - y * st, (x * st + y * ct) * Math.sin(tilt) - z * Math.cos(tilt)];
  }

  /** The floor of the body as lines, and the part of the plane that the whole body takes up. */
  floor() {
    const [layers, rows, columns] = this.space.dims;
    const at = (z, y, x) => this.point([z - 0.5 - this.middle[0], y - 0.5 - this.middle[1], x - 0.5 - this.middle[2]]);
    const line = (a, b) => `M${a.map(each => each.toFixed(3)).join(" ")}L${b.map(each => each.toFixed(3)).join(" ")}`;
    let path = "";
    for (let y = 0; y <= rows; y++) path += line(at(0, y, 0), at(0, y, columns));
    for (let x = 0; x <= columns; x++) path += line(at(0, 0, x), at(0, rows, x));
    const corners = [0, layers].flatMap(z => [0, rows].flatMap(y => [0, columns].map(x => at(z, y, x))));
    const reach = axis => Math.max(...corners.map(corner => Math.abs(corner[axis]))) * (1 + this.apart) + 0.1;
    return { path, viewBox: `${-reach(0)} ${-reach(1)} ${2 * reach(0)} ${2 * reach(1)}` };
  }

  /** Draw the placed pieces, and one more that is held where it fits. */
  show(held) {
    const placed = [
      ...this.space.fixed.map(each => ({ name: each.piece, cells: each.cells, colour: each.colour })),
      ...this.space.pieces.filter(piece => piece.at).map(piece => ({ ...piece, cells: this.space.placeOf(piece) })),
      ...(held ? [{ ...held.piece, cells: this.space.placeOf(held.piece, held.at) }] : []),
    ];
    const { path, viewBox } = this.floor();
    this.box.replaceChildren(svg("path", { d: path }));
    if (placed.length) this.draw(placed);
    else this.picture.replaceChildren();
    for (const each of [this.box, this.picture]) each.setAttribute("viewBox", viewBox);
    this.picture.setAttribute("aria-label", `The body with ${placed.length} piece${placed.length === 1 ? "" : "s"} in it`);
  }

  draw(placed) {
    const parts = cubesOf(placed.map(({ name, cells }) => [name, cells]));
    for (const cube of parts.cubes) cube.at = cube.cell.map((each, axis) => each - this.middle[axis]);
    parts.centres = placed.map(({ cells }) => [0, 1, 2].map(axis => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length - this.middle[axis]));
    parts.colours = placed.map(({ colour }) => colour);
    drawBody(this.picture, parts, { ...this.view, apart: this.apart });
  }
}

/** A small picture of a piece as it lies. */
export function pieceBody(piece) {
  const parts = cubesOf([[piece.name, piece.cells]]);
  parts.colours = [piece.colour];
  return drawBody(svg("svg", { class: "solid", "aria-hidden": "true" }), parts, { ...ISOMETRIC, fit: true });
}
