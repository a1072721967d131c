/* The verdict on the puzzle of the bench, and its answer on the board: asked of the server, shown, taken off, exchanged for the next. */
import { Unanswered, ended, get, outage, post, submit } from "../server.js";
import { say } from "../words.js";
import { missed, verdict } from "./verdict.js";

const SOON = 120, PATIENCE = 3, MOST_SHOWN = 60;
/** The most cells of a board whose solution comes with the verdict. */
const MOST_CELLS = 50_000;
const one = selector => document.querySelector(selector);

export class Answers {
  constructor(bench) {
    this.linked = new URLSearchParams(location.search).get("solution");
    Object.assign(this, { bench, seen: null, answer: null, solutions: [], shown: -1, dead: [] });
    one("#main-button").addEventListener("click", () => this.next());
    one("#off").addEventListener("click", () => this.show(-1));
    one("#all").addEventListener("click", () => bench.options.run("list", { up_to_symmetry: this.seen?.offers.options.includes("up_to_symmetry") || undefined }));
    one("#count").addEventListener("click", () => bench.options.run("count"));
    addEventListener("exactcover:back", () => this.askSoon());
  }

  /** Take the answer off the board. */
  lift() {
    this.solutions = [];
    this.shown = -1;
    this.dead = [];
    this.answer = null;
    this.picture("");
    one("#say").classList.add("old");
    this.buttons({});
  }

