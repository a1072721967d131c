/* Bodies of cubes: which faces are seen from a direction, in which order they are drawn, and the outlines of pieces.
   Cells are [layer, row, column]; a body is a list of [name, cells], its pieces. */
import { svg } from "../palette.js";

/** The direction of the pictures of the gallery: three faces alike. */
export const ISOMETRIC = { turn: Math.PI / 4, tilt: 0.6155 };
const ORDER = [8, 0, 2, 4, 9, 7, 11, 5, 1, 6, 3, 10, 13, 19, 21, 14, 23, 16];
export const MOST_ORDERED = 250;
export const NEAR = 1e-6;

const sixBeside = ([z, y, x]) => [[z - 1, y, x], [z + 1, y, x], [z, y - 1, x], [z, y + 1, x], [z, y, x - 1], [z, y, x + 1]];

/** The colours of the pieces of a body: all different while there are enough, and none that a neighbour has. beside: of a cell. */
export function coloursOfBody(body, beside = sixBeside) {
  const owner = new Map(body.flatMap(([, cells], number) => cells.map(cell => [cell.join(), number])));
  const colours = [];
  body.forEach(([, cells], number) => {
    const near = new Set(cells.flatMap(beside).map(cell => colours[owner.get(cell.join())]));
    const order = ORDER.map((_, step) => ORDER[(step + number) % ORDER.length]);
    colours[number] = order.find(colour => !near.has(colour)) ?? order[0];
  });
  return colours;
}

const mean = (cells, axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;

/** A body as its cubes: each knows its piece and which neighbours belong to it; and the middle of it all. */
export function cubesOf(body) {
  const names = body.map(([name]) => name.charAt(0).toUpperCase());
  const all = body.flatMap(([, cells]) => cells);
  const middle = [0, 1, 2].map(axis => (Math.min(...all.map(cell => cell[axis])) + Math.max(...all.map(cell => cell[axis]))) / 2);
  const owner = new Map(body.flatMap(([, cells], piece) => cells.map(cell => [cell.join(), piece])));
  const centres = body.map(([, cells]) => [0, 1, 2].map(axis => mean(cells, axis) - middle[axis]));
  const cubes = body.flatMap(([, cells], piece) => cells.map(cell => ({ piece, cell, at: cell.map((each, axis) => each - middle[axis]) })));
  return { cubes, owner, centres, names, colours: coloursOfBody(body) };
}

/** The two functions of a direction: a point as it is seen, [right, down]; and the vector towards the reader. */
export function seenFrom({ turn, tilt }) {
  const [ct, st, cx, sx] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  const point = ([z, y, x]) => [x * ct - y * st, (x * st + y * ct) * sx - z * cx];
  return { point, towards: [sx, ct * cx, st * cx] };
}

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Whether a cube covers another one: 1 if it may lie in front of it, -1 behind, 0 if they do not meet on the picture. */
function order(a, b, towards) {
  let front = false, behind = false;
  for (let axis = 0; axis < 3; axis++) {
    const apart = a[axis] - b[axis];
    if (Math.abs(apart) < 1 - NEAR) continue;
    if (apart * towards[axis] > 0) front = true;
    else behind = true;
  }
  return front === behind ? 0 : front ? 1 : -1;
}

/** Cubes from back to front. Sorted by depth if they lie on one lattice; pulled apart, each after those that it covers. */
function sorted(cubes, towards, apart) {
  const near = cubes.toSorted((a, b) => dot(a.place, towards) - dot(b.place, towards));
  if (!apart || cubes.length > MOST_ORDERED) return near;
  const done = new Set(), list = [];
  const visit = cube => {
    if (done.has(cube)) return;
    done.add(cube);
    for (const other of near) {
      if (other !== cube && !done.has(other) && order(cube.place, other.place, towards) > 0) visit(other);
    }
    list.push(cube);
  };
  near.forEach(visit);
  return list;
}

export const text = points => points.map(point => point.map(each => each.toFixed(3)).join(" ")).join("L");

/** The faces of a cube that are seen, and their edges: hard where the piece ends or folds, soft between its cells. */
function faces(cube, owner, towards, point, covered) {
  const has = cell => owner.get(cell.join()) === cube.piece;
  const moved = (cell, axis, by) => cell.map((each, other) => (other === axis ? each + by : each));
  const shown = [];
  let hard = "", soft = "";
  for (let axis = 0; axis < 3; axis++) {
    if (Math.abs(towards[axis]) < NEAR) continue;
    const side = Math.sign(towards[axis]), out = moved(cube.cell, axis, side);
    if (has(out) || covered(cube, out)) continue;
    const [j, k] = [0, 1, 2].filter(other => other !== axis);
    const corner = (a, b) => point(moved(moved(moved(cube.place, axis, side / 2), j, a / 2), k, b / 2));
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => corner(a, b));
    shown.push([axis, `M${text(corners)}Z`, point(moved(cube.place, axis, side / 2))]);
    [[k, -1], [j, 1], [k, 1], [j, -1]].forEach(([along, by], number) => {
      const beside = moved(cube.cell, along, by);
      const edge = `M${text([corners[number], corners[(number + 1) % 4]])}`;
      if (has(beside) && !has(moved(beside, axis, side))) soft += edge;
      else hard += edge;
    });
  }
  return { shown, hard, soft };
}

