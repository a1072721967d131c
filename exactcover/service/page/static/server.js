/* Requests to the server: answers as JSON, faults as sentences, jobs followed to their end. */

const FIRST_WAIT = 2, LONGEST_WAIT = 30, POLL = 2000;

/** A fault of the server or of the way to it; seconds: after which the same may be tried again, null if never. */
export class Unanswered extends Error {
  constructor(message, seconds) {
    super(message);
    this.seconds = seconds;
  }
}

/** The seconds until the next attempt, doubled each time. */
export const wait = (seconds, attempt) => Math.min(LONGEST_WAIT, seconds * 2 ** attempt);

/** What is said of a fault (kept: what stays on the page meanwhile), and the seconds after which to try again, null if never. */
export function outage(fault, kept, attempt) {
  const known = fault instanceof Unanswered;
  const seconds = known && fault.seconds !== null ? wait(fault.seconds, attempt) : null;
  const next = seconds === null ? "" : ` Trying again in ${Math.round(seconds)} s.`;
  if (!known) console.error(fault);
  return { seconds, said: { tone: "wait", text: known ? fault.message : "That failed here, not in your puzzle.", more: kept + next } };
}

/** Tell the frame of the page whether the server can be reached: it shows a line, and waits for the server to return. */
const reached = yes => dispatchEvent(new CustomEvent("exactcover:reached", { detail: yes }));

async function refused(response) {
  const seconds = Number(response.headers.get("Retry-After")) || FIRST_WAIT;
  const problem = await response.json().catch(() => ({}));
  if (response.status === 429) return new Unanswered("The server has too much to do just now.", seconds);
  if (response.status === 401) return new Unanswered("Your login has expired. Log in again in another window.", LONGEST_WAIT);
  if (response.status >= 500) return new Unanswered("That failed here, not in your puzzle.", seconds);
  return new Unanswered(problem.detail ?? "The server refused the request.", null);
}

/** The response to a request; body: an object sent as JSON. Raises Unanswered, or AbortError. */
export async function requested(method, path, body, signal) {
  const sent = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, { method, signal, ...sent });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    reached(false);
    throw new Unanswered("The server cannot be reached.", FIRST_WAIT);
  }
  reached(true);
  if (!response.ok) throw await refused(response);
  return response;
}

/** The JSON that the server answers with. Raises Unanswered, or AbortError. */
export const post = async (path, body, signal) => (await requested("POST", path, body, signal)).json();
export const get = async (path, signal) => (await requested("GET", path, undefined, signal)).json();

/** Submit a job, and return it as the server has it. */
export const submit = body => post("/v1/jobs", body);
export const cancel = id => post(`/v1/jobs/${id}/cancel`, {});

const pause = milliseconds => new Promise(wake => setTimeout(wake, milliseconds));

/** A job once it has ended; hear: called with each of its events. An outage of the server only delays it. */
export async function ended(id, hear = () => {}, signal) {
  await new Promise((resolve, reject) => {
    const source = new EventSource(`/v1/jobs/${id}/events`);
    const stop = end => { source.close(); end(); };
    signal?.addEventListener("abort", () => stop(() => reject(new DOMException("aborted", "AbortError"))));
    source.onopen = () => reached(true);
    source.onmessage = message => {
      const event = JSON.parse(message.data);
      if (event.event === "finished") stop(resolve);
      else hear(event);
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) stop(resolve);
      else reached(false);
    };
  });
  for (;;) {
    try {
      const job = await get(`/v1/jobs/${id}`, signal);
      if (["SUCCEEDED", "FAILED", "CANCELLED"].includes(job.state)) return job;
    } catch (fault) {
      if (!(fault instanceof Unanswered) || fault.seconds === null) throw fault;
    }
    await pause(POLL);
  }
}
