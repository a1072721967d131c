/* The list of jobs: rows of jobs at work are refreshed where they stand, so that the focus stays; a job is done again, deleted. */
import { requested } from "../server.js";
import { again, cancelled, remove, sure } from "./acts.js";
import { drawThumbnails } from "./thumbnails.js";
import { fillTimes } from "./times.js";

const EVERY = 3000;
const root = document.querySelector("#rows");
const spoken = document.querySelector("#spoken");
const rowsOf = place => [...place.querySelectorAll("[data-job]")];
const parse = text => new DOMParser().parseFromString(text, "text/html").body;

function update(row, fresh) {
  for (const part of [".state", ".acts"]) {
    const [old, now] = [row.querySelector(part), fresh.querySelector(part)];
    if (old.innerHTML === now.innerHTML) continue;
    const held = old.contains(document.activeElement);
    old.innerHTML = now.innerHTML;
    if (held) (old.querySelector("button") ?? row.querySelector("a")).focus();
  }
  if ("open" in row.dataset && !("open" in fresh.dataset)) {
    delete row.dataset.open;
    const { pieces } = fresh.querySelector(".thumb").dataset;
    if (pieces) Object.assign(row.querySelector(".thumb").dataset, { pieces }) && row.querySelector(".thumb").replaceChildren();
    spoken.textContent = `${row.querySelector("a").textContent}: ${row.querySelector(".state").innerText}`;
  }
}

/** Fetch the rows again, and change only what has changed. */
async function refresh() {
  const reply = await requested("GET", `/jobs/rows?${root.dataset.query.slice(1)}`);
  const fresh = parse(await reply.text());
  const list = root.querySelector(".jobs"), now = fresh.querySelector(".jobs");
  if (!list || !now) {
    root.innerHTML = fresh.innerHTML;
  } else {
    const known = new Map(rowsOf(list).map(row => [row.dataset.job, row]));
    const rows = rowsOf(now).map(row => {
      const old = known.get(row.dataset.job);
      if (old) update(old, row);
      return old ?? row;
    });
    const wanted = new Set(rows);
    for (const row of known.values()) if (!wanted.has(row)) row.remove();
    rows.forEach((row, number) => { if (list.children[number] !== row) list.insertBefore(row, list.children[number] ?? null); });
  }
  show();
}

function show() {
  fillTimes(root);
  drawThumbnails(root);
  const working = root.querySelectorAll("[data-open]").length;
  document.querySelector("#working").textContent = working ? `${working} at work. ` : "";
}

async function act(button, row) {
  const id = row.dataset.job, name = row.querySelector("a").textContent;
  if ("again" in button.dataset) {
    await again(id);
    spoken.textContent = `${name} was submitted again.`;
  } else if ("cancel" in button.dataset) {
    spoken.textContent = await cancelled(id);
  } else if (sure(button, "Really?")) {
    await remove(id);
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (next?.querySelector("a") ?? document.querySelector("#search")).focus();
    spoken.textContent = `${name} was deleted.`;
  } else {
    spoken.textContent = "Press again to delete.";
    return;
  }
  await refresh();
}

root.addEventListener("click", async event => {
  const button = event.target.closest("button");
  if (!button) return;
  try {
    await act(button, button.closest("[data-job]"));
  } catch (fault) {
    spoken.textContent = fault.message;
  }
});

show();
setInterval(() => {
  if (!document.hidden && root.querySelector("[data-open]")) refresh().catch(() => {});
  else fillTimes(root);
}, EVERY);
