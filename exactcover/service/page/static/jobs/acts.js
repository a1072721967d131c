/* What can be done with a job: submit it again, delete it, cancel it. */
import { cancel, get, requested, submit } from "../server.js";

const LONGER = 10, LISTED = 100;
export const CANCELLING = "Cancelling …";

/** Submit the puzzle and the task of a job again, and return the new job. longer: with ten times the time. Raises Unanswered. */
export async function again(id, longer = false) {
  const job = await get(`/v1/jobs/${id}`);
  const own = Object.keys(job.source).length ? job.source : job.puzzle;
  const puzzle = own.batch ? { batch: own.batch.map(line => line.puzzle) } : own;
  const options = Object.fromEntries(Object.entries(job.options).filter(([, value]) => value !== null));
  const body = { ...options, task: job.task, puzzle, title: job.title };
  if (!longer) return submit(body);
  try {
    return await submit({ ...body, time_limit: options.time_limit * LONGER });
  } catch (fault) {
    const most = /time_limit is .* at most ([\d.]+)/.exec(fault.message);
    if (!most || Number(most[1]) <= options.time_limit) throw fault;
    return submit({ ...body, time_limit: Number(most[1]) });
  }
}

/** Submit a list of the first solutions of a job's puzzle, and return that job. Raises Unanswered. */
export async function listed(id) {
  const job = await get(`/v1/jobs/${id}`);
  const puzzle = Object.keys(job.source).length ? job.source : job.puzzle;
  return submit({ task: "list", puzzle, title: job.title, limit: LISTED });
}

export const remove = id => requested("DELETE", `/v1/jobs/${id}`);

/** Cancel a job, and say what came of it. Raises Unanswered. */
export async function cancelled(id) {
  const job = await cancel(id);
  if (job.state === "CANCELLING") return CANCELLING;
  if (job.state === "CANCELLED") return job.started_at === null ? "Cancelled before it began." : "Cancelled.";
  return "It had ended already.";
}

/** Whether a button was pressed twice within a few seconds; after the first time it asks. */
export function sure(button, question) {
  if (button.dataset.asked) return true;
  const [label, text, name] = [button.ariaLabel, button.textContent, button.title];
  button.dataset.asked = "yes";
  if (label === null) button.textContent = question;
  else {
    button.ariaLabel = button.title = `${question} ${label}`;
    button.classList.add("asked");
  }
  setTimeout(() => {
    delete button.dataset.asked;
    button.classList.remove("asked");
    if (label === null) button.textContent = text;
    else [button.ariaLabel, button.title] = [label, name];
  }, 4000);
  return false;
}
