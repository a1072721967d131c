/* The keys of a puzzle that are neither drawn nor pieces: lines of text, choices, whole numbers, lists. */

/** A new element: make("button", { type: "button", onclick: ... }, "Add"). */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value === true ? (key.startsWith("aria-") ? "true" : "") : value);
  }
  element.append(...children);
  return element;
}

const WHOLE = /^-?\d+$/;

/** The words of each line that has any. */
const linesOf = text => text.split("\n").map(line => line.trim().split(/\s+/).filter(Boolean)).filter(line => line.length);

/** The value of a key, from its text in a control. */
function valueOf(widget, text) {
  const words = linesOf(text);
  if (widget === "lines") return words;
  if (widget === "items") {
    return words.flatMap(line => (line.length === 3 && line.slice(1).every(number => /^\d+$/.test(number)) ? [[line[0], ...line.slice(1).map(Number)]] : line));
  }
  if (widget === "whole") {
    if (!text.trim()) return "";
    return text.split(/[,\s]+/).filter(Boolean).map(word => (WHOLE.test(word) && Number.isSafeInteger(Number(word)) ? Number(word) : word));
  }
  if (/^\s*[[{]/.test(text)) {
    try { return JSON.parse(text); } catch { return text; }  // the server reports what is wrong
  }
  return text;
}

/** The text that a control shows for a value. */
function textOf(widget, value) {
  if (["lines", "items"].includes(widget) && Array.isArray(value)) return value.map(line => (Array.isArray(line) ? line.join(" ") : line)).join("\n");
  if (widget === "whole" && Array.isArray(value)) return value.join(",");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

class Control {
  constructor(field, bench) {
    Object.assign(this, { field, bench });
    const id = `field-${field.key}`, hint = field.hint ? { "aria-describedby": `${id}-hint` } : {};
    if (field.widget === "choice") {
      this.input = make("select", { id, ...hint }, ...field.choices.map(word => make("option", { value: word }, word || "default")));
    } else if (["lines", "items"].includes(field.widget)) {
      this.input = make("textarea", { id, class: "mono", spellcheck: "false", rows: 8, ...hint });
    } else {
      this.input = make("input", { id, autocomplete: "off", spellcheck: "false", ...hint });
    }
    this.input.addEventListener("change", () => this.save());
    if (this.input.tagName !== "SELECT") this.input.addEventListener("input", () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.save(), 400); });
    this.element = make("div", { class: "field" }, make("label", { for: id }, field.label), this.input, ...(field.hint ? [make("p", { class: "soft small", id: `${id}-hint` }, field.hint)] : []));
  }

  save() {
    clearTimeout(this.timer);
    const value = valueOf(this.field.widget, this.input.value);
    if (JSON.stringify(value) === JSON.stringify(this.bench.keys[this.field.key] ?? "")) return;
    if (this.field.key === "lattice") this.bench.begun(value);
    else this.bench.edit(keys => {
      if (value === "" || value?.length === 0) delete keys[this.field.key];
      else keys[this.field.key] = value;
    });
  }

  show(keys) {
    if (document.activeElement !== this.input) this.input.value = textOf(this.field.widget, keys[this.field.key] ?? "");
  }
}

/** The colours of pieces, and the pairs of colours that may meet; those of cells are painted. */
class Colours {
  constructor(field, bench) {
    Object.assign(this, { field, bench });
    this.pieces = make("input", { id: "colours-pieces", autocomplete: "off", spellcheck: "false", "aria-describedby": "colours-hint" });
    this.pairs = make("input", { id: "colours-pairs", autocomplete: "off", spellcheck: "false", "aria-describedby": "colours-hint" });
    for (const input of [this.pieces, this.pairs]) input.addEventListener("change", () => this.save());
    this.element = make("div", { class: "field" }, make("label", { for: "colours-pieces" }, "Colours of pieces"), this.pieces, make("label", { for: "colours-pairs" }, "Colours that may meet"), this.pairs,
      make("p", { class: "soft small", id: "colours-hint" }, `${field.hint} One colour for all cells of a piece, or a picture: I3:a, V3:ab/a. Pairs of a piece’s colour and a cell’s, such as aa, ab.`));
  }

  save() {
    const words = input => input.value.split(",").map(word => word.trim()).filter(Boolean);
    const own = Object.fromEntries(words(this.pieces).map(word => [word.slice(0, word.indexOf(":")).trim(), word.slice(word.indexOf(":") + 1).trim()]));
    this.bench.edit(keys => {
      const told = { ...keys[this.field.key] };
      for (const [key, value] of [["pieces", own], ["pairs", words(this.pairs)]]) {
        if (Object.keys(value).length) told[key] = value;
        else delete told[key];
      }
      if (Object.keys(told).length) keys[this.field.key] = told;
      else delete keys[this.field.key];
    });
  }

  show(keys) {
    const told = typeof keys[this.field.key] === "object" && keys[this.field.key] !== null ? keys[this.field.key] : {};
    if (document.activeElement !== this.pieces) this.pieces.value = Object.entries(told.pieces ?? {}).map(([name, colours]) => `${name}:${colours}`).join(", ");
    if (document.activeElement !== this.pairs) this.pairs.value = (Array.isArray(told.pairs) ? told.pairs.map(pair => [...pair].join("")) : told.pairs ? [told.pairs] : []).join(", ");
  }
}

const ELSEWHERE = ["board", "pieces", "symbols", "numbers"];

/** The controls of a kind's fields; the rare ones in a part that opens once one of them has a value. */
export class Form {
  constructor(root, fields, bench) {
    const controls = fields.filter(field => !field.drawn && !ELSEWHERE.includes(field.widget))
      .map(field => new (field.widget === "colours" ? Colours : Control)(field, bench));
    const [rare, usual] = [controls.filter(each => each.field.rare), controls.filter(each => !each.field.rare)];
    this.controls = controls;
    root.append(...usual.map(each => each.element));
    if (rare.length) {
      this.rare = make("details", {}, make("summary", {}, "More about the puzzle"), ...rare.map(each => each.element));
      this.keys = rare.map(each => each.field.key).filter(key => key !== "lattice");  // the board shows it
      root.append(this.rare);
    }
    root.hidden = !controls.length;
  }

  show(keys) {
    for (const control of this.controls) control.show(keys);
    if (this.rare && this.keys.some(key => keys[key] !== undefined && keys[key] !== "")) this.rare.open = true;
  }
}
