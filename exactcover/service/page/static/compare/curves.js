/* Curves over sizes: the work or the time of each engine, on a scale of orders of magnitude; hollow marks: not solved. */
import { svg } from "../palette.js";
import { grouped } from "../words.js";

const text = (x, y, content, attributes = {}) => svg("text", { x, y, ...attributes }, content);

function ticks(low, high) {
  const step = Math.max(1, Math.ceil((high - low) / 5)), powers = [];
  for (let power = low; power <= high; power += step) powers.push(power);
  return powers;
}

const named = power => (power < 0 ? String(10 ** power) : power > 6 ? `10^${power}` : grouped(10 ** power));

/** The curves of engines; points: by engine [{ at, value, solved }]; unit: of the values; axis: of the sizes. */
export function curves(lines, { axis, unit, width, name }) {
  const narrow = width < 460, left = 76, right = width - (narrow ? 14 : 130), top = 30, bottom = 290, height = narrow ? 366 + 18 * lines.length : 352;
  const points = lines.flatMap(line => line.points), places = points.map(point => point.at);
  const least = Math.min(...places), most = Math.max(...places, least + 1);
  const values = points.map(point => Math.log10(Math.max(point.value, 1e-4)));
  const low = Math.floor(Math.min(...values)), high = Math.max(low + 1, Math.ceil(Math.max(...values)));
  const x = at => left + 14 + ((at - least) / (most - least)) * (right - left - 28);
  const y = value => bottom - ((Math.log10(Math.max(value, 1e-4)) - low) / (high - low)) * (bottom - top);
  const drawing = [text(left, 16, unit, { class: "axis" })];
  for (const power of ticks(low, high)) drawing.push(svg("path", { class: "level", d: `M${left} ${y(10 ** power).toFixed(1)}H${right}` }), text(left - 8, y(10 ** power) + 4, named(power), { class: "axis", "text-anchor": "end" }));
  for (const at of new Set(places)) drawing.push(text(x(at), bottom + 22, String(at), { class: "axis", "text-anchor": "middle" }));
  drawing.push(text(right, bottom + 44, `${axis} →`, { class: "axis", "text-anchor": "end" }));
  const ends = [];
  lines.forEach(({ title, colour, points: own }, number) => {
    if (!own.length) return;
    const solved = own.filter(point => point.solved), group = svg("g", { class: `pc k${colour}` });
    group.append(svg("path", { class: "curved", d: solved.map((point, at) => `${at ? "L" : "M"}${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}`).join("") }));
    for (const point of own) {
      group.append(svg("circle", { class: "b", cx: x(point.at), cy: y(point.value), r: 5.5 }));
      if (!point.solved) group.append(svg("circle", { class: "hollow", cx: x(point.at), cy: y(point.value), r: 3 }));
    }
    const last = own.at(-1);
    let label = narrow ? bottom + 66 + 18 * number : y(last.value) + 4;
    if (!narrow) {
      while (ends.some(other => Math.abs(other - label) < 15)) label += 15;
      ends.push(label);
    }
    const at = narrow ? left + 16 : x(last.at) + 12;
    if (narrow) group.append(svg("circle", { class: "b", cx: left + 4, cy: label - 4, r: 5.5 }));
    drawing.push(group, text(at, label, title, { class: "name" }));
  });
  return svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name }, ...drawing);
}
