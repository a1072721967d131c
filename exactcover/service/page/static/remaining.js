/* What is left of a puzzle: asked of the server, one request at a time; the next one aborts the one before. */
import { post } from "./server.js";

export class Question {
  known = new Map();

  /** What is left of a puzzle; null if a later question came first. more: of the request. Raises Unanswered. */
  async about(puzzle, more = {}) {
    this.stop();
    const asks = JSON.stringify([puzzle, more.solution ?? false]);
    if (this.known.has(asks)) return this.known.get(asks);
    const value = await this.sent("/v1/remaining", { puzzle, ...more });
    if (value && isComplete(value)) this.known.set(asks, value);
    return value;
  }

  /** The answer to a request; null if a later question came first. Raises Unanswered. */
  async sent(path, body) {
    this.stop();
    const { signal } = this.controller = new AbortController();
    try {
      const value = await post(path, body, signal);
      return signal.aborted ? null : value;
    } catch (fault) {
      if (signal.aborted || fault.name === "AbortError") return null;
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

  /** What to place next after these placements, which are moves in their order, or since which of them nothing fits. */
  hint(moves, seconds) {
    return this.sent("/v1/hint", { puzzle: this.keys, begun: { placements: moves }, seconds });
  }
}

/** Whether an answer says all: every solution was counted, or there is none. */
export const isComplete = answer => Boolean(answer.count) || answer.status === "INFEASIBLE";
