/* The page of a comparison: it submits the job, fills the cards as engines end, and shows the chart, the plans and the table. */
import { Unanswered, cancel, ended, get, submit } from "../server.js";
import { grouped, say } from "../words.js";
import { element } from "../prove/pictures.js";
import { chart } from "./chart.js";
import { solutions } from "./films.js";
import { sizes } from "./sizes.js";
import { watch } from "./visits.js";

const page = document.querySelector("#comparison");
const subject = JSON.parse(page.dataset.subject), offered = JSON.parse(page.dataset.engines), watchable = JSON.parse(page.dataset.watchable);
const part = name => page.querySelector(`[data-part=${name}]`);
const line = part("say");
const COLOURS = [0, 2, 8, 4, 10, 11, 6, 1, 3, 9, 5, 7];
let latest = null, running = null;

const colours = new Map(offered.suited.map(({ backend }, number) => [backend, COLOURS[number % 12] + (number > 11 ? 12 : 0)]));

function card({ backend, title, about, complete, checked }) {
  const box = element("input", { type: "checkbox", value: backend, checked });
  const label = element("label", { class: `engine k${colours.get(backend)}` }, box, element("b", {}, title),
    element("i", { class: `tag ${complete ? "good" : ""}` }, complete ? "exact" : "heuristic"), element("span", { "data-about": about }, about));
  box.addEventListener("change", count);
  return element("li", {}, label);
}

function unsuited({ title, reason }) {
  return element("li", { class: "engine un" }, element("b", {}, title), element("span", {}, reason));
}

const ticked = () => [...page.querySelectorAll(".engine input:checked")].map(box => box.value);

function count() {
  const number = ticked().length;
  part("compare").disabled = !number || running !== null;
  part("compare").textContent = number === 1 ? "Run 1 engine" : `Compare ${number} engines`;
}

function fill(entries) {
  const by = new Map(entries.map(entry => [entry.backend, entry]));
  for (const box of page.querySelectorAll(".engine input")) {
    const told = box.closest("label").querySelector("span"), entry = by.get(box.value);
    told.textContent = entry ? entry.sentence : told.dataset.about;
    told.classList.toggle("result", !!entry);
  }
}

function draw() {
  if (!latest) return;
  const box = part("chart"), width = Math.max(300, Math.min(720, Math.round(box.clientWidth)));
  const drawing = chart(latest.entries, latest.unit, width, latest.verdict ? `${latest.verdict.text} ${latest.verdict.more}` : "Work of the engines");
  box.replaceChildren(...(drawing ? [drawing] : []));
}

const COLUMNS = ["engine", "status", "evidence", "cost", "bound", "nodes", "generated", "expanded", "stored", "cpu_seconds", "peak_mb"];

function row(entry) {
  const used = entry.statistics ?? {};
  if (entry.state === "unsuited") return [entry.backend, entry.sentence, ...COLUMNS.slice(2).map(() => "")];
  return [entry.backend, entry.stop_reason ? `${entry.status} (${entry.stop_reason})` : entry.status, entry.evidence, entry.cost ?? "", entry.bound ?? "",
    used.nodes, used.generated, used.expanded, used.stored, used.cpu_seconds, used.peak_mb];
}

/** A value for a file of comma-separated values: quoted, and no formula of a spreadsheet. */
const quoted = value => `"${String(value).replace(/^[=+\-@]/, "'$&").replace(/"/g, '""')}"`;

function table() {
  const rows = latest.entries.map(row);
  part("rows").replaceChildren(...rows.map(cells => element("tr", {}, ...cells.map((cell, at) =>
    element(at ? "td" : "th", at ? { class: typeof cell === "number" ? "number" : "" } : { scope: "row" }, typeof cell === "number" ? grouped(Math.round(cell * 1000) / 1000) : String(cell))))));
  const text = [COLUMNS, ...rows].map(cells => cells.map(cell => (typeof cell === "number" ? cell : quoted(cell))).join(",")).join("\r\n");
  const link = part("csv");
  if (link.href.startsWith("blob:")) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([`${text}\r\n`], { type: "text/csv" }));
  part("details").hidden = false;
}

function show(document_, job) {
  latest = { ...document_, entries: document_.entries.map(entry => ({ ...entry, colour: colours.get(entry.backend) ?? 0 })) };
  fill(latest.entries);
  if (!latest.verdict) return;
  say(line, latest.verdict);
  part("results").hidden = false;
  draw();
  table();
  const shown = solutions(latest.entries, job);
  part("solutions").replaceChildren(...(shown ? [shown] : []));
  part("job").href = `/jobs/${job}`;
}

/** Show the engines that have ended so far. */
async function refresh(id) {
  const document_ = await get(`/jobs/${id}/compared`).catch(() => null);
  if (document_ && running === id) fill(document_.entries);
}

async function compare() {
  const backends = ticked();
  running = "";
  count();
  part("stop").hidden = false;
  part("bar").hidden = false;
  part("bar").value = 0;
  say(line, { tone: "wait", text: "Comparing …", more: `${backends.length} engines run one after the other.` });
  fill([]);
  try {
    const made = await submit({ task: "compare", puzzle: subject.sent, backends, time_limit: Number(part("seconds").value) });
    running = made.id;
    const job = await ended(made.id, event => {
      if (event.event !== "progress") return;
      if (event.fraction != null) part("bar").value = event.fraction;
      if (/engines done$/.test(event.sentence ?? "")) refresh(made.id);
    });
    running = null;
    if (job.answer) show(await get(`/jobs/${job.id}/compared`), job.id);
    else say(line, job.state === "FAILED" ? { tone: "bad", text: "That failed here, not in your puzzle.", more: job.problem?.detail ?? "" } : { tone: "wait", text: "Cancelled.", more: "" });
  } catch (fault) {
    const again = fault instanceof Unanswered && fault.seconds !== null ? "Press Compare to try again." : "";
    say(line, { tone: "bad", text: fault.message, more: again });
  }
  running = null;
  part("stop").hidden = true;
  part("bar").hidden = true;
  count();
}

part("suited").replaceChildren(...offered.suited.filter(({ checked }) => checked).map(card));
const more = offered.suited.filter(({ checked }) => !checked);
part("more-engines").replaceChildren(...more.map(card));
part("more").hidden = !more.length;
part("more").querySelector("summary").textContent = more.length === 1 ? "One more engine suits this puzzle" : `${more.length} more engines suit this puzzle`;
part("others").querySelector("summary").textContent = offered.unsuited.length === 1 ? "One engine does not suit it" : `${offered.unsuited.length} engines do not suit it`;
part("unsuited").replaceChildren(...offered.unsuited.map(unsuited));
part("others").hidden = !offered.unsuited.length;
part("compare").addEventListener("click", compare);
part("stop").addEventListener("click", () => running && cancel(running).catch(() => {}));
const watched = offered.suited.filter(({ backend }) => watchable.includes(backend.split(":")[0]));
watch(part("watch"), subject, watched);
part("animate").addEventListener("click", async () => {
  const { animate } = await import("./searches.js");
  const wanted = watched.filter(({ backend }) => ticked().includes(backend)).map(engine => ({ ...engine, colour: colours.get(engine.backend), answer: latest?.entries.find(entry => entry.backend === engine.backend) }));
  await animate(page, subject, wanted, watched);
});
sizes(part("over-sizes"), JSON.parse(part("over-sizes").dataset.series));
count();
let width = innerWidth;
addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; draw(); } });
page.dataset.ready = "";
