/* The form to check an answer: the verdict comes beside it. */
import { pourFiles } from "./files.js";

const form = document.querySelector("#check");
const place = document.querySelector("#verdict");

function say(sentence) {
  place.replaceChildren(Object.assign(document.createElement("p"), { className: "fault", textContent: sentence }));
}

form.addEventListener("submit", async event => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const reply = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (reply.ok) place.innerHTML = await reply.text();
    else if (reply.status === 401) say("Your login has expired. Log in again in another window.");
    else say((await reply.json().catch(() => ({}))).detail ?? "That failed here, not in your answer.");
  } catch {
    say("The server cannot be reached.");
  } finally {
    button.disabled = false;
  }
});
pourFiles(form, say);
