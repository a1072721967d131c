/* Engines over sizes: a series of puzzles, compared one after the other, drawn as curves while they run. */
import { cancel, ended, get, submit } from "../server.js";
import { element } from "../prove/pictures.js";
import { curves } from "./curves.js";

const COLOURS = [8, 0, 4, 2, 10];
const SECONDS = 10;

class Sizes {
  constructor(box, series) {
    this.box = box;
    this.series = series;
    this.part = name => box.querySelector(`[data-part=${name}]`);
    this.choice = this.part("series");
    this.measure = this.part("measure");
    this.button = this.part("run");
    this.said = this.part("sized");
    this.choice.replaceChildren(...series.map(({ name }, number) => element("option", { value: number }, name)));
    this.running = null;
    this.begin();
    this.choice.addEventListener("change", () => this.begin());
    this.measure.addEventListener("change", () => this.draw());
    this.button.addEventListener("click", () => (this.running ? this.stop() : this.run()));
  }

  begin() {
    this.chosen = this.series[Number(this.choice.value)];
    this.lines = this.chosen.engines.map(({ backend, title }, number) => ({ backend, title, colour: COLOURS[number], answers: [] }));
    this.said.textContent = `${this.chosen.cases.length} puzzles, and ${this.chosen.engines.map(({ title }) => title).join(", ")}; at most ${SECONDS} s each.`;
    this.part("curves").replaceChildren();
    this.part("sizes-table").hidden = true;
  }

  async run() {
    this.begin();
    const turn = (this.running = { id: null });
    this.button.textContent = "Cancel";
    this.choice.disabled = true;
    try {
      for (const [number, [at, line]] of this.chosen.cases.entries()) {
        this.said.textContent = `Puzzle ${number + 1} of ${this.chosen.cases.length} …`;
        const backends = this.lines.filter(({ answers }) => answers.at(-1)?.solved !== false).map(({ backend }) => backend);
        if (!backends.length || turn.stopped) break;
        const made = await submit({ task: "compare", puzzle: line, backends, time_limit: SECONDS });
        turn.id = made.id;
        const job = await ended(made.id);
        this.take(at, (await get(`/jobs/${job.id}/compared`)).entries);
      }
      this.said.textContent = turn.stopped ? "Cancelled." : "Done. A hollow mark is a puzzle that an engine did not solve in time; it is not asked for larger ones.";
    } catch (fault) {
      this.said.textContent = fault.message;
    }
    this.running = null;
    this.button.textContent = "Run the series";
    this.choice.disabled = false;
  }

  stop() {
    this.running.stopped = true;
    if (this.running.id) cancel(this.running.id).catch(() => {});
  }

  take(at, entries) {
    for (const entry of entries) {
      const line = this.lines.find(({ backend }) => backend === entry.backend);
      if (!line || entry.state === "unsuited") continue;
      line.answers.push({ at, solved: entry.state !== "unsolved", nodes: entry.work, seconds: entry.statistics.cpu_seconds, sentence: entry.sentence });
    }
    this.draw();
  }

  draw() {
    const measure = this.measure.value, drawn = this.lines.map(line => ({ ...line, points: line.answers.map(answer => ({ at: answer.at, solved: answer.solved, value: Math.max(answer[measure], measure === "nodes" ? 1 : 1e-4) })) }));
    if (!drawn.some(line => line.points.length)) return;
    const box = this.part("curves"), width = Math.max(300, Math.min(1180, Math.round(box.clientWidth)));
    box.replaceChildren(curves(drawn, { axis: this.chosen.axis, unit: measure === "nodes" ? "nodes" : "CPU seconds", width, name: `${this.chosen.name}: ${measure} of each engine` }));
    const rows = this.chosen.cases.map(([at]) => element("tr", {}, element("th", { scope: "row" }, String(at)), ...this.lines.map(line => element("td", {}, line.answers.find(answer => answer.at === at)?.sentence ?? ""))));
    const head = element("tr", {}, element("th", { scope: "col" }, this.chosen.axis), ...this.lines.map(({ title }) => element("th", { scope: "col" }, title)));
    this.part("sizes-rows").replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
    this.part("sizes-table").hidden = false;
  }
}

/** Let the reader choose a series, and run it. */
export const sizes = (box, series) => new Sizes(box, series);
