/* The gallery: boards are drawn when they come into view; chips and a search filter the cards, and the URL keeps the state. */
import { drawn, pieceGroup, svg } from "../palette.js";
import { boardPicture, flatPicture } from "../seen/boards.js";

const NAMES = ["kind", "solutions", "size", "effort"];
const SIZE = 40;
const cards = [...document.querySelectorAll(".card")];
const pills = [...document.querySelectorAll("[data-filter]")];
const search = document.querySelector("#search");
const spoken = document.querySelector("#spoken");
let state = {};

/** A board without pieces as a chessboard. */
function chessboard({ dims: [rows, columns], open }) {
  return svg("svg", { viewBox: `-1 -1 ${columns * SIZE + 2} ${rows * SIZE + 2}`, "aria-hidden": "true" },
    ...open.map(([row, column]) => svg("rect", {
      class: (row + column) % 2 ? "light-square" : "dark-square", x: column * SIZE, y: row * SIZE, width: SIZE, height: SIZE,
    })));
}

/** Tiles with their numbers. */
function tiles(board) {
  const picture = flatPicture({ ...board, pieces: [], open: [...board.open, ...board.pieces.flatMap(([, cells]) => cells)] });
  picture.classList.add("numbers");
  for (const [name, cells] of board.pieces) {
    const group = drawn(pieceGroup(name, Number(name) % 2 ? 7 : 14), cells, SIZE);
    group.querySelector("text").textContent = name;
    picture.append(group);
  }
  return picture;
}

/** Whether the pieces of a board are numbered tiles. */
const isNumbered = ({ pieces }) => pieces.length > 1 && pieces.every(([name, cells]) => cells.length === 1 && /^\d+$/.test(name));

function draw(place) {
  const board = JSON.parse(place.dataset.board);
  const picture = "chess" in place.dataset ? chessboard(board) : isNumbered(board) ? tiles(board) : boardPicture(board);
  picture.setAttribute("aria-hidden", "true");
  place.append(picture);
}

const watcher = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    draw(target);
  }
}, { rootMargin: "400px" });

const words = () => (state.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a card has what is wanted; except: the name of a filter that does not count. */
function fits(card, except = "") {
  return NAMES.every(name => name === except || !state[name] || card.dataset[name] === state[name])
    && words().every(word => card.dataset.words.includes(word));
}

/** Show the cards that fit, and how many there would be with each chip. */
function show() {
  for (const card of cards) card.hidden = !fits(card);
  for (const section of document.querySelectorAll("[data-section]")) {
    const number = section.querySelectorAll(".card:not([hidden])").length;
    section.hidden = !number;
    section.querySelector("[data-number]").textContent = number;
  }
  for (const pill of pills) {
    const { filter, value } = pill.dataset;
    const number = cards.filter(card => card.dataset[filter] === value && fits(card, filter)).length;
    pill.ariaPressed = String(state[filter] === value);
    pill.classList.toggle("bare", !number);
    pill.querySelector("span").textContent = number;
  }
  const number = cards.filter(card => !card.hidden).length;
  document.querySelector("#all").ariaPressed = String(!Object.values(state).some(Boolean));
  document.querySelector("#none").hidden = number > 0;
  return number;
}

/** Read the state of the filters from the URL. */
function read() {
  const query = new URLSearchParams(location.search);
  state = Object.fromEntries([...NAMES, "q"].map(name => [name, query.get(name) ?? ""]));
  search.value = state.q;
  show();
}

/** Change the state, and keep it in the URL. push: as a step to which the browser goes back. */
function change(changes, push) {
  state = { ...state, ...changes };
  const query = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
  const address = query.size ? `?${query}` : location.pathname;
  history[push ? "pushState" : "replaceState"](null, "", address);
  const number = show();
  spoken.textContent = `${number} puzzle${number === 1 ? "" : "s"}`;
}

const CLEAR = Object.fromEntries([...NAMES, "q"].map(name => [name, ""]));

function clear() {
  search.value = "";
  change(CLEAR, true);
}

for (const pill of pills) {
  const { filter, value } = pill.dataset;
  pill.addEventListener("click", () => change({ [filter]: state[filter] === value ? "" : value }, true));
}
document.querySelector("#all").addEventListener("click", clear);
document.querySelector("#clear").addEventListener("click", () => { clear(); search.focus(); });
search.addEventListener("input", () => change({ q: search.value }, false));
search.form.addEventListener("submit", event => event.preventDefault());
addEventListener("popstate", read);
addEventListener("beforeprint", () => {
  for (const place of document.querySelectorAll("[data-board]:empty")) draw(place);
});
for (const place of document.querySelectorAll("[data-board]")) watcher.observe(place);
document.querySelector("#filters").hidden = document.querySelector("#chips").hidden = false;
read();