/** The letter of a piece, on the face of it that is nearest to the reader; shown with letters only. */
export function letter(name, right, down) {
  const sized = { "text-anchor": "middle", "font-size": 0.44, "aria-hidden": "true" };
  return svg("text", { class: "letter", x: right.toFixed(3), y: (down + 0.15).toFixed(3), ...sized }, name);
}

/** Draw a body into an SVG element. view: turn, tilt; apart: how far the pieces are from each other; lifted: a set of pieces. */
export function drawBody(picture, parts, { turn, tilt, apart = 0, lifted = new Set(), only = null, fit = false }) {
  const { point, towards } = seenFrom({ turn, tilt });
  const shift = parts.centres.map((centre, piece) => centre.map((each, axis) => each * apart + (axis === 0 && lifted.has(piece) ? 1.9 : 0)));
  const cubes = parts.cubes.filter(cube => only === null || cube.piece === only);
  for (const cube of cubes) cube.place = cube.at.map((each, axis) => each + shift[cube.piece][axis]);
  const covered = (cube, cell) => {
    const other = only === null ? parts.owner.get(cell.join()) : undefined;
    return other !== undefined && !apart && lifted.has(other) === lifted.has(cube.piece);
  };
  const groups = new Map();
  const drawn = sorted(cubes, towards, apart || lifted.size).map(cube => {
    const { shown, hard, soft } = faces(cube, parts.owner, towards, point, covered);
    if (!shown.length) return null;
    const front = shown.reduce((best, each) => (Math.abs(towards[each[0]]) > Math.abs(towards[best[0]]) + NEAR ? each : best));
    const group = svg("g", { class: `pc k${parts.colours[cube.piece]}`, "data-piece": cube.piece },
      ...shown.map(([axis, d]) => svg("path", { class: `face f${axis}`, d })),
      ...(soft ? [svg("path", { class: "soft-edge", d: soft })] : []), svg("path", { class: "edge", d: hard }));
    groups.set(cube.piece, [group, front[2]]);
    return group;
  });
  for (const [piece, [group, [right, down]]] of groups) group.append(letter(parts.names[piece], right, down));
  picture.replaceChildren(...drawn.filter(Boolean));
  picture.setAttribute("viewBox", fit ? bounds(cubes, point) : around(parts, apart, lifted));
  return picture;
}

/** The part of the plane that cubes take up. */
function bounds(cubes, point) {
  const corners = cubes.flatMap(({ place: [z, y, x] }) =>
    [-0.5, 0.5].flatMap(a => [-0.5, 0.5].flatMap(b => [-0.5, 0.5].map(c => point([z + a, y + b, x + c])))));
  const [left, top] = [0, 1].map(axis => Math.min(...corners.map(each => each[axis])) - 0.05);
  const [right, bottom] = [0, 1].map(axis => Math.max(...corners.map(each => each[axis])) + 0.05);
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

/** The same part from every direction, so that a body keeps its size while it turns. */
function around(parts, apart, lifted) {
  const reach = Math.max(...parts.cubes.map(({ place }) => Math.hypot(...place.map(each => Math.abs(each) + 0.5)))) + 0.1;
  const up = lifted.size ? 0.4 : 0;
  return `${-reach} ${-reach - up} ${2 * reach} ${2 * reach + up}`;
}

/** How bodies of cubes are shown, as polyhedra.js shows others. */
export const CUBES = { partsOf: board => cubesOf(board.pieces), drawBody, VIEW: ISOMETRIC };

/** A small picture of a body. */
export function bodyPicture(body) {
  return drawBody(svg("svg", { class: "solid", "aria-hidden": "true" }), cubesOf(body), { ...ISOMETRIC, fit: true });
}
