/* The layers of a body side by side, as grids: one cell of all of them is in the tab order. */
import { keyOf } from "./space.js";

const STEPS = { ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0], ArrowLeft: [0, 0, -1], ArrowRight: [0, 0, 1], PageUp: [1, 0, 0], PageDown: [-1, 0, 0] };

export const stepOf = event => STEPS[event.key];

function made(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A cell in words. */
export const nameOf = ([z, y, x]) => `layer ${z + 1}, row ${y + 1}, column ${x + 1}`;

export class Layers {
  constructor(host, space, game) {
    Object.assign(this, { host, space, game, at: space.cells[0], cells: new Map() });
    const [layers, rows, columns] = space.dims;
    host.style.setProperty("--columns", columns);
    host.classList.toggle("tall", layers > 3);
    host.classList.toggle("four", layers === 4);
    for (let z = 0; z < layers; z++) {
      const where = z === 0 ? ", bottom" : z === layers - 1 ? ", top" : "";
      const grid = made("div", { role: "grid", "aria-label": `Layer ${z + 1} of ${layers}${where}` });
      for (let y = 0; y < rows; y++) {
        const line = made("div", { role: "row" });
        for (let x = 0; x < columns; x++) line.append(this.cell([z, y, x]));
        grid.append(line);
      }
      host.append(made("figure", {}, made("figcaption", { "aria-hidden": "true" }, `${z + 1}${where}`), grid));
    }
    host.addEventListener("pointermove", event => { if (event.pointerType === "mouse") this.game.over(this.under(event)); });
    host.addEventListener("click", event => { const cell = this.under(event); if (cell) this.game.clicked(cell); });
    this.go(this.at, false);
  }

  cell(place) {
    const element = made("div", { role: "gridcell", tabindex: "-1" }, made("span", { class: "letter", "aria-hidden": "true" }));
    element.classList.toggle("hole", !this.space.inside.has(keyOf(place)));
    element.classList.toggle("may", this.space.inside.has(keyOf(place)) && this.space.mayStayEmpty(place));
    element.place = place;
    this.cells.set(keyOf(place), element);
    return element;
  }

  under(event) {
    return event.target.closest("[role=gridcell]")?.place ?? null;
  }

  /** Choose a cell. */
  go(place, focus = true) {
    const next = this.cells.get(keyOf(place));
    if (!next) return;
    this.cells.get(keyOf(this.at)).tabIndex = -1;
    this.at = place;
    next.tabIndex = 0;
    if (focus) next.focus({ preventScroll: true });
  }

  /** Show what covers each cell, with the held piece where it would be put, and the cells that nothing can cover. */
  show(held, fits, dead) {
    const taken = this.space.covered();
    const ghost = new Set(held ? this.space.placeOf(held.piece, held.at).map(keyOf) : []);
    const faulty = new Set(dead.map(keyOf));
    for (const [key, element] of this.cells) {
      const over = taken.get(key), hover = ghost.has(key);
      const shown = over ?? (hover ? held.piece : null);
      element.className = [
        element.classList.contains("hole") ? "hole" : "", element.classList.contains("may") ? "may" : "", shown ? `pc k${shown.colour}` : "", over && !("known" in over) ? "fixed" : "",
        hover ? (fits ? "ghost-fits" : "ghost-clashes") : "", faulty.has(key) ? "dead" : "", over?.wrong ? "wrong" : "",
      ].filter(Boolean).join(" ");
      const name = over ? `${over.label ?? over.piece}${over.wrong ? ", wrong since this move" : ""}` : "";
      element.firstChild.textContent = shown ? (shown.name ?? shown.piece).charAt(0).toUpperCase() : "";
      const content = name ? name : element.classList.contains("hole") ? "hole" : element.classList.contains("may") ? "may stay empty" : "open";
      const label = `${nameOf(element.place)}, ${content}${hover ? `, held ${held.piece.label} ${fits ? "fits" : "does not fit"}` : ""}`;
      if (element.ariaLabel !== label) element.ariaLabel = label;
    }
  }
}
