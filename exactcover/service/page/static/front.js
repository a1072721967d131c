/* The front page: a solved board with one piece half out, and pictures of other puzzles. */
import { hairlines, keyOf, outline } from "./board.js";
import { colourOf, drawn, pieceGroup, svg, thumbnail } from "./palette.js";
import { bodyPicture } from "./seen/solid.js";

const SIZE = 62, STAGGER = 28;
const stage = document.querySelector("#stage");
const solutions = JSON.parse(stage.dataset.solutions);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
let shown = 0;
let groups = new Map();

/** The piece in the lower right corner, which lies half out. */
function corner(solution) {
  const last = solution.flatMap(([, cells]) => cells).reduce((a, b) => (b[0] + b[1] > a[0] + a[1] ? b : a));
  return solution.find(([, cells]) => cells.some(cell => keyOf(...cell) === keyOf(...last)))[0];
}

function frame(solution) {
  const cells = solution.flatMap(([, own]) => own);
  const rows = Math.max(...cells.map(cell => cell[0])) + 1, columns = Math.max(...cells.map(cell => cell[1])) + 1;
  const picture = svg("svg", { class: "hero", viewBox: `-10 -10 ${columns * SIZE + 20} ${rows * SIZE + 20}`, "aria-hidden": "true" });
  picture.append(
    svg("path", { class: "ground well", d: outline(cells, SIZE, -9, 15) }),
    svg("path", { class: "lines", d: hairlines(cells, SIZE, 0) }), svg("g"));
  return picture;
}

function origin(cells) {
  return [Math.min(...cells.map(cell => cell[0])), Math.min(...cells.map(cell => cell[1]))];
}

/** Show a solution; a piece that was shown before moves from where it was. */
function show(solution) {
  const loose = corner(solution);
  const layer = stage.querySelector("svg").lastElementChild;
  solution.forEach(([name, cells], number) => {
    const group = groups.get(name) ?? pieceGroup(name, colourOf(name, number, true));
    groups.set(name, group);
    const [row, column] = origin(cells);
    drawn(group, cells.map(([r, c]) => [r - row, c - column]), SIZE);
    const out = name === loose;
    group.classList.toggle("up", out);
    group.style.transform = `translate(${column * SIZE + (out ? 16 : 0)}px,${row * SIZE + (out ? 18 : 0)}px) rotate(${out ? 4 : 0}deg)`;
    if (!out) layer.append(group);
  });
  layer.append(groups.get(loose));
}

stage.append(frame(solutions[0]));
show(solutions[0]);
document.querySelector("#another").addEventListener("click", () => {
  shown = (shown + 1) % solutions.length;
  show(solutions[shown]);
});

/** Take the pieces out one after the other, then go to the table. */
document.querySelector("#apart").addEventListener("click", event => {
  if (calm() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  [...groups.values()].forEach((group, number) => setTimeout(() => group.classList.add("gone"), number * STAGGER));
  setTimeout(() => { location.href = event.target.closest("a").href; }, groups.size * STAGGER + 160);
});
addEventListener("pageshow", () => groups.forEach(group => group.classList.remove("gone")));
stage.addEventListener("click", () => document.querySelector("#apart").click());

for (const picture of document.querySelectorAll("[data-solution]")) {
  const solution = JSON.parse(picture.dataset.solution);
  picture.append(solution[0][1][0].length === 3 ? bodyPicture(solution) : thumbnail(solution));
}
