/* How many solutions are left: asked of the server, one request at a time; the next one aborts the one before. */

const FIRST_WAIT = 2, LONGEST_WAIT = 30;

/** A fault of the server or of the way to it; seconds: after which the same may be tried again. */
export class Unanswered extends Error {
  constructor(message, seconds) {
    super(message);
    this.seconds = seconds;
  }
}

async function sent(body, signal) {
  let response;
  try {
    response = await fetch("/v1/remaining", {
      method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Unanswered("The server cannot be reached.", FIRST_WAIT);
  }
  if (response.ok) return response.json();
  const seconds = Number(response.headers.get("Retry-After")) || FIRST_WAIT;
  if (response.status === 429) throw new Unanswered("The server has too much to do just now.", seconds);
  if (response.status === 401) throw new Unanswered("Your login has expired. Log in again in another window.", LONGEST_WAIT);
  if (response.status >= 500) throw new Unanswered("That failed here, not in your puzzle.", seconds);
  const problem = await response.json().catch(() => ({}));
  throw new Unanswered(problem.detail ?? "The server refused the question.", null);
}

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
      const value = await sent({ puzzle, ...more }, controller.signal);
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

/** The seconds until the next attempt, doubled each time. */
export const wait = (seconds, attempt) => Math.min(LONGEST_WAIT, seconds * 2 ** attempt);
