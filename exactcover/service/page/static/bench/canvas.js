/* A large board on a canvas: a stroke draws its own cells alone; from afar each cell is a pixel of one image. */
import { HOLE, codeOf, isLetter } from "./plan.js";

const PLUS = codeOf("+");
/** Below so many pixels a cell the board is drawn as an image. */
const AFAR = 4;

/** The colours of the page, as they are now. */
function colours(host) {
  const probe = document.createElement("i");
  host.append(probe);
  const read = value => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  const kinds = Array.from({ length: 24 }, (_, number) => {
    probe.className = `pc k${number}`;
    return [read("var(--fill)"), read("var(--edge)")];
  });
  probe.className = "";
  const named = { ground: read("var(--sheet)"), line: read("var(--well-line)"), field: read("var(--well)"), dead: read("var(--bad)"), accent: read("var(--accent)"), soft: read("var(--soft)") };
  probe.remove();
  return { ...named, kinds };
}

/** The red, green and blue of a colour of the page. */
function rgb(colour) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

export class Canvas {
  constructor(host) {
    this.host = host;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "plan";
    this.canvas.setAttribute("aria-hidden", "true");
    this.top = document.createElement("canvas");
    this.top.className = "plan over";
    this.top.setAttribute("aria-hidden", "true");
    host.append(this.canvas, this.top);
    this.watch = new MutationObserver(() => { this.palette = null; this.again(); });
    this.watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-letters"] });
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.rescheme = () => { this.palette = null; this.again(); };
    this.scheme.addEventListener("change", this.rescheme);
  }

  remove() {
    this.watch.disconnect();
    this.scheme.removeEventListener("change", this.rescheme);
    this.canvas.remove();
    this.top.remove();
  }

  again() {
    if (this.scene) this.show(this.scene, this.view);
  }

