/* The closed part of the bench: every task with its options, the keys as text, files, links. */
import { submit } from "../server.js";
import { make } from "./form.js";

const LONGEST_LINK = 6000;
const one = (selector, root = document) => root.querySelector(selector);
const all = selector => [...document.querySelectorAll(selector)];

export class Options {
  constructor(bench) {
    this.bench = bench;
    this.json = one("#as-json");
    this.json.addEventListener("change", () => this.read(this.json.value));
    one("#copy").addEventListener("click", () => this.copy());
    one("#share").addEventListener("click", () => this.copy());
    one("#file").addEventListener("change", event => this.open(event.target.files[0]));
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => { event.preventDefault(); this.open(event.dataTransfer.files[0]); });
    for (const button of all("[data-task]")) button.addEventListener("click", () => this.run(button.dataset.task, this.chosen(button.dataset.task)));
    for (const button of all("[data-save]")) button.addEventListener("click", () => this.save(button.dataset.save, button.dataset.to));
    one("#backend").addEventListener("change", () => this.able());
    one("#details-button").addEventListener("click", () => this.toggle());
  }

  /** Open or close the details. */
  toggle(open = one("#details").hidden) {
    one("#details").hidden = !open;
    one("#details-button").setAttribute("aria-expanded", String(open));
    if (open) one("#details").scrollIntoView({ block: "nearest" });
  }

  /** The query that names the puzzle in the addresses of all views. */
  query() {
    const { edited, said } = this.bench, name = new URLSearchParams(location.search).get("puzzle");
    if (!edited && name) return `puzzle=${encodeURIComponent(name)}`;
    return `keys=${encodeURIComponent(JSON.stringify(said))}`;
  }

  /** The address of the bench with its puzzle; one that is too long is kept in this tab. */
  address() {
    const query = this.query();
    if (query.length <= LONGEST_LINK) return `/design?${query}`;
    sessionStorage.setItem("keys", JSON.stringify(this.bench.said));
    return `/design?kind=${encodeURIComponent(this.bench.keys.kind)}&kept=1`;
  }

  /** Go to another view of the puzzle; to a job, if its address would be too long. */
  view(path, task) {
    const query = this.query();
    if (query.length <= LONGEST_LINK) location.assign(`${path}?${query}`);
    else this.run(task);
  }

  /** The link to the puzzle, with the solution that is shown if both fit; "" for a puzzle that is too long. */
  link() {
    const query = this.query(), solution = this.bench.answers.shownSolution();
    const answer = solution ? `&solution=${encodeURIComponent(JSON.stringify(solution))}` : "";
    const whole = query.length + answer.length <= LONGEST_LINK ? query + answer : query;
    return query.length > LONGEST_LINK ? "" : new URL(`/design?${whole}`, location.href).href;
  }

  show() {
    if (document.activeElement !== this.json) this.json.value = JSON.stringify(this.bench.said, null, 1);
    const query = this.query(), long = query.length > LONGEST_LINK;
    one("#link").value = this.link();
    one("#link").placeholder = long ? "This puzzle is too long for a link; save it as a file." : "";
    one("#kept").textContent = this.bench.edited ? (long ? "kept in this tab" : "saved in this link") : this.bench.keys.source ?? "";
    for (const link of all(".seg a")) {
      const path = new URL(link.href).pathname;
      link.href = long ? path : `${path}?${query}`;
    }
  }

  /** Offer what suits the puzzle as it was read last; the rest could only fail. */
  offer({ offers, facts, engine, warnings }) {
    this.offers = offers;
    const backend = one("#backend"), chosen = backend.value, engines = one("#engines");
    for (const button of all("[data-task]")) button.hidden = !offers.tasks.includes(button.dataset.task);
    for (const button of all("[data-to]")) button.hidden = !offers.formats.includes(button.dataset.to);
    one("[data-models]").hidden = !offers.formats.length;
    const names = [...new Set(Object.values(offers.engines).flat())];
    backend.replaceChildren(backend.options[0], ...names.map(name => make("option", {}, name)));
    backend.value = names.includes(chosen) ? chosen : "";
    this.able();
    const compared = offers.compared.map(name => name.replaceAll(",", ";")).join(",");
    if (engines.value === engines.defaultValue) engines.value = compared;
    engines.defaultValue = compared;
    one("[data-suited]").textContent = offers.engines.solve.join(", ");
    for (const input of all("[data-option][data-tasks]")) {
      const applies = !input.hasAttribute("data-conditional") || offers.options.includes(input.dataset.option);
      input.closest(".field, .check").hidden = !applies || !input.dataset.tasks.split(" ").some(task => offers.tasks.includes(task));
    }
    one("#facts").replaceChildren(...facts.flatMap(([name, figure]) => [make("dt", {}, name), make("dd", {}, figure)]), make("dt", {}, "Why this engine"), make("dd", {}, engine));
    one("#warnings").replaceChildren(...warnings.map(text => make("p", {}, text)));
  }

  /** An engine that was chosen cannot do every task. */
  able() {
    const backend = one("#backend").value;
    for (const [task, names] of Object.entries(this.offers?.engines ?? {})) one(`[data-task=${task}]`).disabled = backend !== "" && !names.includes(backend);
  }

  /** The options that are set for a task. */
  chosen(task) {
    const options = {};
    for (const input of all("[data-option]")) {
      if (input.closest("[hidden]:not(#details)") || (input.dataset.tasks && !input.dataset.tasks.split(" ").includes(task))) continue;
      const value = input.type === "checkbox" ? input.checked : input.type === "number" && input.value !== "" ? Number(input.value) : input.value;
      if (value !== "" && value !== false) options[input.dataset.option] = value;
    }
    if (options.engines !== undefined) {
      options.backends = options.engines.split(",").map(name => name.trim().replaceAll(";", ",")).filter(Boolean);
      delete options.engines;
    }
    return options;
  }

  /** Submit a job, and go to its page. */
  async run(task, options = {}) {
    this.fault("");
    try {
      const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
      const job = await submit({ ...set, task, puzzle: this.bench.said });
      location.assign(`/jobs/${job.id}`);
    } catch (fault) {
      this.fault(fault.message);
    }
  }

  fault(sentence) {
    const place = one("#fault");
    place.textContent = sentence;
    place.hidden = !sentence;
    if (sentence) place.scrollIntoView({ block: "nearest" });
  }

  read(text) {
    let keys;
    try { keys = JSON.parse(text); } catch { this.fault("The text is not JSON; expected a JSON object."); return; }
    this.fault("");
    if (keys?.kind !== this.bench.keys.kind) { this.replace(keys); return; }
    const before = this.bench.snapshot();
    for (const key of Object.keys(this.bench.keys)) delete this.bench.keys[key];
    Object.assign(this.bench.keys, keys);
    this.bench.answers.lift();
    this.bench.commit(before, true);
  }

  /** Show a puzzle of another kind, which has another bench. */
  replace(keys, address = `/design?keys=${encodeURIComponent(JSON.stringify(keys))}`) {
    if (address.length <= LONGEST_LINK) { location.assign(address); return; }
    sessionStorage.setItem("keys", JSON.stringify(keys));
    location.assign(`/design?kind=${encodeURIComponent(keys.kind)}&kept=1`);
  }

  async copy() {
    const field = one("#link");
    field.value = this.link();
    try {
      await navigator.clipboard.writeText(field.value);
      this.bench.say("The link is copied.");
      one("#copied").textContent = "The link is copied.";
    } catch {
      this.toggle(true);
      field.select();
      one("#copied").textContent = "The link is selected; copy it with your keyboard.";
    }
  }

  async open(file) {
    if (file) (await import("./files.js")).open(this, file);
  }

  async save(ending, to) {
    (await import("./files.js")).save(this, ending, to);
  }
}
