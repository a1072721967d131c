/* The tools beside the board: brushes, which change cells, and actions, which change all of it. */
import { make } from "./form.js";
import { svg } from "../palette.js";

const ICONS = {
  paint: "M4 16l1-4 8-8 3 3-8 8zM11 6l3 3", erase: "M8 16h8M4 12l7-8 5 4-6 8H7z", optional: "M3 3h14v14H3zM10 7v6M7 10h6",
  place: "M4 3h5v9h8v5H4z", letter: "M4 4h12v12H4zM7 13l3-7 3 7M8 11h4", goal: "M5 17V3l10 3-10 4", drag: "M10 3v14M3 10h14M7 6l3-3 3 3M7 14l3 3 3-3M6 7l-3 3 3 3M14 7l3 3-3 3",
  sign: "M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12", move: "M8 10V5a1.5 1.5 0 0 1 3 0v4M11 9V4.5a1.5 1.5 0 0 1 3 0V11c0 4-2 6-5 6-2 0-3-1-4-3l-2-4c.5-1 1.5-1 2.5.5L8 12z",
  mirror: "M10 2v16M7 5 2 15h5zM13 5l5 10h-5z", turn: "M16 6a7 7 0 1 0 1 6M17 2v5h-5", undo: "M7 4 3 8l4 4M3 8h8a5 5 0 0 1 0 10H8", redo: "M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 10h3",
  paste: "M6 4H4v14h12V4h-2M7 2h6v4H7zM7 10h6M7 14h6", fit: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5", closer: "M4 10h12M10 4v12", farther: "M4 10h12",
  more: "M3 6l7-3 7 3-7 3zM3 10l7 3 7-3M3 14l7 3 7-3", fewer: "M3 8l7-3 7 3-7 3zM6 16h8", colour: "M10 3c4 4 5 6 5 8.5a5 5 0 0 1-10 0C5 9 6 7 10 3z",
};

function icon(name, mark) {
  const letter = mark ? [svg("text", { x: 10, y: 13.2, "text-anchor": "middle", class: "mark" }, mark)] : [];
  return svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }), ...letter);
}

/** The icon, the key and the name of each kind of brush. */
function asTool(brush) {
  if (brush.stroke === "mark") {
    if (brush.mark === ".") return { icon: "paint", key: "b" };
    if (brush.mark === "#") return { icon: "erase", key: "e" };
    return { icon: "optional", key: "o" };
  }
  return { letter: { icon: "letter" }, place: { icon: "goal" }, drag: { icon: "drag" } }[brush.stroke] ?? { icon: "sign" };
}

export class Tools {
  /** bench: has its actions as methods; see bench.js. */
  constructor(root, brushes, bench, { solid, colours, pieces, painted }) {
    Object.assign(this, { root, bench, keys: new Map(), radios: [] });
    const own = brushes.filter(brush => !(pieces && brush.stroke === "letter"));
    if (painted) {
      own.forEach(brush => this.brush(brush.label, asTool(brush), brush));
      if (pieces) this.brush("Pre-place a piece: drag it from the tray", { icon: "place", key: "p" }, { stroke: "piece" });
      if (colours) this.brush("Colour cells", { icon: "colour" }, { stroke: "colour", key: colours.key });
      this.brush("Move the view", { icon: "move" }, { stroke: "move" });
      this.letter = make("input", { class: "letter", maxlength: 1, value: "A", "aria-label": "Letter to paint", autocomplete: "off" });
      root.append(this.letter);
      this.rule();
      this.action("mirror", "Mirror (M)", "m", () => bench.mirror());
      this.action("turn", "Turn (R)", "r", () => bench.turn());
      if (solid) {
        this.layers = [this.action("more", "Add a layer", null, () => bench.layer(true)), this.action("fewer", "Remove the last layer", null, () => bench.layer(false))];
      }
      this.rule();
    }
    this.undo = this.action("undo", "Undo (Z)", null, () => bench.undo());
    this.redo = this.action("redo", "Redo (Y)", null, () => bench.redo());
    if (painted) {
      this.action("paste", "Paste a board as text, or copy this one", null, () => bench.text());
      this.corner = root.parentElement.querySelector("[data-zoom]");
      this.action("closer", "Closer (+)", "+", () => bench.surface.zoom(1.25), this.corner);
      this.action("farther", "Farther (−)", "-", () => bench.surface.zoom(0.8), this.corner);
      this.action("fit", "The whole board (0)", "0", () => bench.surface.fit(), this.corner);
      this.choose(0);
    }
  }

  rule() {
    this.root.append(make("hr", { role: "presentation" }));
  }

  brush(label, { icon: name, key }, brush) {
    const number = this.radios.length;
    const text = key ? `${label} (${key.toUpperCase()})` : label;
    const button = make("button", { type: "button", class: "tool", "aria-pressed": "false", "aria-label": text, title: text, onclick: () => this.choose(number) }, icon(name, name === "sign" ? brush.mark : ""));
    this.radios.push({ button, brush });
    if (key) this.keys.set(key, () => this.choose(number));
    this.root.append(button);
  }

  action(name, label, key, act, place = this.root) {
    const button = make("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: act }, icon(name));
    if (key) this.keys.set(key, act);
    place.append(button);
    return button;
  }

  choose(number) {
    this.radios.forEach(({ button }, each) => button.setAttribute("aria-pressed", String(each === number)));
    this.brushed = this.radios[number].brush;
    this.letter.hidden = !["letter", "place", "colour"].includes(this.brushed.stroke);
    this.bench.brushChanged?.(this.brushed);
  }

  /** Choose the first brush with such a stroke. */
  take(stroke) {
    const number = this.radios.findIndex(({ brush }) => brush.stroke === stroke);
    if (number >= 0) this.choose(number);
    return number >= 0;
  }

  /** Press a key; false if it belongs to no tool. */
  press(key) {
    const act = this.keys.get(key.toLowerCase());
    act?.();
    return Boolean(act);
  }
}
