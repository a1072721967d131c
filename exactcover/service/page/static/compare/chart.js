/* The chart of a comparison: work on a scale of orders of magnitude, against the cost, or against solved and not solved. */
import { svg } from "../palette.js";
import { grouped } from "../words.js";

const text = (x, y, content, attributes = {}) => svg("text", { x, y, ...attributes }, content);

/** The scale of work: from a number to a place, and the powers of ten on it. */
function scale(works, left, right, narrow) {
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...works)))), high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(1, ...works) + 1)));
  const at = work => left + ((Math.log10(Math.max(1, work)) - low) / (high - low)) * (right - left);
  const step = Math.ceil((high - low) / (narrow ? 4 : 7));
  const ticks = [];
  for (let power = low; power <= high; power += step) ticks.push(10 ** power);
  return { at, ticks };
}

const short = (number, narrow) => (narrow && number >= 1e6 ? `${number / 1e6}M` : narrow && number >= 1000 ? `${number / 1000}k` : grouped(number));

/** Round numbers between two bounds. */
function levels(least, most) {
  const raw = (most - least) / 4 || 1, power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map(each => each * power).find(each => each >= raw));
  const values = [];
  for (let value = Math.ceil((least + step / 2) / step) * step; value <= most + step / 2; value += step) values.push(value);
  return values;
}

/** A place for a label of a point, above or below it, that no other label has taken. */
function placed(x, y, width, taken, bounds) {
  const left = Math.min(Math.max(x - width / 2, bounds[0]), bounds[1] - width);
  for (const down of [-15, 27, -31, 43, -47, 59]) {
    const box = [left, y + down - 12, left + width, y + down + 3];
    if (taken.some(other => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) continue;
    taken.push(box);
    return [left + width / 2, y + down];
  }
  return [left + width / 2, y - 15];
}

function mark(entry, x, y) {
  const group = svg("g", { class: `pc k${entry.colour}` }, svg("circle", { class: "b", cx: x, cy: y, r: 8 }));
  if (!entry.proved) group.append(svg("circle", { class: "hollow", cx: x, cy: y, r: 3 }));
  return group;
}

/** Work against cost; engines without a solution have a line of their own at the foot. */
function ofCosts(entries, unsolved, width, unit, best) {
  const narrow = width < 460, extra = unsolved.length ? 56 : 0, height = (narrow ? 350 : 430) + extra, left = narrow ? 40 : 62, right = width - 14, top = narrow ? 70 : 56, bottom = height - 62 - extra;
  const { at, ticks } = scale([...entries, ...unsolved].map(entry => entry.work), left + 16, right - 34, narrow);
  const costs = entries.map(entry => entry.cost), least = Math.min(...costs), most = Math.max(...costs);
  const y = cost => (most === least ? (top + bottom) / 2 : bottom - 26 - ((cost - least) / (most - least)) * (bottom - 26 - top));
  const drawing = [text(left, 18, unit === "move" ? "moves in the plan" : "cost", { class: "axis" })];
  for (const level of most === least ? [] : levels(least, most)) {
    drawing.push(svg("path", { class: "level", d: `M${left} ${y(level).toFixed(1)}H${right}` }), text(left - 8, y(level) + 4, String(level), { class: "axis", "text-anchor": "end" }));
  }
  if (best !== null) {
    drawing.push(svg("rect", { class: "proved", x: left, y: y(best) - 11, width: right - left, height: 22, rx: 11 }));
    drawing.push(text(left - 8, y(best) + 4, String(best), { class: "axis best", "text-anchor": "end" }));
  } else {
    drawing.push(text(left - 8, y(least) + 4, String(least), { class: "axis", "text-anchor": "end" }));
  }
  for (const tick of ticks) drawing.push(text(at(tick), height - 34, short(tick, narrow), { class: "axis", "text-anchor": "middle" }));
  drawing.push(text(right, height - 10, "nodes, each ten times more →", { class: "axis", "text-anchor": "end" }));
  const taken = [[left - 40, height - 46, right, height]];
  for (const entry of entries) {
    const x = at(entry.work);
    if (entry.cost > least) {
      drawing.push(svg("path", { class: "drop", d: `M${x.toFixed(1)} ${y(entry.cost).toFixed(1)}V${y(least).toFixed(1)}` }));
      drawing.push(text(x + 14, y(entry.cost) + 4, `+${entry.cost - least}`, { class: "axis" }));
    }
    taken.push([x - 9, y(entry.cost) - 9, x + (entry.cost > least ? 44 : 9), y(entry.cost) + 9]);
  }
  const foot = bottom + 44;
  if (unsolved.length) drawing.push(svg("path", { class: "level", d: `M${left} ${foot}H${right}` }), text(left - 8, foot + 4, "none", { class: "axis", "text-anchor": "end" }));
  for (const entry of unsolved) taken.push([at(entry.work) - 9, foot - 9, at(entry.work) + 9, foot + 9]);
  for (const entry of unsolved) {
    const [labelX, labelY] = placed(at(entry.work), foot, entry.title.length * 7.2, taken, [2, width - 2]);
    drawing.push(mark({ ...entry, proved: false }, at(entry.work), foot), text(labelX, labelY, entry.title, { class: "name", "text-anchor": "middle" }));
  }
  for (const entry of entries) {
    const x = at(entry.work), [labelX, labelY] = placed(x, y(entry.cost), entry.title.length * 7.2, taken, [2, width - 2]);
    drawing.push(mark(entry, x, y(entry.cost)), text(labelX, labelY, entry.title, { class: "name", "text-anchor": "middle" }));
  }
  if (best !== null) drawing.push(text(right, narrow ? 38 : 18, `${best}: nothing better, engines report`, { class: "axis best", "text-anchor": "end" }));
  return [drawing, height];
}

/** Work alone, a line for each engine; hollow: not solved. */
function ofWork(entries, width) {
  const narrow = width < 460, left = narrow ? 116 : 160, right = width - 60, row = 40, top = 22, height = top + entries.length * row + 56;
  const { at, ticks } = scale(entries.map(entry => entry.work), left, right, narrow);
  const drawing = [];
  for (const tick of ticks) drawing.push(svg("path", { class: "level", d: `M${at(tick).toFixed(1)} ${top - 6}V${height - 52}` }), text(at(tick), height - 34, short(tick, narrow), { class: "axis", "text-anchor": "middle" }));
  entries.forEach((entry, number) => {
    const y = top + number * row + 14, x = at(entry.work);
    drawing.push(svg("path", { class: "stem", d: `M${left} ${y}H${x.toFixed(1)}` }), mark({ ...entry, proved: entry.state !== "unsolved" }, x, y));
    drawing.push(text(left - 12, y + 4, entry.title, { class: "name", "text-anchor": "end" }));
    drawing.push(text(x + 14, y + 4, entry.state === "unsolved" ? "not solved" : grouped(entry.work), { class: "axis" }));
  });
  drawing.push(text(right + 40, height - 10, "nodes, each ten times more →", { class: "axis", "text-anchor": "end" }));
  return [drawing, height];
}

/** The chart for a width in pixels; name: what a screen reader says of it. */
export function chart(entries, unit, width, name) {
  const solved = entries.filter(entry => entry.state === "solved" && entry.cost !== null);
  const ran = entries.filter(entry => entry.work !== null);
  if (!ran.length) return null;
  const proving = solved.filter(entry => entry.proved).map(entry => entry.cost);
  const [drawing, height] = solved.length ? ofCosts(solved, ran.filter(entry => entry.state === "unsolved"), width, unit, proving.length ? Math.min(...proving) : null) : ofWork(ran, width);
  return svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name }, ...drawing);
}
