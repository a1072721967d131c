/* The page of a job: it is followed to its end, then its answer is shown; it is cancelled, submitted again, deleted. */
import { requested } from "../server.js";
import { again, CANCELLING, cancelled, listed, remove, sure } from "./acts.js";
import { enliven } from "./answer.js";
import { Following } from "./following.js";

const root = document.querySelector("#job");
const { id } = root.dataset;
const spoken = document.querySelector("#spoken");
let note = "", cancelling = false;

function say(sentence) {
  const place = root.querySelector("[data-note]") ?? root.querySelector(".say em");
  place.textContent = sentence;
}

/** Load the part of the page that has the answer, and say the verdict to those who listen. */
async function loadResult() {
  const held = root.contains(document.activeElement) || document.activeElement === document.body;
  const reply = await requested("GET", `/jobs/${id}/result`);
  root.innerHTML = await reply.text();
  enliven(root, id);
  if (note) say(note);
  spoken.textContent = root.querySelector("#answer")?.innerText ?? "";
  if (held) root.querySelector("#answer")?.focus();
}

async function follow() {
  const place = root.querySelector("[data-running]");
  if (!place) return;
  const job = await new Following(place, id).end();
  if (cancelling) note = job.state === "CANCELLED" ? "You cancelled it." : "It had ended before it could be cancelled.";
  for (;;) {
    try {
      await loadResult();
      return;
    } catch {
      await new Promise(back => addEventListener("exactcover:back", back, { once: true }));
    }
  }
}

async function copy(button) {
  const link = new URL(button.dataset.copy, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say("Copied.");
  } catch {
    const field = Object.assign(document.createElement("input"), { value: link, readOnly: true, ariaLabel: "Link with the answer", className: "link" });
    root.querySelector("[data-note]").replaceChildren("Copy this link: ", field);
    field.select();
  }
}

async function act(button) {
  if ("copy" in button.dataset) return copy(button);
  if ("cancel" in button.dataset) {
    button.disabled = true;
    note = await cancelled(id);
    cancelling = note === CANCELLING;
    if (root.contains(button)) root.querySelector(".say strong").textContent = note;
  } else if ("again" in button.dataset) {
    button.disabled = true;
    location.assign(`/jobs/${(await again(id, "longer" in button.dataset)).id}`);
  } else if ("more" in button.dataset) {
    button.disabled = true;
    location.assign(`/jobs/${(await listed(id)).id}`);
  } else if ("delete" in button.dataset && sure(button, "Really delete?")) {
    button.disabled = true;
    await remove(id);
    location.assign("/jobs");
  }
}

root.addEventListener("click", async event => {
  const button = event.target.closest("button");
  if (!button) return;
  try {
    await act(button);
  } catch (fault) {
    button.disabled = false;
    say(fault.message);
  }
});

enliven(root, id);
follow();
