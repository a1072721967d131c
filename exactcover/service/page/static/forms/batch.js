/* The form to send many puzzles as one job. */
import { submit } from "../server.js";
import { pourFiles } from "./files.js";

const form = document.querySelector("#batch");
const fault = form.querySelector("[data-fault]");
const field = name => form.elements[name].value;

function say(sentence) {
  fault.textContent = sentence;
  fault.hidden = false;
  fault.scrollIntoView({ block: "nearest" });
}

form.elements.task.addEventListener("change", () => {
  form.querySelector("[data-count]").hidden = field("task") !== "count";
});
form.addEventListener("submit", async event => {
  event.preventDefault();
  const body = { task: field("task"), puzzle: { batch: { kind: field("kind"), text: field("text") } }, title: field("title") };
  if (field("time_limit")) body.time_limit = Number(field("time_limit"));
  if (body.task === "count" && field("limit")) body.limit = Number(field("limit"));
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    location.assign(`/jobs/${(await submit(body)).id}`);
  } catch (problem) {
    say(problem.message);
    button.disabled = false;
  }
});
pourFiles(form, say);
