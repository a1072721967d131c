/* The answer of a job: its board or body, its solutions one after the other and in pages, its film. */
import { get, requested } from "../server.js";
import { grouped } from "../words.js";
import { boardPicture, drawBoards, isSolid, named } from "../seen/boards.js";
import { Body } from "./body.js";
import { Film } from "./film.js";
import { fillTimes } from "./times.js";

/** The board of an answer, with one solution of many. */
class Shown {
  constructor(place, next, id) {
    Object.assign(this, { place, next, id, number: 0, solutions: Number(place.dataset.solutions), body: null });
    this.show(JSON.parse(place.dataset.board));
    if (!next || this.solutions < 2) return;
    next.hidden = false;
    next.addEventListener("click", () => this.step());
  }

  show(board) {
    const name = this.place.dataset.name;
    if (this.body) this.body.show(board);
    else if (board.shapes) import("../seen/polyhedra.js").then(look => { this.body = new Body(this.place, board, name, look); });
    else if (isSolid(board)) this.body = new Body(this.place, board, name);
    else this.place.replaceChildren(named(boardPicture(board), name));
  }

  async step() {
    this.number = (this.number + 1) % this.solutions;
    const number = this.number;
    const { board } = await get(`/jobs/${this.id}/solution/${number}`);
    if (board && number === this.number) this.show(board);
    this.place.closest("#job").querySelector("[data-note]").textContent = `Solution ${grouped(number + 1)} of ${grouped(this.solutions)}.`;
  }
}

/** A page of solutions, and its buttons that lead to others. */
async function loadPage(place, path, focus) {
  const reply = await requested("GET", path);
  place.innerHTML = await reply.text();
  drawBoards(place);
  for (const button of place.querySelectorAll("[data-page]")) {
    button.addEventListener("click", () => loadPage(place, button.dataset.page, true));
  }
  if (focus) place.querySelector("[data-page]")?.focus();
}

/** The puzzle of a job that is at work, if it is a board. */
async function showPuzzle(place) {
  const { board } = await get(place.dataset.puzzle);
  if (!board || !place.isConnected) return;
  place.append(named(boardPicture(board), place.dataset.name));
  place.closest(".shown").hidden = false;
}

/** Draw what a part of the page has to show. */
export function enliven(root, id) {
  fillTimes(document);
  drawBoards(root);
  for (const place of root.querySelectorAll("[data-film]")) new Film(place);
  for (const place of root.querySelectorAll("[data-board][data-main]")) new Shown(place, root.querySelector("[data-next]"), id);
  for (const place of root.querySelectorAll("[data-puzzle]")) showPuzzle(place).catch(() => {});
  for (const place of root.querySelectorAll("[data-pages]")) {
    const load = () => place.isConnected && loadPage(place, place.dataset.pages, false).catch(() => {});
    if ("later" in place.dataset) setTimeout(load, 2000);
    else load();
  }
}
