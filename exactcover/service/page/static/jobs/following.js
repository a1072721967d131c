/* A job followed to its end: its place in the queue, what its events tell, how much is done and how long the rest may take. */
import { ended, get } from "../server.js";
import { grouped } from "../words.js";

const POLL = 3000, LEAST_FRACTION = 0.02, LEAST_SECONDS = 3;
const NAMES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** The place in the queue of a job with so many before it. */
export const inQueue = before => `${NAMES[before] ?? `number ${grouped(before + 1)}`} in the queue`;

/** Seconds in words. */
export function duration(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** The rest of a search, if so much of it was done in so many seconds; empty while that says too little. */
export function rest(fraction, seconds) {
  if (!(fraction >= LEAST_FRACTION) || fraction >= 1 || seconds < LEAST_SECONDS) return "";
  return `about ${duration(seconds * (1 - fraction) / fraction)} left`;
}

export class Following {
  constructor(root, id) {
    const one = selector => root.querySelector(selector);
    Object.assign(this, { id, strong: one("strong"), more: one("em"), bar: one("progress"), clock: one("[data-clock]") });
    this.doing = this.strong.dataset.doing;
    this.queued = root.dataset.state === "QUEUED";
    this.begun = Number(root.dataset.begun) * 1000 || null;
    this.known = {};
  }

  /** The job, once it has ended. */
  async end() {
    const clocks = [setInterval(() => this.tick(), 1000), setInterval(() => this.look(), POLL)];
    this.look();
    try {
      return await ended(this.id, event => this.hear(event));
    } finally {
      clocks.forEach(clearInterval);
    }
  }

  /** Look how many jobs are before this one, while it waits. */
  async look() {
    if (!this.queued) return;
    const { before } = await get(`/jobs/${this.id}/place`).catch(() => ({ before: null }));
    if (this.queued && before !== null) this.more.textContent = `It is ${inQueue(before)}.`;
  }

  tick() {
    if (this.begun === null) return;
    const seconds = Math.max(0, (Date.now() - this.begun) / 1000);
    this.clock.textContent = [duration(seconds), rest(this.fraction, seconds)].filter(Boolean).join(", ");
  }

  hear(event) {
    if (event.event === "started") {
      this.queued = false;
      this.begun = event.at * 1000;
      this.say(this.doing, "");
    }
    if (event.event === "waiting") this.say("Waiting …", "The attempt failed; the job waits for another one.");
    if (event.event === "cancelling") this.say("Cancelling …", this.more.textContent);
    if (event.nodes) this.known.nodes = `${grouped(event.nodes)} ${event.unit ?? "nodes"} searched`;
    const many = event.count ?? event.number;
    if (many !== null && many !== undefined) this.known.many = `${grouped(many)} so far`;
    if (event.event === "bound") this.known.bound = `none costs less than ${grouped(event.bound)}`;
    if (typeof event.fraction === "number") {
      this.fraction = event.fraction;
      Object.assign(this.bar, { max: 1, value: event.fraction });
    }
    const texts = [this.known.many, this.known.bound, this.known.nodes].filter(Boolean);
    if (texts.length) this.more.textContent = `${texts.join(", ")}.`;
    this.tick();
  }

  say(strong, more) {
    this.strong.textContent = strong;
    this.more.textContent = more;
  }
}
