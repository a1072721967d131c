/* The board under a mouse, fingers or the keyboard: strokes of cells, rectangles, zoom and movement. It draws, and decides nothing. */
import { Drawing } from "./drawing.js";
import { View } from "./view.js";

/** The most cells of a board that is a drawing; a larger one is a canvas. */
const MOST_DRAWN = 2500;
const PAGES = { PageUp: -1, PageDown: 1 };

export class Surface {
  /** bench: has begin(cell), stroke(cells), end(), cancel(), pick(cell, event) and named(cell); see bench.js. */
  constructor(host, bench) {
    Object.assign(this, { host, bench, view: new View(), pointers: new Map(), cursor: [0, 0, 0] });
    this.grid = this.gridded();
    host.append(this.grid);
    host.addEventListener("pointerdown", event => this.down(event));
    host.addEventListener("pointermove", event => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) host.addEventListener(kind, event => this.up(event, kind === "pointercancel"));
    host.addEventListener("wheel", event => this.wheel(event), { passive: false });
    host.addEventListener("contextmenu", event => { if (this.panned) event.preventDefault(); });
    new ResizeObserver(() => this.resized()).observe(host);
  }

  // What is shown.

  show(scene, { fit = false } = {}) {
    this.scene = scene;
    const { plan, sheet } = scene;
    this.view.sheet = sheet;
    this.host.classList.toggle("ringed", Boolean(sheet.ring));
    if (!sheet.lattice.has(this.cursor.slice(1))) this.cursor = plan.first() ?? [0, ...sheet.under(0, 0)];
    if (!this.paintedBy(!sheet.ring && plan.layers * plan.rows * plan.columns > MOST_DRAWN, fit)) return;
    this.view.lay(plan);
    if (fit || !this.view.width) this.measure();
    if (fit) this.view.fit(plan);
    this.grid.setAttribute("aria-rowcount", plan.rows);
    this.grid.setAttribute("aria-colcount", plan.columns);
    if (this.view.width) this.painter.show(scene, this.view);
    this.place();
  }

  /** Make sure that a drawing, or a canvas for a large board, is there; false while its code is loaded, after which all is shown. */
  paintedBy(large, fit) {
    if (large && !this.Canvas) {
      import("./canvas.js").then(({ Canvas }) => {
        this.Canvas = Canvas;
        this.show(this.scene, { fit: fit || !this.view.width });
      });
      return false;
    }
    if (this.painter && this.large === large) return true;
    this.large = large;
    this.painter?.remove();
    this.painter = new (large ? this.Canvas : Drawing)(this.host);
    return true;
  }

  measure() {
    this.view.width = this.host.clientWidth;
    this.view.height = this.host.clientHeight;
  }

  resized() {
    const before = this.view.width;
    this.measure();
    if (!this.scene || !this.view.width) return;
    if (before !== this.view.width || !this.view.shows(this.scene.plan)) this.view.fit(this.scene.plan);
    this.show(this.scene);
  }

  fit() {
    this.show(this.scene, { fit: true });
  }

  zoom(factor, x = this.view.width / 2, y = this.view.height / 2) {
    this.view.zoom(factor, x, y);
    this.later();
  }

  pan(x, y) {
    this.view.move(x, y);
    this.later();
  }

