/* Draws the pictures of scenes, which the server sends as plain data: boards, bars, chips, counts, curves. See proofs/scenes. */
import { hairlines, keyOf, middle, outline } from "../board.js";
import { coloursOf, drawn, pieceGroup, svg } from "../palette.js";

const SIZE = 32;

/** A new element of a page; children: elements or texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function written(text, [row, column], kind, size = 0.4) {
  const shrunk = size * SIZE * Math.min(1, 3.2 / Math.max(text.length, 1));
  return svg("text", { class: kind, x: (column + 0.5) * SIZE, y: (row + 0.5) * SIZE + shrunk * 0.36, "font-size": shrunk, "text-anchor": "middle" }, text);
}

/** The ground: cells without a tone as one path, with lines between them; the others as squares of their tones. */
function ground(cells) {
  const plain = cells.filter(([, , tone]) => !tone).map(([row, column]) => [row, column]);
  const parts = [];
  if (plain.length) parts.push(svg("path", { class: "floor", d: outline(plain, SIZE, 0, 3) }), svg("path", { class: "lines", d: hairlines(plain, SIZE, 0) }));
  for (const [row, column, tone, text] of cells) {
    const at = { x: column * SIZE, y: row * SIZE, width: SIZE, height: SIZE };
    if (tone === "tile") parts.push(svg("rect", { class: "tone-tile", x: at.x + 1.5, y: at.y + 1.5, width: SIZE - 3, height: SIZE - 3, rx: 5 }));
    else if (tone) parts.push(svg("rect", { class: `tone-${tone}`, ...at }));
    if (text) parts.push(written(text, [row, column], `weight on-${tone || "none"}`, tone === "tile" ? 0.46 : 0.4));
  }
  return parts;
}

/** The rim of the whole board. */
const rim = cells => svg("path", { class: "rim", d: outline(cells, SIZE, 0, 2) });

function struckOut(group, cells) {
  const rows = cells.map(cell => cell[0]), columns = cells.map(cell => cell[1]);
  const [top, left] = [Math.min(...rows), Math.min(...columns)], [bottom, right] = [Math.max(...rows) + 1, Math.max(...columns) + 1];
  group.append(svg("path", { class: "strike", d: `M${left * SIZE + 6} ${top * SIZE + 6}L${right * SIZE - 6} ${bottom * SIZE - 6}M${right * SIZE - 6} ${top * SIZE + 6}L${left * SIZE + 6} ${bottom * SIZE - 6}` }));
}

function* placed(pieces) {
  const colours = coloursOf(pieces.map(piece => [piece.name, piece.cells]));
  for (const [number, piece] of pieces.entries()) {
    const group = drawn(pieceGroup(piece.name, colours[number]), piece.cells, SIZE);
    if (piece.look) group.classList.add(piece.look);
    if (piece.text) {
      group.querySelector(".letter").remove();
      group.append(written(piece.text, middle(piece.cells), "label"));
    }
    if (piece.look === "struck") struckOut(group, piece.cells);
    yield group;
  }
}

/** A board as one drawing. */
function boardOf({ rows, columns, cells, pieces, marks, name }) {
  const all = cells.length ? cells.map(([row, column]) => [row, column]) : pieces.flatMap(piece => piece.cells);
  const dots = new Map(cells.map(([row, column, tone]) => [keyOf(row, column), tone]));
  const drawing = svg("svg", { class: "board", viewBox: `-2 -2 ${columns * SIZE + 4} ${rows * SIZE + 4}`, role: "img", "aria-label": name });
  drawing.append(...ground(cells));
  if (cells.length) drawing.append(rim(all));
  drawing.append(...placed(pieces));
  for (const { look, cells: own, text } of pieces) {
    if (look !== "seen" || text) continue;
    for (const [row, column] of own) drawing.append(svg("circle", { class: `dot of-${dots.get(keyOf(row, column)) || "none"}`, cx: (column + 0.5) * SIZE, cy: (row + 0.5) * SIZE, r: 5 }));
  }
  for (const [row, column] of marks) drawing.append(svg("rect", { class: "mark", x: column * SIZE + 1.5, y: row * SIZE + 1.5, width: SIZE - 3, height: SIZE - 3, rx: 5 }));
  return drawing;
}

function barsOf({ bars, name }) {
  const values = bars.map(bar => bar.value ?? 0), least = Math.min(0, ...values), most = Math.max(0, ...values, least + 1e-9);
  const span = most - least;
  const list = element("ul", { class: "bars", "aria-label": name });
  for (const { label, value, text, tone } of bars) {
    const bar = element("i", { class: tone });
    bar.style.left = `${(100 * (Math.min(0, value ?? 0) - least)) / span}%`;
    bar.style.width = `max(3px, ${(100 * Math.abs(value ?? 0)) / span}%)`;
    list.append(element("li", {}, element("span", {}, label), element("b", {}, text), element("div", { "aria-hidden": "true" }, bar)));
  }
  return list;
}

