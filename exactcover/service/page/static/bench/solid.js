/* Solids on the bench: a picture of each piece, and layers of the board; loaded for these alone. */
import { svg } from "../palette.js";
import { carried } from "./cells.js";
import { Plan } from "./plan.js";

const CUBE = 14;

/** Draw a solid piece as cubes seen from a corner. */
export function drawSolid(picture, cells, colour) {
  const [a, b] = [CUBE * 0.87, CUBE / 2];
  const at = ([layer, row, column]) => [(column - row) * a, (column + row) * b - layer * CUBE];
  const order = [...cells].sort((p, q) => (p[0] + p[1] + p[2]) - (q[0] + q[1] + q[2]) || p[0] - q[0]);
  const group = svg("g", { class: `pc k${colour}` });
  for (const cell of order) {
    const [x, y] = at(cell);
    const faces = [[`M${x} ${y}l${a} ${b}l${-a} ${b}l${-a} ${-b}z`, 1], [`M${x - a} ${y + b}l${a} ${b}v${CUBE}l${-a} ${-b}z`, 0.86], [`M${x + a} ${y + b}l${-a} ${b}v${CUBE}l${a} ${-b}z`, 0.72]];
    for (const [d, light] of faces) {
      const face = svg("path", { class: "b", d });
      face.style.filter = light < 1 ? `brightness(${light})` : "";
      group.append(face);
    }
  }
  const points = cells.map(at), xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - a - 2, Math.min(...ys) - 2];
  picture.setAttribute("viewBox", `${left} ${top} ${Math.max(...xs) + a + 2 - left} ${Math.max(...ys) + 2 * b + CUBE + 2 - top}`);
  picture.append(group);
}

/** Add a layer, like the last one. */
export function addLayer(bench) {
  const { plan } = bench, layers = plan.layers + 1;
  bench.edit(keys => {
    const next = plan.copied(plan.rows, plan.columns, (...cell) => cell, layers), size = plan.rows * plan.columns;
    next.marks.copyWithin(size * plan.layers, size * (plan.layers - 1), size * plan.layers);
    next.solid = true;
    carried(keys, bench.brushes, { ...plan, solid: true, has: plan.has.bind(plan) }, next, (...cell) => cell);
    bench.setPlan(next);
  });
  bench.surface.fit();
}

export function removeLayer(bench) {
  const { plan } = bench;
  if (plan.layers < 2) return;
  bench.edit(keys => {
    const next = new Plan(plan.layers - 1, plan.rows, plan.columns, plan.marks.slice(0, -plan.rows * plan.columns), plan.layers > 2);
    carried(keys, bench.brushes, { solid: next.solid, has: next.has.bind(next) }, next, (...cell) => cell);
    bench.setPlan(next);
  });
  bench.surface.fit();
}