  /** Draw all of it again at the next frame. */
  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.show(this.scene);
    });
  }

  /** Draw what a stroke has changed: on a canvas these cells at once, in a drawing all of the board at the next frame. */
  changed(cells) {
    if (this.large) this.painter.changed(cells);
    else {
      this.drawing ??= requestAnimationFrame(() => {
        this.drawing = null;
        if (!this.large) this.painter.changed();
      });
    }
  }

  hint(cells) {
    this.painter?.hint(cells);
  }

  // Mouse and fingers.

  point(event) {
    const box = this.host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  cellAt(event) {
    return this.view.cell(...this.point(event));
  }

  down(event) {
    if (event.target.closest("button, input, a") || !this.scene) return;
    const [x, y] = this.point(event);
    this.pointers.set(event.pointerId, [x, y]);
    this.panned = false;
    if (this.pointers.size === 2) {  // a second finger: no stroke, but zoom and movement
      this.bench.cancel();
      this.stroke = null;
      return;
    }
    if (event.button === 1 || event.button === 2 || this.bench.isMoving()) {
      if (event.button === 1) event.preventDefault();
      this.host.setPointerCapture(event.pointerId);
      this.panning = true;
      return;
    }
    if (event.button) return;
    const cell = this.cellAt(event);
    event.preventDefault();
    if (document.activeElement?.closest(".felt") !== this.host) document.activeElement?.blur();
    if (this.bench.pick(cell, event)) return;
    this.host.setPointerCapture(event.pointerId);
    this.stroke = { pointer: event.pointerId, first: cell, last: cell, rectangle: event.shiftKey };
    this.bench.begin(cell);
    if (event.shiftKey) this.hint([cell]);
    else this.bench.stroke([cell]);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [x, y] = this.point(event);
    if (this.pointers.size === 2) return this.pinch(event.pointerId, before, [x, y]);
    this.pointers.set(event.pointerId, [x, y]);
    if (this.panning) {
      this.panned ||= Math.hypot(x - before[0], y - before[1]) > 0;
      return this.pan(x - before[0], y - before[1]);
    }
    const stroke = this.stroke;
    if (!stroke || stroke.pointer !== event.pointerId) return undefined;
    const cell = this.cellAt(event);
    if (cell[0] !== stroke.last[0] || cell.join() === stroke.last.join()) return undefined;
    const cells = this.cells("between", stroke.last, cell);
    stroke.last = cell;
    if (stroke.rectangle) this.hint(this.cells("rectangle", stroke.first, cell));
    else this.bench.stroke(cells);
    return undefined;
  }

  /** The cells of a layer that are between two cells, or in the rectangle of two. */
  cells(method, [layer, ...from], [, ...to]) {
    return this.view.sheet[method](from, to).map(cell => [layer, ...cell]);
  }

  pinch(id, before, now) {
    const other = [...this.pointers].find(([each]) => each !== id)[1];
    const [far, near] = [now, before].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
    this.pointers.set(id, now);
    this.view.move((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    if (near > 0) this.view.zoom(far / near, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    this.later();
  }

  up(event, lost) {
    this.pointers.delete(event.pointerId);
    this.panning = false;
    const stroke = this.stroke;
    if (!stroke || stroke.pointer !== event.pointerId) return;
    this.stroke = null;
    this.hint([]);
    if (lost) return this.bench.cancel();
    if (stroke.rectangle) this.bench.stroke(this.cells("rectangle", stroke.first, stroke.last));
    return this.bench.end();
  }

  wheel(event) {
    if (!this.scene) return;
    if (event.ctrlKey || event.metaKey || this.scene.plan.number() > MOST_DRAWN) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), ...this.point(event));
    }
  }

  // The keyboard: a grid of which only the cell at the cursor is an element; two take turns, so that each move is announced.

  gridded() {
    const grid = document.createElement("div");
    const row = document.createElement("div");
    grid.className = "cursor-grid";
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", "Board");
    row.setAttribute("role", "row");
    this.places = [0, 1].map(() => {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.className = "cursor";
      return cell;
    });
    this.places[0].tabIndex = 0;
    this.places[1].tabIndex = -1;
    this.places[1].hidden = true;
    row.append(...this.places);
    grid.append(row);
    grid.addEventListener("keydown", event => this.key(event));
    return grid;
  }

  /** Put the cursor's element on its cell, and name it. */
  place() {
    const [cell] = this.places, box = this.view.box(this.cursor), [left, top] = this.view.point(0, 0, 0), { sheet } = this.view;
    Object.assign(this.grid.style, { left: `${left}px`, top: `${top}px` });
    this.grid.style.setProperty("--cell", `${this.view.size}px`);
    const inside = { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
    for (const [side, length] of Object.entries(inside)) cell.style[side] = `${length}px`;
    cell.style.clipPath = sheet.ring?.(this.cursor.slice(1)) ?? "";
    cell.setAttribute("aria-label", this.bench.named(this.cursor));
    cell.parentElement.setAttribute("aria-rowindex", Math.max(1, this.cursor[1] + 1));
    cell.setAttribute("aria-colindex", Math.max(1, this.cursor[2] + 1));
  }

  go(cell) {
    const { plan, sheet: { far } } = this.scene, [layer, row, column] = cell, [down, right] = [row - plan.top, column - plan.left];
    if (layer < 0 || layer >= plan.layers) return false;
    if (down < -far || down >= plan.rows + far || right < -far || right >= plan.columns + far) return false;
    this.cursor = cell;
    this.places.reverse();
    const [now, before] = this.places;
    now.hidden = false;
    now.tabIndex = 0;
    this.place();
    now.focus({ preventScroll: true });
    before.hidden = true;
    before.tabIndex = -1;
    const box = this.view.box(cell), move = ["left", "top"].map((side, axis) => {
      const [length, whole] = axis ? [box.height, this.view.height] : [box.width, this.view.width];
      return Math.max(0, -box[side]) - Math.max(0, box[side] + length - whole);
    });
    if (move.some(Boolean)) {
      this.view.move(...move);
      this.later();
    }
    return true;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [layer, ...cell] = this.cursor, { sheet } = this.view, page = PAGES[event.key];
    if (page || event.key.startsWith("Arrow")) {
      const next = page ? [layer + page, ...cell] : [layer, ...sheet.step(cell, event.key)];
      if (this.go(next) && event.shiftKey) this.once([next]);
    } else if (event.key === "Home" || event.key === "End") {
      this.go([layer, ...sheet.end(this.scene.plan, cell, event.key === "Home" ? "ArrowLeft" : "ArrowRight")]);
    } else if (event.key === " " || event.key === "Enter") {
      if (!this.bench.pick(this.cursor, null)) this.once([this.cursor], true);
    } else if (!this.bench.typed(this.cursor, event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** A stroke by keyboard; fresh: it begins here, and else goes on with what the last one did. */
  once(cells, fresh = false) {
    if (fresh || !this.bench.hasBegun()) this.bench.begin(cells[0]);
    this.bench.stroke(cells);
    this.bench.end();
  }

  /** The cursor moves along when the coordinates of the board change. */
  shift(rows, columns) {
    this.cursor = [this.cursor[0], this.cursor[1] - rows, this.cursor[2] - columns];
    this.view.shift(rows, columns);
  }
}