function groupsOf({ groups, note, name }) {
  const list = element("ul", { class: "groups", "aria-label": name });
  for (const { label, number, tone, marked } of groups) {
    const across = number > 120 ? 24 : number > 60 ? 12 : 8, step = 232 / across, side = step - 3;
    const height = Math.ceil(number / across) * (side * 0.62 + 3);
    const drawing = svg("svg", { viewBox: `-2 -2 236 ${height + 4}`, "aria-hidden": "true" });
    for (let each = 0; each < number; each++) {
      const x = (each % across) * step, y = Math.floor(each / across) * (side * 0.62 + 3);
      drawing.append(svg("rect", { class: `tone-${tone}${each >= number - marked ? " alone" : ""}`, x, y, width: side, height: side * 0.62, rx: 3 }));
    }
    list.append(element("li", {}, element("b", {}, label), drawing, marked ? element("em", {}, note) : ""));
  }
  return list;
}

function chipsOf({ chips, more, name }) {
  const list = element("ul", { class: "chips", "aria-label": name });
  for (const { name: label, text, tone } of chips) list.append(element("li", { class: tone ? `chip-${tone}` : "" }, element("span", {}, label), text ? element("b", {}, text) : ""));
  if (more) list.append(element("li", { class: "soft" }, `and ${more} more`));
  return list;
}

function stripOf({ boards, name }) {
  const list = element("ol", { class: "strip", "aria-label": name, tabindex: "0" });
  for (const each of boards) list.append(element("li", {}, boardOf(each)));
  return list;
}

function curveOf({ values, name }) {
  const most = Math.max(...values, 1), width = 300, height = 120;
  const points = values.map((value, at) => `${((at + 0.5) * width / values.length).toFixed(1)} ${(height - value / most * (height - 8)).toFixed(1)}`);
  return svg("svg", { class: "curve", viewBox: `0 0 ${width} ${height + 2}`, role: "img", "aria-label": `${name}, at most ${most}` },
    svg("path", { class: "area", d: `M0 ${height}L${points.join("L")}L${width} ${height}Z` }), svg("path", { class: "base", d: `M0 ${height}H${width}` }));
}

/** The first board of a film, with the blocks of a step; colours: those of the blocks, if not of their own. */
export class Screen {
  constructor({ rows, columns, cells, pieces, gone, captions, name }, colour = null) {
    this.gone = gone;
    this.captions = captions;
    this.steps = captions.length - 1;
    const colours = coloursOf(pieces.map(piece => [piece.name, piece.cells]));
    const plain = pieces.length > 3 && pieces.every(piece => piece.cells.length === 1);
    this.groups = pieces.map((block, number) => {
      const group = drawn(pieceGroup(block.name, colour ?? colours[number]), block.cells, SIZE);
      group.querySelector(".letter").remove();
      if (plain) group.classList.add("plain");
      if (plain || block.name.length < 3) group.append(written(block.name, middle(block.cells), "label", 0.46));
      return group;
    });
    this.element = svg("svg", { class: "board screen", viewBox: `-4 -4 ${columns * SIZE + 8} ${rows * SIZE + 8}`, role: "img", "aria-label": name },
      svg("path", { class: "tray", d: outline(cells, SIZE, -3, 7) }), ...this.groups);
    this.show(0);
  }

  /** Show the board after a number of steps; the block that has just moved is marked. */
  show(step) {
    const at = Math.min(step, this.steps);
    for (const [number, group] of this.groups.entries()) {
      const [down, right] = this.gone[number][at];
      group.style.transform = `translate(${right * SIZE}px, ${down * SIZE}px)`;
      const before = this.gone[number][Math.max(0, at - 1)];
      group.classList.toggle("moved", at > 0 && (before[0] !== down || before[1] !== right));
    }
    return this.captions[at];
  }
}

function filmOf(picture) {
  const screen = new Screen(picture), caption = element("p", { class: "soft small" });
  const slider = element("input", { type: "range", min: 0, max: screen.steps, value: 0, "aria-label": "Step of the plan" });
  const show = () => { caption.textContent = `${slider.value} of ${screen.steps}: ${screen.show(Number(slider.value)) ?? ""}`; };
  slider.addEventListener("input", show);
  show();
  return element("div", { class: "filmed" }, screen.element, slider, caption);
}

const KINDS = { board: boardOf, bars: barsOf, groups: groupsOf, chips: chipsOf, strip: stripOf, curve: curveOf, film: filmOf };

/** The element of a picture; job: the id of the job, for pictures that only the server draws. */
export function pictured(picture, job) {
  if (picture.kind === "image") return element("img", { src: `/v1/jobs/${job}/board.svg`, alt: picture.name });
  const made = KINDS[picture.kind](picture);
  return picture.note && picture.kind === "board" ? element("div", { class: "noted" }, made, element("p", { class: "soft small" }, picture.note)) : made;
}
