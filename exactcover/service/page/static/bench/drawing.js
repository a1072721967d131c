/* A board of up to a few thousand cells as a drawing: one path for the board, one for its lines, a group for each piece. */
import { drawn, pieceGroup, svg } from "../palette.js";
import { CELL, HOLE, codeOf } from "./plan.js";

const PLUS = codeOf("+");

/** The cells of each layer, by a test on their marks. */
function layersOf(plan, wanted) {
  const layers = Array.from({ length: plan.layers }, () => []);
  plan.each((layer, row, column, code) => { if (wanted(code)) layers[layer].push([row, column]); });
  return layers;
}

/** Cells [layer, row, column] as lists of [row, column] by layer. */
function byLayer(cells) {
  const layers = new Map();
  for (const [layer, row, column] of cells) {
    if (!layers.has(layer)) layers.set(layer, []);
    layers.get(layer).push([row, column]);
  }
  return layers;
}

export class Drawing {
  constructor(host) {
    this.pattern = svg("pattern", { id: "dots", patternUnits: "userSpaceOnUse" });
    this.field = svg("rect", { fill: "url(#dots)", width: "100%", height: "100%" });
    this.boards = svg("g");
    this.pieces = svg("g");
    this.over = svg("g");
    this.ghost = svg("path", { class: "ghost" });
    this.svg = svg("svg", { class: "plan", "aria-hidden": "true" }, svg("defs", {}, this.pattern), this.field, this.boards, this.pieces, this.over, this.ghost);
    host.append(this.svg);
  }

  remove() {
    this.svg.remove();
  }

  /** Show a board with everything on it. */
  show(scene, view) {
    Object.assign(this, { scene, view });
    const { size } = view, { x: begin, y: above, w, h, points } = view.sheet.dots;
    this.lattice = view.sheet.lattice;
    for (const [name, value] of Object.entries({ width: w * size, height: h * size, x: (view.x + begin * size) % (w * size), y: (view.y + above * size) % (h * size) })) this.pattern.setAttribute(name, value);
    this.pattern.replaceChildren(...points.map(([x, y]) => svg("circle", { class: "dot", cx: x * size, cy: y * size, r: Math.max(1, Math.min(2.6, size / 20)) })));
    this.board();
    this.pieces.replaceChildren(...scene.pieces.flatMap(piece => this.piece(piece)));
    this.over.replaceChildren(...this.signs());
  }

  /** Show what a stroke has changed. */
  changed() {
    this.board();
    this.over.replaceChildren(...this.signs());
  }

  at(layer) {
    const [x, y] = this.view.point(layer, 0, 0);
    return `translate(${x} ${y})`;
  }

  /** The middle of a cell. */
  centre(cell) {
    return this.lattice.centre(cell).map(each => each * this.view.size);
  }

  /** A mark in a cell. */
  mark(cell, text, part) {
    const [x, y] = this.centre(cell), { size } = this.view;
    return svg("text", { class: "mark", x, y: y + size * 0.12, "font-size": size * part }, text);
  }

  board() {
    const { plan } = this.scene, { size } = this.view, { lattice } = this, parts = [];
    layersOf(plan, () => true).forEach((cells, layer) => {
      const group = svg("g", { transform: this.at(layer) },
        svg("path", { class: "ground", d: lattice.outline(cells, size, -Math.min(3, size * 0.05), Math.min(12, size * 0.16)) }),
        svg("path", { class: "lines", d: size > 5 ? lattice.hairlines(cells, size, 0) : "" }));
      if (plan.layers > 1) {
        const label = svg("text", { class: "layer", x: plan.left * size, y: plan.top * size - 8 }, `Layer ${layer + 1}${layer ? "" : ", bottom"}`);
        if (!cells.length) group.append(svg("rect", { class: "bare", x: plan.left * size, y: plan.top * size, width: plan.columns * size, height: plan.rows * size }));
        group.append(label);
      }
      parts.push(group);
    });
    layersOf(plan, code => code === PLUS).forEach((cells, layer) => {
      const arm = size * 0.16, path = cells.map(cell => this.centre(cell)).map(([x, y]) => `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`);
      if (cells.length) parts.push(svg("path", { class: "optional", transform: this.at(layer), d: path.join("") }));
    });
    for (const [[layer, ...cell], mark] of this.scene.colours) {
      const body = svg("path", { class: "b", d: lattice.outline([cell], size, size * 0.1) });
      parts.push(svg("g", { class: `pc tint k${codeOf(mark.toLowerCase()) % 12}`, transform: this.at(layer) }, body, this.mark(cell, mark, 0.34)));
    }
    this.boards.replaceChildren(...parts);
  }

  /** The drawing of a piece: a group for each layer in which it lies. */
  piece({ name, cells, colour, kind = "answer" }) {
    return [...byLayer(cells)].map(([layer, own]) => {
      const group = drawn(pieceGroup(name, colour), own, this.view.size, this.lattice);
      group.setAttribute("transform", this.at(layer));
      group.classList.add(kind);
      return group;
    });
  }

  /** Marks of cells, goals, and what is impossible. */
  signs() {
    const { size } = this.view, { lattice } = this, parts = [];
    for (const { mark, cells, kind } of this.scene.marks) {
      for (const [layer, ...cell] of cells) {
        const [cx, cy] = this.centre(cell);
        parts.push(svg("g", { class: `sign ${kind}`, transform: this.at(layer) }, svg("circle", { cx, cy, r: size * 0.3 }), this.mark(cell, mark, 0.36)));
      }
    }
    for (const { name, cells, colour } of this.scene.goals) {
      for (const [layer, own] of byLayer(cells)) {
        parts.push(svg("g", { class: `goal pc k${colour}`, transform: this.at(layer) }, svg("path", { class: "b", d: lattice.outline(own, size, 5) }), this.mark(lattice.middle(own), name, 0.36)));
      }
    }
    for (const [layer, own] of byLayer(this.scene.dead)) {
      for (const part of lattice.pockets(own)) parts.push(svg("path", { class: "dead", transform: this.at(layer), d: lattice.outline(part, size, 3) }));
    }
    return parts;
  }

  /** Outline cells that a stroke or a piece would cover; none for an empty list. */
  hint(cells) {
    const own = [...byLayer(cells)];
    this.ghost.setAttribute("visibility", own.length ? "visible" : "hidden");
    if (!own.length) return;
    const [layer, flat] = own[0];
    this.ghost.setAttribute("transform", this.at(layer));
    this.ghost.setAttribute("d", this.lattice.outline(flat, this.view.size, 2));
  }
}

export const isCell = code => code !== HOLE;
export const isBare = code => code === CELL;