  show(scene, view) {
    Object.assign(this, { scene, view });
    this.palette ??= { ...colours(this.host) };
    const ratio = Math.min(2, devicePixelRatio || 1);
    for (const canvas of [this.canvas, this.top]) {
      if (canvas.width !== Math.round(view.width * ratio) || canvas.height !== Math.round(view.height * ratio)) {
        canvas.width = Math.round(view.width * ratio);
        canvas.height = Math.round(view.height * ratio);
        Object.assign(canvas.style, { width: `${view.width}px`, height: `${view.height}px` });
      }
    }
    this.paper = this.canvas.getContext("2d", { alpha: false });
    this.paper.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.over = this.top.getContext("2d");
    this.over.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.covered !== scene.pieces) {
      this.covered = scene.pieces;
      this.owner = new Map();
      scene.pieces.forEach((piece, number) => piece.cells.forEach(cell => this.owner.set(cell.join(), number)));
    }
    this.paper.fillStyle = this.palette.field;
    this.paper.fillRect(0, 0, view.width, view.height);
    if (view.size < AFAR) this.image();
    else this.near();
    this.signs();
  }

  /** The cells of a layer that are in the window, as [top, left, bottom, right]. */
  seen(layer) {
    const { plan } = this.scene, { size, width, height } = this.view;
    const [x, y] = this.view.point(layer, 0, 0);
    return [
      Math.max(plan.top, Math.floor(-y / size)), Math.max(plan.left, Math.floor(-x / size)),
      Math.min(plan.top + plan.rows - 1, Math.ceil((height - y) / size)), Math.min(plan.left + plan.columns - 1, Math.ceil((width - x) / size)),
    ];
  }

  /** The cells in the window: runs of one colour as one rectangle each, then the lines between cells, then pieces' edges. */
  near() {
    const { plan } = this.scene, { size } = this.view, paper = this.paper;
    for (let layer = 0; layer < plan.layers; layer++) {
      const [top, left, bottom, right] = this.seen(layer), [x, y] = this.view.point(layer, 0, 0);
      const across = column => Math.round(x + column * size), down = row => Math.round(y + row * size);
      const runs = (first, last, look, draw) => {
        for (let from = first; from <= last;) {
          const value = look(from);
          let to = from + 1;
          while (to <= last && look(to) === value) to++;
          if (value) draw(from, to, value);
          from = to;
        }
      };
      const isCell = (row, column) => plan.get(layer, row, column) !== HOLE;
      for (let row = top; row <= bottom; row++) {
        runs(left, right, column => (isCell(row, column) ? this.look(layer, row, column)[0] : null), (from, to, fill) => {
          paper.fillStyle = fill;
          paper.fillRect(across(from), down(row), across(to) - across(from), down(row + 1) - down(row));
        });
      }
      if (size <= 5) continue;
      paper.fillStyle = this.palette.line;
      for (let row = top; row <= bottom; row++) {
        runs(left, right, column => isCell(row, column), (from, to) => paper.fillRect(across(from), down(row + 1) - 1, across(to) - across(from), 1));
      }
      for (let column = left; column <= right; column++) {
        runs(top, bottom, row => isCell(row, column), (from, to) => paper.fillRect(across(column + 1) - 1, down(from), 1, down(to) - down(from)));
      }
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          if (this.isSpecial(layer, row, column)) this.cell(layer, row, column);
        }
      }
    }
  }

  /** Whether a cell has more to it than its colour and the lines around it. */
  isSpecial(layer, row, column) {
    return this.scene.plan.get(layer, row, column) === PLUS || (this.scene.pieces.length > 0 && this.owner.has(`${layer},${row},${column}`));
  }

  /** The fill of a cell, and the number of the piece that covers it. */
  look(layer, row, column) {
    const code = this.scene.plan.get(layer, row, column);
    if (code === HOLE) return [this.palette.field, -1];
    const owner = this.owner.get(`${layer},${row},${column}`) ?? -1;
    if (owner >= 0) return [this.palette.kinds[this.scene.pieces[owner].colour][0], owner];
    return [isLetter(code) ? this.palette.kinds[code % 24][0] : this.palette.ground, -1];
  }

  cell(layer, row, column) {
    const { size } = this.view, paper = this.paper;
    const [x, y] = this.view.point(layer, row, column);
    const [left, top] = [Math.round(x), Math.round(y)];
    const [wide, high] = [Math.round(x + size) - left, Math.round(y + size) - top];
    const [fill, owner] = this.look(layer, row, column);
    paper.fillStyle = fill;
    paper.fillRect(left, top, wide, high);
    const code = this.scene.plan.get(layer, row, column);
    if (code === HOLE) {
      paper.fillStyle = this.palette.line;
      if (size > 9) paper.fillRect(left + wide / 2 - 1, top + high / 2 - 1, 2, 2);
      return;
    }
    if (owner < 0) {
      paper.fillStyle = this.palette.line;
      if (size > 5) { paper.fillRect(left + wide - 1, top, 1, high); paper.fillRect(left, top + high - 1, wide, 1); }
      if (code === PLUS) {
        paper.fillStyle = this.palette.soft;
        paper.fillRect(left + wide * 0.3, top + high / 2 - 0.5, wide * 0.4, 1);
        paper.fillRect(left + wide / 2 - 0.5, top + high * 0.3, 1, high * 0.4);
      }
      return;
    }
    paper.fillStyle = this.palette.kinds[this.scene.pieces[owner].colour][1];
    const other = (r, c) => (this.owner.get(`${layer},${r},${c}`) ?? -1) !== owner;
    if (other(row - 1, column)) paper.fillRect(left, top, wide, 1);
    if (other(row + 1, column)) paper.fillRect(left, top + high - 1, wide, 1);
    if (other(row, column - 1)) paper.fillRect(left, top, 1, high);
    if (other(row, column + 1)) paper.fillRect(left + wide - 1, top, 1, high);
  }

  /** The board from afar: an image with a pixel for each cell. */
  image() {
    const { plan } = this.scene, { size } = this.view;
    const [ground, field] = [rgb(this.palette.ground), rgb(this.palette.field)];
    const kinds = this.palette.kinds.map(([fill]) => rgb(fill));
    for (let layer = 0; layer < plan.layers; layer++) {
      const image = new ImageData(plan.columns, plan.rows), from = layer * plan.rows * plan.columns;
      for (let place = 0; place < plan.rows * plan.columns; place++) {
        const code = plan.marks[from + place];
        image.data.set(code === HOLE ? field : isLetter(code) ? kinds[code % 24] : ground, 4 * place);
      }
      for (const { cells, colour } of this.scene.pieces) {
        for (const cell of cells) {
          if (cell[0] === layer && plan.has(...cell)) image.data.set(kinds[colour], 4 * (plan.place(...cell) - from));
        }
      }
      const sheet = document.createElement("canvas");
      Object.assign(sheet, { width: plan.columns, height: plan.rows });
      sheet.getContext("2d").putImageData(image, 0, 0);
      this.paper.imageSmoothingEnabled = size < 1;
      const [x, y] = this.view.point(layer, plan.top, plan.left);
      this.paper.drawImage(sheet, x, y, plan.columns * size, plan.rows * size);
    }
  }

  /** Marks of cells, goals, and what is impossible, above the board. */
  signs() {
    const { size, width, height } = this.view;
    this.over.clearRect(0, 0, width, height);
    const square = (cells, colour, part) => {
      this.over.fillStyle = colour;
      for (const cell of cells) {
        const [x, y] = this.view.point(...cell);
        this.over.fillRect(x + size * part, y + size * part, size * (1 - 2 * part), size * (1 - 2 * part));
      }
    };
    for (const { cells } of this.scene.marks) square(cells, this.palette.accent, 0.25);
    for (const [cell, mark] of this.scene.colours) square([cell], this.palette.kinds[codeOf(mark.toLowerCase()) % 12][0], 0.15);
    for (const { cells, colour } of this.scene.goals) square(cells, this.palette.kinds[colour][1], 0.35);
    square(this.scene.dead, this.palette.dead, 0.2);
  }

  /** Show what a stroke has changed: these cells alone. */
  changed(cells) {
    if (this.view.size < AFAR) { this.paper.fillStyle = this.palette.ground; this.dots(cells); return; }
    for (const cell of cells) this.cell(...cell);
  }

  dots(cells) {
    for (const cell of cells) {
      const [x, y] = this.view.point(...cell);
      this.paper.fillStyle = this.look(...cell)[0];
      this.paper.fillRect(x, y, Math.max(1, this.view.size), Math.max(1, this.view.size));
    }
  }

  hint(cells) {
    this.signs();
    this.over.fillStyle = this.palette.accent;
    this.over.globalAlpha = 0.25;
    for (const cell of cells) {
      const [x, y] = this.view.point(...cell);
      this.over.fillRect(x, y, this.view.size, this.view.size);
    }
    this.over.globalAlpha = 1;
  }
}