  askSoon() {
    this.controller?.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), SOON);
  }

  async ask(attempt = 0) {
    this.controller?.abort();
    clearTimeout(this.timer);
    const { signal } = this.controller = new AbortController(), keys = this.bench.said;
    if (this.bench.isBlank()) { this.tell({ tone: "wait", text: "Paint the board.", more: "Drag over the dots." }); return; }
    if (this.bench.isWithoutPieces()) { this.tell({ tone: "wait", text: "No pieces yet.", more: "Draw one, or take a set." }); return; }
    const solution = !this.bench.plan || this.bench.plan.number() <= MOST_CELLS;
    this.timer = setTimeout(() => say(one("#say"), { tone: "wait", text: "Counting …" }), 400);
    try {
      const seeing = post("/page/bench", { keys }, signal).then(seen => this.saw(seen));
      const counting = post("/v1/remaining", { puzzle: keys, solution }, signal).catch(fault => ({ fault }));
      await seeing;
      let answer = await counting;
      if (answer.fault) throw answer.fault;
      await this.told(answer);
      await this.showLinked(keys, signal);
      const known = answer.cost || (answer.count && (answer.solution || !solution));
      if (answer.status === "UNKNOWN" || (!known && answer.status !== "INFEASIBLE")) {
        answer = await post("/v1/remaining", { puzzle: keys, solution, seconds: PATIENCE }, signal);
        if (this.shown < 0) await this.told(answer);
      }
    } catch (fault) {
      if (fault.name !== "AbortError") this.failed(fault, attempt);
    } finally {
      if (!signal.aborted) clearTimeout(this.timer);
    }
  }

  /** Show the solution in the address of the page, once the judges have accepted it. */
  async showLinked(keys, signal) {
    const { linked } = this;
    this.linked = null;
    if (!linked) return;
    const judged = await post("/v1/check", { puzzle: keys, text: linked }, signal);
    if (!judged.accepted) {
      this.tell({ tone: "bad", text: "The solution in this link was refused:", more: `${judged.faults[0]}.` });
      return;
    }
    const solution = JSON.parse(linked);
    this.solutions = [solution, ...this.solutions.filter(each => JSON.stringify(each) !== JSON.stringify(solution))];
    this.show(0);
  }

  /** Take over what the server knows without a search. */
  saw(seen) {
    this.seen = seen;
    this.bench.tray.show(seen.pieces, this.bench.colours());
    this.bench.options.offer(seen);
    if (seen.picture && this.shown < 0) this.picture(seen.picture);
    this.bench.draw();
    const off = missed(seen);
    if (off) this.tell({ ...off, next: "why" });
  }

  async told(answer) {
    this.answer = answer;
    const { seen, bench: { plan } } = this, odd = answer.status === "INFEASIBLE" && plan && seen?.symmetry;
    const alone = odd ? (await import("./islands.js")).island(seen, plan) : null;
    if (this.answer !== answer) return;
    const said = verdict(answer, seen, alone);
    this.dead = said.dead ?? [];
    this.solutions = answer.solution ? [answer.solution] : [];
    this.tell(said);
    this.bench.draw();
  }

  tell(said) {
    say(one("#say"), said);
    this.buttons(said);
    this.bench.say([said.text, said.more].filter(Boolean).join(" "));
  }

  /** Offer what comes next: show, the next one, all, count, why, try longer. */
  buttons({ next, many, open }) {
    Object.assign(this, { offered: next, many });
    const plays = this.seen?.offers.tasks.includes("count") === false;  // plans are played, not drawn
    const shown = this.shown >= 0;
    const words = { show: plays ? "Play it" : !shown ? "Show a solution" : many ? "Next solution" : "Take it off", why: "See why", try: "Keep trying", solve: "Solve" };
    one("#main-button").hidden = !next;
    one("#main-button").textContent = words[next] ?? "";
    one("#off").hidden = !(many && shown);
    one("#all").hidden = !many || open || !this.seen?.offers.tasks.includes("list");
    one("#count").hidden = !open;
  }

  /** Do what the large button says. */
  next() {
    if (this.offered === "why") this.bench.options.view("/prove", "prove");
    else if (this.offered === "solve") this.bench.options.run("solve");
    else if (this.offered === "try") this.bench.options.run("solve", { time_limit: 600 });
    else if (this.offered === "show" && this.seen?.offers.tasks.includes("count") === false) this.bench.options.view("/play", "solve");
    else if (this.offered === "show" && this.shown < 0) this.show(0);
    else if (this.offered === "show") this.many ? this.another() : this.show(-1);
  }

  shownSolution() {
    return this.solutions[this.shown] ?? null;
  }

  async show(number) {
    this.shown = number;
    this.buttons(verdict(this.answer, this.seen));
    this.bench.draw();
    const solution = this.shownSolution();
    if (this.bench.board || this.bench.squares.boards.length) return;
    if (!solution) { this.picture(this.seen.picture); return; }
    try {
      const { files } = await post("/v1/draw", { puzzle: this.bench.said, text: JSON.stringify(solution), ending: ".svg" });
      if (this.shownSolution() === solution) this.picture(files[0].text);
    } catch (fault) {
      this.failed(fault, null);
    }
  }

  /** Show another solution; the first time, a list of them is asked for. */
  async another() {
    if (this.solutions.length > 1) { this.show((this.shown + 1) % this.solutions.length); return; }
    one("#main-button").disabled = true;
    try {
      const job = await submit({ task: "list", puzzle: this.bench.said, limit: MOST_SHOWN, time_limit: 20 });
      await ended(job.id);
      const { solutions } = await get(`/v1/jobs/${job.id}/solutions?limit=${MOST_SHOWN}`);
      const others = solutions.filter(each => JSON.stringify(each) !== JSON.stringify(this.solutions[0]));
      this.solutions = [this.solutions[0], ...others];
      this.show(this.solutions.length > 1 ? 1 : 0);
    } catch (fault) {
      this.failed(fault, null);
    } finally {
      one("#main-button").disabled = false;
    }
  }

  /** Show a drawing of the server, for kinds without a board to draw on. */
  picture(svg) {
    const image = one("#picture");
    if (this.bench.board || !image) return;
    image.hidden = !svg;
    if (svg) image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  }

  /** Say a fault; the verdict is asked for again, unless the attempt is null. */
  failed(fault, attempt) {
    const { said, seconds } = outage(fault, "Your board is kept.", attempt ?? 0);
    if (seconds === null && fault instanceof Unanswered) this.tell({ tone: "bad", text: fault.message, more: "" });
    else this.tell(said);
    if (seconds !== null && attempt !== null) this.timer = setTimeout(() => this.ask(attempt + 1), seconds * 1000);
  }
}
