/* Bodies of other cells than cubes: prisms, tetrahedra, spheres. The server sends the faces of each class of cells as `shapes` of a
   board; the faces that are seen, their order and the outlines of pieces follow from these. Loaded where such a body is shown. */
import { svg } from "../palette.js";
import { MOST_ORDERED, NEAR, coloursOfBody, dot, letter, seenFrom, text } from "./solid.js";

/** The first direction: none of the usual cells is seen edge on. */
export const VIEW = { turn: 0.62, tilt: 0.5 };
const SHINE = [[0.5, 0, -0.13], [0.44, 0.05, -0.05], [0.35, 0.1, 0.01], [0.24, 0.15, 0.06], [0.12, 0.19, 0.12]];  // radius, aside, shade

const plus = (a, b) => a.map((each, axis) => each + b[axis]);
const minus = (a, b) => a.map((each, axis) => each - b[axis]);
const times = (a, by) => a.map(each => each * by);

/** A body as its cells: each knows its piece, where it is, and its faces that belong to no other cell of the piece. */
export function partsOf(board) {
  const { modulus, axes, grain, balls, faces } = board.shapes;
  const place = point => [0, 1, 2].map(axis => point.reduce((sum, each, step) => sum + each * axes[step][axis], 0));
  const facesOf = cell => faces[cell.map(each => ((each % modulus) + modulus) % modulus).join()];
  const pieces = board.pieces.length ? board.pieces : [["", board.open]];
  const every = pieces.flatMap(([, cells]) => cells.map(place));
  const middle = [0, 1, 2].map(axis => (Math.min(...every.map(each => each[axis])) + Math.max(...every.map(each => each[axis]))) / 2);
  const owner = new Map(pieces.flatMap(([, cells], piece) => cells.map(cell => [cell.join(), piece])));
  const normals = [];
  const cells = pieces.flatMap(([, own], piece) => {
    const planes = new Map();
    const made = own.map(cell => ({ piece, cell, at: minus(place(cell), middle), ...shapeOf(cell) }));
    function shapeOf(cell) {
      const corners = facesOf(cell).flatMap(([, ...loop]) => loop.map(corner => place(times(corner, 1 / grain))));
      const shown = facesOf(cell).filter(([beyond]) => owner.get(plus(cell, beyond).join()) !== piece).map(([beyond, ...loop]) => {
        const way = place(beyond), normal = times(way, 1 / Math.hypot(...way));
        const edges = loop.map((corner, number) => {
          const ends = [corner, loop[(number + 1) % loop.length]].map(each => plus(times(cell, grain), each).join()).sort();
          const key = `${ends.join(" ")} ${beyond.join()}`;
          planes.set(key, (planes.get(key) ?? 0) + 1);
          return key;
        });
        return { out: plus(cell, beyond).join(), normal, edges, corners: loop.map(corner => place(times(corner, 1 / grain))) };
      });
      return { corners, faces: shown };
    }
    // An edge that two faces in one plane share is no edge of the piece.
    for (const { faces: each } of made) for (const face of each) face.hard = face.edges.map(key => planes.get(key) === 1);
    return made;
  });
  for (const [, kind] of Object.entries(faces)) {
    for (const [beyond] of kind) {
      const way = place(beyond), normal = times(way, 1 / Math.hypot(...way));
      if (!normals.some(each => Math.abs(dot(each, normal)) > 1 - NEAR)) normals.push(normal);
    }
  }
  for (const each of cells) {
    each.spans = normals.map(normal => {
      const along = each.corners.map(corner => dot(corner, normal));
      return [Math.min(...along), Math.max(...along)];
    });
    if (balls) each.corners = [];
  }
  const centres = pieces.map(([, own]) => times(own.map(cell => minus(place(cell), middle)).reduce(plus), 1 / own.length));
  const beside = cell => facesOf(cell).map(([beyond]) => plus(cell, beyond));
  const colours = board.pieces.length ? coloursOfBody(pieces, beside) : [];
  return { cells, owner, centres, normals, balls, colours, names: pieces.map(([name]) => name.charAt(0).toUpperCase()) };
}

/** Whether a cell may lie in front of another one (1), behind it (-1), or they do not meet on the picture (0). */
function order(a, b, ways) {
  let front = false, behind = false;
  for (let k = 0; k < ways.length; k++) {
    const above = a.depths[k] + a.spans[k][0] >= b.depths[k] + b.spans[k][1] - NEAR;
    const below = a.depths[k] + a.spans[k][1] <= b.depths[k] + b.spans[k][0] + NEAR;
    if (!above && !below) continue;
    if (Math.abs(ways[k]) < NEAR) return 0;
    if (above === ways[k] > 0) front = true;
    else behind = true;
  }
  return front === behind ? 0 : front ? 1 : -1;
}

