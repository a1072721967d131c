/* How many solutions are left: asked of the server, one request at a time; the next one aborts the one before. */
import { post } from "./server.js";

export class Remaining {
  constructor(keys) {
    this.keys = keys;
    this.controller = null;
  }

  /** What remains with these pieces placed; null if a later question came first. more: of the request. Raises Unanswered. */
  async ask(placed, more = {}) {
    this.controller?.abort();
    const controller = this.controller = new AbortController();
    const puzzle = { ...this.keys, fixed: [...(this.keys.fixed ?? []), ...placed] };
    try {
      const value = await post("/v1/remaining", { puzzle, ...more }, controller.signal);
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

/** Whether an answer says all: every solution was counted, or there is none. */
export const isComplete = answer => Boolean(answer.count) || answer.status === "INFEASIBLE";
