/* The page on which a person slides blocks or tiles. */
import { keep, kept } from "../frame.js";
import { Game, one } from "../game.js";
import { Question } from "../remaining.js";
import { post } from "../server.js";
import { offerShare, shared } from "../share.js";
import { grouped, say, speak } from "../words.js";
import { Blocks, added, replayed } from "./blocks.js";
import { Drawing } from "./drawing.js";
import { Film } from "./film.js";
import { Keyboard } from "./keyboard.js";
import { Pointer } from "./pointer.js";

const PAUSE = 250;
/** Seconds that the server may search for a shortest plan: at first, and if that was not enough. */
const SECONDS = [1, 8];
/** What the large button offers, by what is known of the plan that it shows: whether it was proved to be a shortest one. */
const WATCH = new Map([[true, "Watch the shortest"], [false, "Watch the best known"], [undefined, "Watch a plan"]]);
const plural = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

class Slide extends Game {
  constructor(data) {
    super(`slide:${data.sha256}`, "Your moves stay as they are.");
    Object.assign(this, { data, moves: [], chosen: null, shortest: null, left: null });
    this.unit = data.metric === "steps" && !this.isTiles(data) ? "step" : "move";
    this.blocks = new Blocks(data);
    this.drawing = new Drawing(one("#slide"), this.blocks);
    one("#goal").append(this.drawing.goal());
    this.question = new Question();
    this.film = new Film(this);
    this.pointer = new Pointer(this.drawing, this);
    this.keyboard = new Keyboard(this.drawing, this);
    this.listen();
    this.moves = this.recalled();
    this.drawing.refresh(true);
    this.begin();
  }

  isTiles(data) {
    return data.position.form === "numbers";
  }

  listen() {
    super.listen({ hint: () => this.film.step(), watch: () => this.main() });
    offerShare(() => this.written(), speak);
  }

  /** The moves of a link, or those that were kept in this browser. */
  recalled() {
    try { return replayed(this.blocks, JSON.parse(shared() ?? kept(this.name) ?? "[]")); } catch { return []; }
  }

  /** The moves as they are kept. */
  written() {
    return JSON.stringify(this.moves.map(({ block, path, shown }) => ({ block, path, shown })));
  }

  again() {
    this.begin();
  }

  /** Ask for the shortest plan from the start, then for that from where the blocks are. */
  async begin() {
    this.show();
    if (this.moves.length && !this.shortest) {
      const answer = await this.asked(this.data.keys, 0);
      if (answer) this.shortest = this.length(answer);
    }
    this.count();
  }

  /** What an answer says of the length of a plan: the number, and whether it was proved to be the least. */
  length(answer) {
    if (answer.status === "INFEASIBLE") return { moves: null, sentence: answer.sentence };
    return answer.cost == null ? null : { moves: answer.cost, proved: answer.status === "OPTIMAL" };
  }

  /** An answer about a puzzle with a plan in it; null if a later question came first, or none came, which is then said. */
  async asked(keys, attempt) {
    this.asks();
    try {
      let answer = null;
      for (const seconds of SECONDS) {
        answer = await this.question.about(keys, { seconds, solution: true });
        if (!answer || ["OPTIMAL", "INFEASIBLE"].includes(answer.status)) return answer;
      }
      return answer;
    } catch (fault) {
      this.failed(fault, attempt);
      return null;
    }
  }

  /** Find out how many moves are left at least, once the blocks have lain still for a moment; or judge a finished game. */
  count(attempt = 0) {
    this.asks();
    this.question.stop();
    Object.assign(this, { left: null, plan: null, unknown: false });
    this.show();
    if (this.blocks.isSolved()) { this.judge(attempt); return; }
    this.later(async () => {
      const answer = await this.asked(this.blocks.keys(), attempt);
      if (!answer) return;
      this.learn(answer);
      this.show();
    }, attempt || this.film.running ? 0 : PAUSE);
  }

  /** The moves of a shortest plan from here, or of the best known; null if there is none, which is then said. */
  async planned() {
    if (this.plan) return this.plan;
    const answer = await this.asked(this.blocks.keys(), 0);
    if (!answer) return null;
    this.learn(answer);
    this.unknown = !this.left;
    return this.plan;
  }

  /** Take over what an answer says of the position. */
  learn(answer) {
    this.left = this.length(answer);
    this.plan = answer.solution?.moves ?? null;
    if (!this.moves.length) this.shortest = this.left;
    this.proved = this.left?.proved;
  }

  /** The moves as a plan has them, judged by the server. */
  async judge(attempt) {
    if (!this.moves.length) { this.verdict = { accepted: true }; this.show(); return; }
    const moves = this.moves.map(({ block, path }) => [this.blocks.blocks[block].label, ...path]);
    this.verdict = null;
    try {
      this.verdict = await post("/v1/check", { puzzle: this.data.keys, value: { moves } });
      this.show();
    } catch (fault) {
      this.failed(fault, attempt);
    }
  }

  /** The number of the shortest in words, with the published one if the search has not ended. */
  known() {
    const known = this.shortest, published = Number(this.data.published.optimum);
    if (known?.proved) return `${grouped(known.moves)} is the shortest`;
    const best = Math.min(known?.moves ?? Infinity, published || Infinity);
    return best === Infinity ? "" : `${grouped(best)} is the best known`;
  }

