/* The list of a day's puzzles: which of them this browser has seen solved, and in which time if the clock was on. */
import { kept } from "../frame.js";

for (const link of document.querySelectorAll("[data-daily]")) {
  let state = null;
  try { state = JSON.parse(kept(`exactcover:daily:${link.dataset.daily}`)); } catch { /* nothing that can be shown */ }
  if (!state?.solved) continue;
  const time = state.seconds ? ` ${Math.floor(state.seconds / 60)}:${String(state.seconds % 60).padStart(2, "0")}` : "";
  link.classList.add("done");
  link.textContent += ` ✓${time}`;
  link.setAttribute("aria-label", `${link.getAttribute("aria-label")}, solved${time}`);
}
