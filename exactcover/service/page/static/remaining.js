/* What is left of a puzzle: asked of the server, one request at a time; the next one aborts the one before. */
import { post } from "./server.js";

export class Question {
  known = new Map();

  /** What is left of a puzzle; null if a later question came first. more: of the request. Raises Unanswered. */
  async about(puzzle, more = {}) {
    this.stop();
    const asks = JSON.stringify([puzzle, more.solution ?? false]);
    if (this.known.has(asks)) return this.known.get(asks);
    const controller = this.controller = new AbortController();
    try {
      const value = await post("/v1/remaining", { puzzle, ...more }, controller.signal);
      if (isComplete(value)) this.known.set(asks, value);
      return controller.signal.aborted ? null : value;
    } catch (fault) {
      if (controller.signal.aborted || fault.name === "AbortError") return null;
      throw fault;
    }
  }

  stop() {
    this.controller?.abort();
  }
}

export class Remaining extends Question {
  constructor(keys) {
    super();
    this.keys = keys;
  }

  /** What remains with these pieces placed. */
  ask(placed, more = {}) {
    return this.about({ ...this.keys, fixed: [...(this.keys.fixed ?? []), ...placed] }, more);
  }
}

/** Whether an answer says all: every solution was counted, or there is none. */
export const isComplete = answer => Boolean(answer.count) || answer.status === "INFEASIBLE";