/** Cells from back to front: by depth if they fill space or are balls; pulled apart, each after those that it covers. */
function sorted(cells, parts, towards, apart) {
  const near = cells.toSorted((a, b) => dot(a.place, towards) - dot(b.place, towards));
  if (!apart || parts.balls || cells.length > MOST_ORDERED) return near;
  const ways = parts.normals.map(normal => dot(normal, towards));
  for (const cell of cells) cell.depths = parts.normals.map(normal => dot(cell.place, normal));
  const done = new Set(), list = [];
  const visit = cell => {
    if (done.has(cell)) return;
    done.add(cell);
    for (const other of near) if (other !== cell && !done.has(other) && order(cell, other, ways) > 0) visit(other);
    list.push(cell);
  };
  near.forEach(visit);
  return list;
}

function shaded(path, shade) {
  path.style.setProperty("--shade", shade.toFixed(3));
  return path;
}

/** A ball as discs, from its rim to its brightest point. */
function ballOf(cell, point) {
  const [right, down] = point(cell.place);
  const disc = (radius, aside, name) => svg("circle", { class: name, cx: (right - aside).toFixed(3), cy: (down - aside).toFixed(3), r: radius });
  return [...SHINE.map(([radius, aside, shade]) => shaded(disc(radius, aside, "face"), shade)), disc(0.5, 0, "edge")];
}

/** The faces of a cell that are seen, and their edges. */
function facesOf(cell, parts, { point, towards, covered }) {
  const shown = [];
  let hard = "", soft = "";
  for (const { out, normal, corners, hard: folds } of cell.faces) {
    const looks = dot(normal, towards);
    if (looks < NEAR || covered(cell, out)) continue;
    const seen = corners.map(corner => point(plus(cell.place, corner)));
    const [right, down] = point(normal);
    shown.push(shaded(svg("path", { class: "face", d: `M${text(seen)}Z` }), -0.1 + 0.1 * looks - 0.05 * right - 0.1 * down));
    seen.forEach((corner, number) => {
      const edge = `M${text([corner, seen[(number + 1) % seen.length]])}`;
      if (folds[number]) hard += edge;
      else soft += edge;
    });
  }
  if (!shown.length) return [];
  return [...shown, ...(soft ? [svg("path", { class: "soft-edge", d: soft })] : []), svg("path", { class: "edge", d: hard })];
}

/** Draw a body into an SVG element, as drawBody of solid.js does. */
export function drawBody(picture, parts, { turn, tilt, apart = 0, lifted = new Set(), only = null, fit = false }) {
  const { point, towards } = seenFrom({ turn, tilt });
  const shift = parts.centres.map((centre, piece) => plus(times(centre, apart), [lifted.has(piece) ? 1.9 : 0, 0, 0]));
  const cells = parts.cells.filter(cell => only === null || cell.piece === only);
  for (const cell of cells) cell.place = plus(cell.at, shift[cell.piece]);
  const covered = (cell, out) => {
    const other = only === null ? parts.owner.get(out) : undefined;
    return other !== undefined && !apart && lifted.has(other) === lifted.has(cell.piece);
  };
  const groups = new Map();
  const drawn = sorted(cells, parts, towards, apart || lifted.size).map(cell => {
    const marks = parts.balls ? ballOf(cell, point) : facesOf(cell, parts, { point, towards, covered });
    if (!marks.length) return null;
    const colour = parts.colours[cell.piece];
    const group = svg("g", { class: colour === undefined ? "open" : `pc k${colour}`, "data-piece": cell.piece }, ...marks);
    groups.set(cell.piece, [group, point(cell.place)]);
    return group;
  });
  for (const [piece, [group, [right, down]]] of groups) group.append(letter(parts.names[piece], right, down));
  picture.replaceChildren(...drawn.filter(Boolean));
  picture.setAttribute("viewBox", fit ? bounds(cells, point) : around(parts, lifted));
  return picture;
}

/** The part of the plane that cells take up. */
function bounds(cells, point) {
  const points = cells.flatMap(({ place, corners }) =>
    (corners.length ? corners.map(corner => point(plus(place, corner))) : [-0.5, 0.5].map(by => plus(point(place), [by, by]))));
  const [left, top] = [0, 1].map(axis => Math.min(...points.map(each => each[axis])) - 0.05);
  const [right, bottom] = [0, 1].map(axis => Math.max(...points.map(each => each[axis])) + 0.05);
  return `${left} ${top} ${right - left} ${bottom - top}`;
}

/** The same part from every direction. */
function around(parts, lifted) {
  const far = ({ place, corners }) => (corners.length ? Math.max(...corners.map(corner => Math.hypot(...plus(place, corner)))) : Math.hypot(...place) + 0.5);
  const reach = Math.max(...parts.cells.map(far)) + 0.1, up = lifted.size ? 0.4 : 0;
  return `${-reach} ${-reach - up} ${2 * reach} ${2 * reach + up}`;
}

/** Fill a small picture with a body. */
export function fill(picture, board) {
  return drawBody(picture, partsOf(board), { ...VIEW, fit: true });
}
