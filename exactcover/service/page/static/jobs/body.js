/* A solution in space that a person turns, pulls apart by piece, lifts pieces out of, or sees layer by layer. */
import { svg } from "../palette.js";
import { flatPicture, named } from "../seen/boards.js";
import { CUBES } from "../seen/solid.js";

const STEP = 0.2, QUARTER = Math.PI / 2, APART = 1.05, STILL = 5;

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export class Body {
  /** place: the element for the picture, inside `.shown`, which also gets the tray; name: of the picture; look: of its cells. */
  constructor(place, board, name, look = CUBES) {
    Object.assign(this, { place, name, look, ...look.VIEW, lifted: new Set() });
    this.picture = named(svg("svg", { class: "solid body", tabindex: 0 }), `${name} Arrow keys turn it, plus and minus pull it apart.`);
    this.layers = make("div", { class: "layers", hidden: "" });
    place.replaceChildren(this.picture, this.layers);
    this.tray = place.closest(".shown").querySelector(".tray") ?? make("aside", { class: "tray", "aria-label": "Pieces" });
    place.closest(".shown").append(this.tray);
    this.build();
    this.listen();
    this.show(board);
  }

  build() {
    this.list = make("div", { class: "pieces" });
    this.slider = make("input", { type: "range", min: 0, max: 100, value: 0, id: "apart" });
    this.flat = make("button", { type: "button", class: "btn quiet", "aria-pressed": "false" }, "Layers");
    this.save = make("p", { class: "save small", hidden: "" });
    const turn = (by, text) => {
      const button = make("button", { type: "button", class: "btn quiet" }, text);
      button.addEventListener("click", () => this.turnTo(this.turn + by, this.tilt));
      return button;
    };
    this.tray.replaceChildren(make("h2", {}, "Click a piece to lift it"), this.list, this.save,
      make("div", { class: "acts" }, turn(-QUARTER, "← Turn"), turn(QUARTER, "Turn →"), this.flat),
      make("label", { class: "small soft", for: "apart" }, "Pull apart"), this.slider);
  }

  listen() {
    this.slider.addEventListener("input", () => this.draw());
    this.flat.addEventListener("click", () => this.flatten(this.flat.ariaPressed !== "true"));
    this.picture.addEventListener("keydown", event => this.key(event));
    this.picture.addEventListener("wheel", event => {
      if (!event.ctrlKey) return; // a pinch on a touchpad
      event.preventDefault();
      this.pull(-event.deltaY);
    }, { passive: false });
    this.picture.addEventListener("pointerdown", event => {
      this.from = { x: event.clientX, y: event.clientY, moved: 0, piece: event.target.closest("[data-piece]")?.dataset.piece };
      this.picture.setPointerCapture(event.pointerId);
    });
    this.picture.addEventListener("pointermove", event => {
      if (!this.from) return;
      const [x, y] = [event.clientX - this.from.x, event.clientY - this.from.y];
      this.from.moved += Math.hypot(x, y);
      Object.assign(this.from, { x: event.clientX, y: event.clientY });
      if (this.from.moved > STILL) this.turnTo(this.turn - x / 120, this.tilt + y / 120);
    });
    this.picture.addEventListener("pointerup", () => {
      if (this.from && this.from.moved <= STILL && this.from.piece !== undefined) this.lift(Number(this.from.piece));
      this.from = null;
    });
    this.picture.addEventListener("pointercancel", () => { this.from = null; });
  }

  key(event) {
    const ways = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
    if (ways[event.key]) this.turnTo(this.turn + ways[event.key][0], this.tilt + ways[event.key][1]);
    else if (event.key === "+" || event.key === "=") this.pull(10);
    else if (event.key === "-") this.pull(-10);
    else if (event.key === "Home") this.turnTo(this.look.VIEW.turn, this.look.VIEW.tilt);
    else return;
    event.preventDefault();
  }

  pull(by) {
    this.slider.value = Number(this.slider.value) + by;
    this.draw();
  }

  turnTo(turn, tilt) {
    this.turn = turn;
    this.tilt = Math.max(-1.5, Math.min(1.5, tilt));
    this.draw();
  }

  /** Show a board; its pieces may be others than before. */
  show(board) {
    this.board = board;
    this.parts = this.look.partsOf(board);
    this.lifted.clear();
    this.list.replaceChildren(...board.pieces.map(([name], number) => {
      const button = make("button", { type: "button", class: "chip", "aria-pressed": "false", "aria-label": `Lift ${name}`, title: `Lift ${name}` });
      button.append(this.look.drawBody(svg("svg", { class: "solid", "aria-hidden": "true" }), this.parts, { ...this.look.VIEW, only: number, fit: true }));
      button.addEventListener("click", () => this.lift(number));
      return button;
    }));
    if (!this.layers.hidden) this.flatten(true);
    this.draw();
    this.offer();
  }

  lift(number) {
    if (!this.lifted.delete(number)) this.lifted.add(number);
    this.list.children[number].ariaPressed = String(this.lifted.has(number));
    this.draw();
    this.offer();
  }

  /** Offer the lifted pieces as files. */
  offer() {
    const prefix = this.place.dataset.pieces;
    this.save.hidden = !prefix || !this.lifted.size;
    if (this.save.hidden) return;
    const links = [...this.lifted].sort((a, b) => a - b).flatMap(number => ["stl", "obj"].map(ending => {
      const name = this.board.pieces[number][0];
      return make("a", { href: `${prefix}${number + 1}.${ending}`, download: `${name}.${ending}` }, `${name} ${ending.toUpperCase()}`);
    }));
    this.save.replaceChildren("Save ", ...links.flatMap((link, number) => (number ? [", ", link] : [link])));
  }

  /** Show the layers one beside the other, from the bottom, or the body again. */
  flatten(on) {
    this.flat.ariaPressed = String(on);
    [this.layers.hidden, this.picture.style.display] = [!on, on ? "none" : ""];
    if (!on) return;
    const [layers, rows, columns] = this.board.dims;
    const within = (cells, layer) => cells.filter(cell => cell[0] === layer).map(([, row, column]) => [row, column]);
    this.layers.replaceChildren(...Array.from({ length: layers }, (_, layer) => {
      const own = this.board.pieces.map(([name, cells], number) => [name, within(cells, layer), this.parts.colours[number]]);
      const there = own.filter(([, cells]) => cells.length);
      const flat = { lattice: this.board.shapes?.layer, dims: [rows, columns], pieces: there, open: within(this.board.open, layer) };
      const caption = `Layer ${layer + 1}${layer ? "" : ", bottom"}`;
      const picture = named(flatPicture(flat, there.map(([, , colour]) => colour)), `${caption}: ${there.map(([name]) => name).join(", ")}`);
      return make("figure", {}, picture, make("figcaption", { class: "small soft" }, caption));
    }));
  }

  draw() {
    this.look.drawBody(this.picture, this.parts, { turn: this.turn, tilt: this.tilt, apart: this.slider.value / 100 * APART, lifted: this.lifted });
  }
}
