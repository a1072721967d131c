/* The clock of a puzzle of the day, off until it is wanted; a note in this browser that the puzzle is solved, and the next one. */
import { keep, kept } from "../frame.js";

const button = document.querySelector("#clock"), shown = document.querySelector("#clock-time");
const following = document.querySelector("#following"), verdict = document.querySelector("#say strong");
const [, , ...path] = location.pathname.split("/");
const name = `exactcover:daily:${path.join("/")}`;

function recalled() {
  try { return { seconds: 0, solved: false, ...JSON.parse(kept(name) ?? "{}") }; } catch { return { seconds: 0, solved: false }; }
}

const state = recalled();
let on = kept("exactcover:clock") === "1";
const store = () => keep(name, JSON.stringify(state));

/** Seconds as minutes and seconds. */
const written = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function show() {
  button.setAttribute("aria-pressed", on);
  shown.textContent = on ? written(state.seconds) : "";
  if (following) following.hidden = !state.solved;
}

button.addEventListener("click", () => {
  on = !on;
  keep("exactcover:clock", on ? "1" : null);
  show();
});
setInterval(() => {
  if (!on || state.solved || document.hidden) return;
  state.seconds += 1;
  store();
  show();
}, 1000);
new MutationObserver(() => {
  if (verdict.textContent !== "Solved." || state.solved) return;
  state.solved = true;
  store();
  show();
}).observe(verdict, { childList: true, characterData: true, subtree: true });
show();
