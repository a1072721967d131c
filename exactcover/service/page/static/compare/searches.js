/* Searches side by side: the boards that each engine visits, in step, under one slider. Loaded when it is asked for. */
import { outline } from "../board.js";
import { colourOf, svg } from "../palette.js";
import { requested } from "../server.js";
import { grouped } from "../words.js";
import { element } from "../prove/pictures.js";
import { SIZE, figures, moved, piece } from "./visits.js";

const MOST = 6, FASTEST = 100, SLOWEST = 500, LONGEST = 40000;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How many states there are, in words; answer: of the same engine in the comparison, if it has run. */
function amount({ seen, backend, answer }) {
  const number = seen.visits.length, unit = backend.split(":")[0] === "exact" ? "node" : "state";
  if (seen.whole) return `of ${grouped(number)} ${unit}${number === 1 ? "" : "s"}${seen.visits.at(-1).goal ? "" : ", no solution"}`;
  const all = answer?.statistics?.expanded || answer?.statistics?.nodes;
  if (!all || all <= number) return `of the first ${grouped(number)} ${unit}s`;
  return `of the first ${grouped(number)} of ${answer.status === "UNKNOWN" ? "over " : ""}${grouped(all)} ${unit}s`;
}

/** One search: its board, a counter below, and the moves and estimates of the board. */
class Search {
  constructor(engine, names) {
    const { rows, columns, cells, visits } = engine.seen;
    Object.assign(this, { cells, visits, names, plain: visits.every(visit => visit.pieces.every(([, own]) => own.length === 1)) });
    this.pieces = svg("g");
    this.board = svg("svg", { class: "board", viewBox: `-2 -2 ${columns * SIZE + 4} ${rows * SIZE + 4}`, role: "img" },
      svg("path", { class: "tray", d: outline(cells, SIZE, -2, 4) }), this.pieces);
    this.title = engine.title;
    this.number = element("b", { class: "big" });
    this.bar = element("i", { class: `k${engine.colour}` });
    this.about = element("p", { class: "figures" });
    this.element = element("li", {}, element("h3", {}, engine.title), this.board,
      element("p", {}, this.number, ` ${amount(engine)}`), element("div", { class: "prog", "aria-hidden": "true" }, this.bar), this.about);
  }

  show(step) {
    const at = Math.min(step, this.visits.length - 1), visit = this.visits[at];
    if (at === this.at) return;
    const fresh = at ? moved(visit.pieces, this.visits[at - 1].pieces) : new Set();
    this.pieces.replaceChildren(...visit.pieces.map(([name, places]) => {
      const group = piece(name, places.map(place => this.cells[place]), colourOf(name, this.names.indexOf(name), true), this.plain);
      if (fresh.has(`${name}:${places}`)) group.classList.add("moved");
      return group;
    }));
    this.at = at;
    this.number.textContent = grouped(at + 1);
    this.bar.style.width = `${(100 * (at + 1)) / this.visits.length}%`;
    this.about.replaceChildren(...figures(visit));
    this.element.classList.toggle("goal", visit.goal);
    this.board.setAttribute("aria-label", `${this.title}: board ${at + 1}${visit.goal ? ", the goal" : ""}`);
  }
}

/** All searches, and what moves them. */
class Searches {
  constructor(engines) {
    const names = [...new Set(engines.flatMap(({ seen }) => seen.visits.flatMap(visit => visit.pieces.map(([name]) => name))))].sort();
    this.searches = engines.map(engine => new Search(engine, names));
    this.last = Math.max(...this.searches.map(search => search.visits.length)) - 1;
    const button = (text, go, main) => {
      const made = element("button", { type: "button", class: main ? "btn main" : "btn" }, text);
      made.addEventListener("click", go);
      return made;
    };
    this.play = button("Play", () => (this.timer ? this.stop() : this.start()), true);
    this.back = button("Back", () => this.go(this.step - 1));
    this.next = button("Next", () => this.go(this.step + 1));
    this.slider = element("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": "Board" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.element = element("div", {}, element("div", { class: "ctl steps" }, this.play, this.back, this.next, this.slider),
      element("ul", { class: "searches" }, ...this.searches.map(search => search.element)));
    this.show(0);
  }

  show(step) {
    this.step = step;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `board ${step + 1} of ${this.last + 1}`);
    this.back.disabled = step === 0;
    this.next.disabled = step === this.last;
    for (const search of this.searches) search.show(step);
  }

  /** Show a step that the reader chose. */
  go(step) {
    this.stop();
    this.show(Math.max(0, Math.min(this.last, step)));
  }

  start() {
    if (this.step === this.last) this.show(0);
    this.play.textContent = "Pause";
    this.timer = setInterval(() => {
      if (!this.element.isConnected || this.step === this.last) this.stop();
      else this.show(this.step + 1);
    }, Math.max(FASTEST, Math.min(SLOWEST, LONGEST / (this.last + 1))));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = this.step === this.last ? "Play again" : "Play";
  }
}

/** Ask for the boards of engines, and show them side by side; able: all that could be ticked. */
export async function animate(page, subject, engines, able) {
  const part = name => page.querySelector(`[data-part=${name}]`);
  const told = part("visited"), out = part("searches"), button = part("animate");
  out.replaceChildren();
  if (!engines.length) {
    told.textContent = `None of the ticked engines can be watched; tick one of ${able.map(({ title }) => title).join(", ")}.`;
    return;
  }
  button.disabled = true;
  const shown = [], refused = [];
  for (const engine of engines.slice(0, MOST)) {
    told.textContent = `Searching again, board by board: ${engine.title} …`;
    try {
      const seen = await (await requested("POST", "/page/visits", { keys: subject.keys, backend: engine.backend })).json();
      if (seen.visits.length) shown.push({ ...engine, seen });
      else refused.push(`${engine.title} visits no board`);
    } catch (fault) {
      refused.push(`${engine.title}: ${fault.message}`);
    }
  }
  button.disabled = false;
  const left = engines.slice(MOST).map(({ title }) => title);
  if (left.length) refused.push(`${MOST} are shown at a time; untick some for ${left.join(", ")}`);
  told.textContent = [shown.length ? "Each search looks at its boards in this order; one that has ended waits." : "", ...refused.map(text => `${text}.`)].filter(Boolean).join(" ");
  if (!shown.length) return;
  const searches = new Searches(shown);
  out.replaceChildren(searches.element);
  if (!calm()) searches.start();
}