  /** What is said of the position. */
  said() {
    const number = this.moves.length, counted = `${plural(number, this.unit)} so far`;
    const impossible = (this.left ?? this.shortest)?.moves === null;
    if (this.blocks.isSolved()) return this.finished(number);
    if (impossible) return { tone: "bad", text: "Impossible:", more: `${this.left?.sentence ?? this.shortest.sentence}`.replace(/^Impossible: /, "") };
    const known = this.known();
    const left = number && !this.film.running && this.left?.proved ? `${grouped(this.left.moves)} more from here` : "";
    const text = this.film.running ? "Watch." : number ? `${counted}.` : this.blocks.ofTiles ? "Slide a tile." : "Drag a block.";
    const unknown = this.unknown ? `no plan was found in ${SECONDS.at(-1)} s` : "";
    const parts = [number && !this.film.running ? "" : counted, known, left, unknown].filter(Boolean).join("; ");
    return { tone: "", text, more: parts ? `${parts}.` : "" };
  }

  finished(number) {
    if (!this.verdict) return { tone: "wait", text: "At the goal.", more: "The moves are being checked …" };
    if (!this.verdict.accepted) return { tone: "bad", text: "The check refused these moves.", more: this.verdict.faults?.[0] ?? "" };
    const shown = this.moves.filter(move => move.shown).length;
    const help = !shown ? "" : shown === number ? " All of it was shown to you." : ` ${shown} of them ${shown === 1 ? "was" : "were"} shown to you.`;
    const best = this.shortest?.proved && number === this.shortest.moves ? ", and no way is shorter" : this.known() ? `; ${this.known()}` : "";
    return { tone: "", text: "Solved.", more: `${plural(number, this.unit)}${best}.${help}` };
  }

  show() {
    const said = this.said(), solved = said.text === "Solved.";
    const running = this.film.running, open = !this.blocks.isSolved() && said.text !== "Impossible:";
    clearTimeout(this.timer);
    if (running) say(one("#say"), said);
    else this.tell(said);
    this.drawing.svg.classList.toggle("solved", solved);
    this.offer(!this.moves.length);
    one("#hint").disabled = !open || running;
    one("#watch").textContent = running ? "Stop" : solved ? "Play again" : WATCH.get(this.proved);
    one("#watch").hidden = !open && !solved;
    keep(this.name, this.moves.length ? this.written() : null);
  }

  failed(fault, attempt) {
    this.settle();
    super.failed(fault, attempt);
  }

  /** End a film that runs. */
  settle() {
    this.film.stop();
  }

  /** Take over that a block has been slid to where it is. */
  moved(block, from, shown = false) {
    const moves = added(this.moves, this.blocks, block, from, block.at, shown);
    this.choose(block);
    if (String(from) !== String(block.at)) {
      if (!shown) this.remember(this.moves);
      this.moves = moves;
    }
    this.drawing.refresh();
    if (!shown) this.count();
    else this.show();
  }

  choose(block) {
    this.chosen?.element.classList.remove("chosen");
    this.chosen = block;
    block?.element.classList.add("chosen");
  }

  /** A click on a block: it slides if there is one way for it, a tile with all those between it and the gap. */
  tapped(block) {
    this.choose(block);
    if (this.blocks.ofTiles) { this.push(block); return; }
    const open = this.blocks.open(block);
    if (open.length === 1) this.slide(block, open[0]);
    else if (!open.length) this.blocked(block);
    else speak(`Block ${block.name} is chosen: arrow keys or a click on an empty cell move it.`);
  }

  /** Slide a tile towards the gap in its row or column, with the tiles between. */
  push(tile) {
    const gap = this.blocks.floor.find(cell => !this.blocks.blocks.some(each => String(each.at) === String(cell)));
    const down = Math.sign(gap[0] - tile.at[0]), right = Math.sign(gap[1] - tile.at[1]);
    if ((down && right) || !(down || right)) { this.blocked(tile); return; }
    const way = down ? (down > 0 ? "DOWN" : "UP") : right > 0 ? "RIGHT" : "LEFT";
    const line = [];
    for (let at = gap; String(at) !== String(tile.at);) {
      at = [at[0] - down, at[1] - right];
      line.push(this.blocks.blocks.find(each => String(each.at) === String(at)));
    }
    this.remember(this.moves);
    for (const each of line) {
      const from = each.at, to = this.blocks.next(from, way);
      this.moves = added(this.moves, this.blocks, each, from, to);
      each.at = to;
    }
    this.refresh();
  }

  /** Slide a block one step. */
  slide(block, way) {
    this.settle();
    if (!this.blocks.can(block, way)) { this.blocked(block, way); return; }
    const from = block.at;
    block.at = this.blocks.next(from, way);
    this.moved(block, from);
  }

  blocked(block, way) {
    const kind = this.blocks.ofTiles ? "Tile" : "Block";
    this.refused(block.element.querySelector(".b"), `${kind} ${block.name} cannot ${way ? `go ${way.toLowerCase()}` : "move there"}.`);
  }

  state() {
    return this.moves;
  }

  take(moves) {
    this.moves = replayed(this.blocks, moves);
  }

  refresh() {
    this.drawing.refresh();
    this.count();
  }

  restart() {
    this.settle();
    if (!this.moves.length) return;
    this.remember(this.moves);
    this.take([]);
    this.refresh();
  }

  /** What the large button offers: another game, or the shortest plan from here, which a second press stops. */
  main() {
    if (this.film.running) { this.film.stop(); this.count(); }
    else if (this.blocks.isSolved()) this.restart();
    else this.film.start();
  }
}

const place = one("[data-table]");
if (place) new Slide(JSON.parse(place.dataset.table));
