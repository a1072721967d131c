/* The page of a proof: it submits the job, shows its progress, and tells the answer as a story in scenes. */
import { Unanswered, cancel, ended, get, submit } from "../server.js";
import { say } from "../words.js";
import { element, pictured } from "./pictures.js";

const page = document.querySelector("#proof");
const subject = JSON.parse(page.dataset.subject);
const part = name => page.querySelector(`[data-part=${name}]`);
const line = part("say");
const SHORT = 60, LONG = 3600;
const choice = part("argument");

/** The progress of the running job: its sentence, its bar, and the seconds so far. */
class Progress {
  constructor(box) {
    this.box = box;
    this.bar = box.querySelector("progress");
    this.cancel = box.querySelector("button");
    this.cancel.addEventListener("click", () => this.stop());
  }

  begin() {
    this.box.hidden = false;
    this.cancel.disabled = false;
    this.id = null;
    this.sentence = "Waiting for a worker.";
    const start = performance.now();
    this.clock = setInterval(() => this.tell((performance.now() - start) / 1000), 1000);
    this.tell(0);
  }

  follow(id) {
    this.id = id;
    const link = this.box.querySelector("a");
    link.href = `/jobs/${id}`;
    link.hidden = false;
  }

  hear(event) {
    if (event.event === "engine" && event.why) this.sentence = `${event.why}.`;
    if (event.event === "progress" && event.sentence) this.sentence = `${event.sentence}.`;
    if (event.fraction != null) this.bar.value = event.fraction;
  }

  tell(seconds) {
    const text = this.sentence.charAt(0).toUpperCase() + this.sentence.slice(1);
    this.box.querySelector("[data-part=sentence]").textContent = text.replace(/\.\.$/, ".");
    this.box.querySelector("[data-part=clock]").textContent = `${Math.floor(seconds)} s`;
  }

  async stop() {
    if (!this.id) return;
    this.cancel.disabled = true;
    await cancel(this.id).catch(() => { this.cancel.disabled = false; });
  }

  end() {
    clearInterval(this.clock);
    this.box.hidden = true;
  }
}

const progress = new Progress(part("progress"));

function scene({ title, sentences, picture }, number, job) {
  const heading = element("h2", {}, element("span", { class: "n", "aria-hidden": "true" }, String(number)), title);
  const drawing = picture ? [element("div", { class: "picture" }, pictured(picture, job))] : [];
  return element("li", { class: "scene" }, heading, ...drawing, ...sentences.map(text => element("p", {}, text)));
}

function tell(story, job) {
  const tag = part("tag");
  tag.textContent = story.tag;
  tag.className = `tag ${story.tone}`;
  tag.hidden = false;
  say(line, story);
  part("lead").textContent = story.lead || part("lead").textContent;
  part("scenes").replaceChildren(...story.scenes.map((each, number) => scene(each, number + 1, job)));
  part("scenes").classList.toggle("few", story.scenes.length < 3);
  const seal = part("seal");
  seal.hidden = !story.seal.length;
  seal.classList.toggle("checked", story.sealed);
  seal.querySelector("strong").textContent = story.sealed ? "Checked." : "Not checked.";
  seal.querySelector("em").textContent = story.seal.join(" ");
  const links = story.files.map(({ name, url, about }, number) =>
    element("a", { class: number ? "btn quiet" : "btn", href: url, download: true, title: about || null }, name));
  part("files").replaceChildren(...links);
  part("files").hidden = !links.length || !story.scenes.length;
}

function details(job) {
  const answer = job.answer, facts = [
    ["Status", answer.status], ["Evidence", answer.evidence ?? "none"], ["Engine", answer.engine.name], ["Why", answer.engine.why],
    ["Nodes", answer.statistics.nodes.toLocaleString("en")], ["CPU", `${answer.statistics.cpu_seconds.toFixed(2)} s`], ["sha256", answer.puzzle_sha256],
  ];
  part("facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
  part("details").hidden = false;
  part("job").href = `/jobs/${job.id}`;
}

/** Show what the job has come to. */
async function show(job) {
  if (job.state === "FAILED") {
    say(line, { tone: "bad", text: "That failed here, not in your puzzle.", more: job.problem?.detail ?? "" });
    return;
  }
  if (!job.answer) {
    say(line, { tone: "wait", text: "Cancelled.", more: "Nothing was decided." });
    return;
  }
  const story = await get(`/jobs/${job.id}/story`);
  if (story.tone === "wait" && job.answer.status === "UNKNOWN") {
    const limit = job.options.time_limit ?? SHORT;
    if (job.state === "CANCELLED") story.text = "Cancelled: not decided.";
    else if (job.answer.stop_reason === "time") story.text = `Not decided in ${limit} s.`;
    part("longer").hidden = false;
  }
  tell(story, job.id);
  details(job);
  part("other").hidden = subject.arguments.length < 2 || job.answer.status === "FEASIBLE";
}

const pause = seconds => new Promise(wake => setTimeout(wake, seconds * 1000));

/** Run an attempt until the server has answered it; a fault of the server is told, and it is tried again. */
async function insist(attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch (fault) {
      if (!(fault instanceof Unanswered)) throw fault;
      if (fault.seconds === null) throw fault;
      say(line, { tone: "wait", text: fault.message, more: `Trying again in ${fault.seconds} s.` });
      await pause(fault.seconds);
    }
  }
}

async function prove(seconds, argument = choice.value) {
  for (const name of ["again", "longer", "other", "files", "details", "seal", "tag"]) part(name).hidden = true;
  part("scenes").replaceChildren();
  say(line, { tone: "wait", text: "Looking for a proof …", more: "" });
  progress.begin();
  try {
    const asked = { task: "prove", puzzle: subject.sent, time_limit: seconds, ...(argument ? { argument } : {}) };
    const made = await insist(() => submit(asked));
    progress.follow(made.id);
    const job = await ended(made.id, event => progress.hear(event));
    progress.end();
    await insist(() => show(job));
  } catch (fault) {
    say(line, { tone: "bad", text: "This could not be proved here.", more: fault.message });
    part("again").hidden = false;
  }
  progress.end();
  page.dataset.ready = "";
}

part("again").addEventListener("click", () => prove(SHORT));
part("longer").addEventListener("click", () => prove(LONG));
part("look").addEventListener("click", () => prove(SHORT));
const KINDS = ["", ...subject.arguments], linked = new URLSearchParams(location.search).get("argument") ?? "";
choice.replaceChildren(...KINDS.map(name => element("option", { value: name }, name || "any kind")));
choice.value = KINDS.includes(linked) ? linked : "";
prove(SHORT);
