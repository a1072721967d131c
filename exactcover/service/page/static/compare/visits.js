/* How a search looks around: the boards that it visits first, in order, with its moves so far, estimate and priority. */
import { hairlines, outline } from "../board.js";
import { colourOf, svg } from "../palette.js";
import { requested } from "../server.js";
import { element } from "../prove/pictures.js";

export const SIZE = 24;
const AT_ONCE = 48;

/** A piece of a board: its outline, and its name if that is short and the piece small. */
export function piece(name, cells, colour, plain) {
  const group = svg("g", { class: `pc k${colour}${plain ? " plain" : ""}` }, svg("path", { class: "b", d: outline(cells, SIZE, 1) }));
  if (!plain) group.append(svg("path", { class: "in", d: SIZE > 20 ? hairlines(cells, SIZE) : "" }));
  if (name.length < 3 && cells.length < 3) {
    const [row, column] = cells[0];
    group.append(svg("text", { class: "label", x: (column + 0.5) * SIZE, y: (row + 0.68) * SIZE, "font-size": SIZE * 0.52, "text-anchor": "middle" }, name));
  }
  return group;
}

/** The tiles, or blocks, that are elsewhere than on the board before. */
export function moved(pieces, before) {
  const places = new Set((before ?? pieces).map(([name, cells]) => `${name}:${cells}`));
  return new Set(pieces.map(([name, cells]) => `${name}:${cells}`).filter(place => !places.has(place)));
}

export function figures({ moves, estimate, priority, goal }) {
  const told = [["g", moves], ["h", estimate], ["f", priority]].filter(([, value]) => value !== null && value !== undefined);
  const list = told.map(([letter, value]) => element("span", {}, element("abbr", { title: { g: "moves so far", h: "estimate of the moves left", f: "priority: the least comes first" }[letter] }, letter), ` ${value}`));
  return [...list, ...(goal ? [element("strong", {}, "goal")] : [])];
}

/** The boards of an engine, drawn a few dozen at a time. */
class Boards {
  constructor(seen, title) {
    this.seen = seen;
    this.names = [...new Set(seen.visits.flatMap(visit => visit.pieces.map(([name]) => name)))].sort();
    this.plain = seen.visits.every(visit => visit.pieces.every(([, cells]) => cells.length === 1));
    this.list = element("ol", { class: "visits", "aria-label": `Boards that ${title} visits, in order` });
    this.more = element("button", { type: "button", class: "btn" });
    this.more.addEventListener("click", () => this.add());
    this.add();
  }

  add() {
    const from = this.list.children.length, upto = Math.min(from + AT_ONCE, this.seen.visits.length);
    for (let number = from; number < upto; number++) this.list.append(this.board(number));
    this.more.textContent = `Show ${Math.min(AT_ONCE, this.seen.visits.length - upto)} more`;
    this.more.hidden = upto === this.seen.visits.length;
  }

  board(number) {
    const { rows, columns, cells, visits } = this.seen, visit = visits[number];
    const fresh = moved(visit.pieces, visits[number - 1]?.pieces);
    const drawing = svg("svg", { class: "board", viewBox: `-2 -2 ${columns * SIZE + 4} ${rows * SIZE + 4}`, role: "img", "aria-label": `Board ${number + 1}` }, svg("path", { class: "tray", d: outline(cells, SIZE, -2, 4) }));
    for (const [name, places] of visit.pieces) {
      const own = places.map(place => cells[place]), is = fresh.has(`${name}:${places}`);
      const group = piece(name, own, colourOf(name, this.names.indexOf(name), true), this.plain);
      if (is && number) group.classList.add("moved");
      drawing.append(group);
    }
    return element("li", { class: visit.goal ? "goal" : "" }, element("span", { class: "soft small" }, String(number + 1)), drawing, element("span", { class: "figures" }, ...figures(visit)));
  }
}

/** Let the reader choose an engine, and show the boards that it visits. */
export function watch(box, subject, engines) {
  const choice = box.querySelector("select"), button = box.querySelector("button"), out = box.querySelector("[data-part=visits]"), told = box.querySelector("[data-part=visited]");
  choice.replaceChildren(...engines.map(({ backend, title }) => element("option", { value: backend }, title)));
  box.hidden = !engines.length;
  button.addEventListener("click", async () => {
    button.disabled = true;
    told.textContent = "Searching again, board by board …";
    out.replaceChildren();
    try {
      const title = choice.selectedOptions[0].textContent;
      const seen = await (await requested("POST", "/page/visits", { keys: subject.keys, backend: choice.value })).json();
      const boards = new Boards(seen, title);
      const goal = seen.visits.at(-1)?.goal ? " The last one is the goal." : "";
      told.textContent = seen.whole ? `${title} looks at ${seen.visits.length} boards in all, in this order.${goal}` : `The first ${seen.visits.length} boards that ${title} looks at, in order; more follow.`;
      out.replaceChildren(boards.list, boards.more);
    } catch (fault) {
      told.textContent = fault.message;
    }
    button.disabled = false;
  });
}
