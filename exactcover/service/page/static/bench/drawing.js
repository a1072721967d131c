/* A board of up to a few thousand cells as a drawing: one path for the board, one for its lines, a group for each piece. */
import { hairlines, middle, outline, pockets } from "../board.js";
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
    this.dots = svg("circle", { class: "dot" });
    this.pattern = svg("pattern", { id: "dots", patternUnits: "userSpaceOnUse" }, this.dots);
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
    const { size } = view;
    this.pattern.setAttribute("width", size);
    this.pattern.setAttribute("height", size);
    this.pattern.setAttribute("x", view.x % size);
    this.pattern.setAttribute("y", view.y % size);
    this.dots.setAttribute("cx", size / 2);
    this.dots.setAttribute("cy", size / 2);
    this.dots.setAttribute("r", Math.max(1, Math.min(2.6, size / 20)));
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

  board() {
    const { plan } = this.scene, { size } = this.view, parts = [];
    layersOf(plan, () => true).forEach((cells, layer) => {
      const group = svg("g", { transform: this.at(layer) },
        svg("path", { class: "ground", d: outline(cells, size, -Math.min(3, size * 0.05), Math.min(12, size * 0.16)) }),
        svg("path", { class: "lines", d: size > 5 ? hairlines(cells, size, 0) : "" }));
      if (plan.layers > 1) {
        const label = svg("text", { class: "layer", x: plan.left * size, y: plan.top * size - 8 }, `Layer ${layer + 1}${layer ? "" : ", bottom"}`);
        if (!cells.length) group.append(svg("rect", { class: "bare", x: plan.left * size, y: plan.top * size, width: plan.columns * size, height: plan.rows * size }));
        group.append(label);
      }
      parts.push(group);
    });
    layersOf(plan, code => code === PLUS).forEach((cells, layer) => {
      const arm = size * 0.16, path = cells.map(([row, column]) => `M${(column + 0.5) * size - arm} ${(row + 0.5) * size}h${2 * arm}M${(column + 0.5) * size} ${(row + 0.5) * size - arm}v${2 * arm}`);
      if (cells.length) parts.push(svg("path", { class: "optional", transform: this.at(layer), d: path.join("") }));
    });
    for (const [[layer, row, column], mark] of this.scene.colours) {
      const at = { x: (column + 0.1) * size, y: (row + 0.1) * size, width: size * 0.8, height: size * 0.8, rx: size * 0.12 };
      const label = svg("text", { class: "mark", x: (column + 0.5) * size, y: (row + 0.62) * size, "font-size": size * 0.34 }, mark);
      parts.push(svg("g", { class: `pc tint k${codeOf(mark.toLowerCase()) % 12}`, transform: this.at(layer) }, svg("rect", { class: "b", ...at }), label));
    }
    this.boards.replaceChildren(...parts);
  }

  /** The drawing of a piece: a group for each layer in which it lies. */
  piece({ name, cells, colour, kind = "answer" }) {
    return [...byLayer(cells)].map(([layer, own]) => {
      const group = drawn(pieceGroup(name, colour), own, this.view.size);
      group.setAttribute("transform", this.at(layer));
      group.classList.add(kind);
      return group;
    });
  }

  /** Marks of cells, goals, and what is impossible. */
  signs() {
    const { size } = this.view, parts = [];
    for (const { mark, cells, kind } of this.scene.marks) {
      for (const [layer, row, column] of cells) {
        const centre = { cx: (column + 0.5) * size, cy: (row + 0.5) * size, r: size * 0.3 };
        const label = svg("text", { class: "mark", x: (column + 0.5) * size, y: (row + 0.62) * size, "font-size": size * 0.36 }, mark);
        parts.push(svg("g", { class: `sign ${kind}`, transform: this.at(layer) }, svg("circle", centre), label));
      }
    }
    for (const { name, cells, colour } of this.scene.goals) {
      for (const [layer, own] of byLayer(cells)) {
        const [row, column] = middle(own);
        const label = svg("text", { class: "mark", x: (column + 0.5) * size, y: (row + 0.62) * size, "font-size": size * 0.36 }, name);
        parts.push(svg("g", { class: `goal pc k${colour}`, transform: this.at(layer) }, svg("path", { class: "b", d: outline(own, size, 5) }), label));
      }
    }
    for (const [layer, own] of byLayer(this.scene.dead)) {
      for (const part of pockets(own)) parts.push(svg("path", { class: "dead", transform: this.at(layer), d: outline(part, size, 3) }));
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
    this.ghost.setAttribute("d", outline(flat, this.view.size, 2));
  }
}

export const isCell = code => code !== HOLE;
export const isBare = code => code === CELL;
