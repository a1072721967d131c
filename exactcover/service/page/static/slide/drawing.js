/* The drawing of a sliding puzzle: the board, its blocks, the places of the goal, and a small picture of the goal. */
import { extent, hairlines, moved, normalised, outline } from "../board.js";
import { drawn, pieceGroup, svg } from "../palette.js";

export const SIZE = 80;
const EDGE = 12, TARGETS = [0, 10, 4, 8], OTHERS = [7, 5, 2, 9, 1, 11, 3, 6];
const HOME = 5, AWAY = 7;

/** The colour of each group of blocks: strong ones for those that the goal is about; blocks of one shape share a colour. */
function colours(blocks) {
  const wanted = blocks.wanted(), few = wanted.size <= TARGETS.length && !blocks.ofTiles;
  const shapes = new Map();
  let target = 0;
  return new Map(blocks.blocks.map(block => {
    if (blocks.ofTiles) return [block.id, AWAY];
    if (few && wanted.has(block.group)) return [block.id, TARGETS[target++ % TARGETS.length]];
    const shape = String(normalised(block.cells));
    if (!shapes.has(shape)) shapes.set(shape, OTHERS[shapes.size % OTHERS.length]);
    return [block.id, shapes.get(shape)];
  }));
}

/** The bars on the edge of the board beside a place at it, as rectangles. */
function exits(cells, rows, columns) {
  const [row, column] = [Math.min(...cells.map(cell => cell[0])), Math.min(...cells.map(cell => cell[1]))];
  const [high, wide] = extent(normalised(cells));
  const bars = [
    [row + high === rows, column * SIZE, rows * SIZE - 4, wide * SIZE, 10],
    [column + wide === columns, columns * SIZE - 4, row * SIZE, 10, high * SIZE],
    [row === 0, column * SIZE, -6, wide * SIZE, 10],
    [column === 0, -6, row * SIZE, 10, high * SIZE],
  ];
  const bar = bars.find(([touches]) => touches);
  return bar ? [svg("rect", { class: "exit", x: bar[1], y: bar[2], width: bar[3], height: bar[4], rx: 5 })] : [];
}

export class Drawing {
  constructor(host, blocks) {
    Object.assign(this, { host, blocks, colours: colours(blocks) });
    const { rows, columns, floor } = blocks;
    this.svg = svg("svg", {
      class: "slide", viewBox: `${-EDGE - 2} ${-EDGE - 2} ${columns * SIZE + 2 * EDGE + 4} ${rows * SIZE + 2 * EDGE + 4}`,
      role: "group", "aria-label": `Board, ${rows} rows, ${columns} columns`,
    });
    this.svg.style.setProperty("--rows", rows);
    this.svg.style.setProperty("--columns", columns);
    this.svg.append(
      svg("path", { class: "ground", d: outline(floor, SIZE, -EDGE, 18) }),
      svg("path", { class: "lines faint", d: hairlines(floor, SIZE, 0.3) }));
    this.layer = svg("g");
    this.svg.append(this.layer, this.targets());
    for (const block of blocks.blocks) this.layer.append(this.block(block));
    host.append(this.svg);
  }

  block(block) {
    const group = pieceGroup(block.name, this.colours.get(block.id));
    drawn(group, block.cells, SIZE);
    group.querySelector(".letter").textContent = block.name;
    group.classList.toggle("named", this.blocks.ofTiles || this.isTarget(block));
    group.classList.toggle("tile", this.blocks.ofTiles);
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    block.element = group;
    this.place(block);
    return group;
  }

  /** Whether the goal is about a few blocks, this one among them: these have their letters on them. */
  isTarget(block) {
    const wanted = this.blocks.wanted();
    return wanted.has(block.group) && this.blocks.blocks.filter(each => wanted.has(each.group)).length < this.blocks.blocks.length;
  }

  /** The outlines of the places of a goal that is about some of the blocks, and a bar where one is at the edge. */
  targets() {
    const { data: { goals }, blocks, rows, columns } = this.blocks;
    const group = svg("g", { class: "targets", "aria-hidden": "true" });
    if (goals.length > 1 || goals[0].length === blocks.length) return group;
    for (const [number, at] of goals[0]) {
      const cells = moved(blocks.find(each => each.group === number).cells, at);
      const d = outline(cells, SIZE, 6);
      group.append(svg("path", { class: "target under-target", d }), svg("path", { class: "target", d }), ...(goals[0].length === 1 ? exits(cells, rows, columns) : []));
    }
    return group;
  }

  /** Show a block at a place, which may lie between cells, and name it. */
  place(block, [row, column] = block.at) {
    block.element.style.transform = `translate(${column * SIZE}px,${row * SIZE}px)`;
  }

  /** Show all blocks where they are, with their names for screen readers. */
  refresh(still = false) {
    this.svg.classList.toggle("still", still);
    for (const block of this.blocks.blocks) {
      this.place(block);
      const open = this.blocks.open(block).map(way => way.toLowerCase());
      const kind = this.blocks.ofTiles ? "Tile" : "Block";
      const label = `${kind} ${block.name}, row ${block.at[0] + 1}, column ${block.at[1] + 1}, ${open.length ? `can go ${open.join(", ")}` : "blocked"}`;
      if (block.element.ariaLabel !== label) block.element.ariaLabel = label;
      if (this.blocks.ofTiles) {
        const home = this.blocks.isHome(block);
        block.element.classList.toggle(`k${HOME}`, home);
        block.element.classList.toggle(`k${AWAY}`, !home);
      }
    }
  }

  /** A small picture of the goal; of several, the first. */
  goal() {
    const { data: { goals }, blocks, floor, rows, columns } = this.blocks;
    const places = goals[0].map(([group, at]) => [blocks.find(each => each.group === group), at]);
    const picture = svg("svg", {
      class: "goal", viewBox: `${-EDGE} ${-EDGE} ${columns * SIZE + 2 * EDGE} ${rows * SIZE + 2 * EDGE}`, role: "img",
      "aria-label": `Goal: ${places.map(([block, at]) => `${block.name} at row ${at[0] + 1}, column ${at[1] + 1}`).join("; ")}`,
    });
    picture.append(svg("path", { class: "ground", d: outline(floor, SIZE, -EDGE, 18) }));
    for (const [block, at] of places) {
      const group = drawn(pieceGroup(block.name, this.blocks.ofTiles ? HOME : this.colours.get(block.id)), block.cells, SIZE);
      group.querySelector(".letter").textContent = block.name;
      group.classList.add("named");
      group.classList.toggle("tile", this.blocks.ofTiles);
      group.style.transform = `translate(${at[1] * SIZE}px,${at[0] * SIZE}px)`;
      picture.append(group);
    }
    return picture;
  }

  /** The point of the drawing under a pointer, in cells: row, column. */
  point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [y / SIZE, x / SIZE];
  }
}
