/* What every page has: light or dark, letters with the colours for colour-blind eyes. Both are kept in this browser. */

const root = document.documentElement;

/** A value kept in this browser; null if there is none, or if the browser keeps nothing. */
export function kept(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Keep a value in this browser, if it can. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch { /* private windows keep nothing */ }
}

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function setLetters(on) {
  root.toggleAttribute("data-letters", on);
  document.querySelector("#letters")?.setAttribute("aria-pressed", on);
  keep("exactcover:letters", on ? "1" : null);
}

function toggleLetters() {
  setLetters(!root.hasAttribute("data-letters"));
}

const theme = kept("exactcover:theme");
if (theme) root.dataset.theme = theme;
setLetters(kept("exactcover:letters") === "1");
document.querySelector("#letters")?.addEventListener("click", toggleLetters);
document.querySelector("#theme")?.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  keep("exactcover:theme", root.dataset.theme);
});

/** Whether a key press belongs to what has the focus, or to the browser. */
export function isTyping(event) {
  return event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
}

addEventListener("keydown", event => {
  if (event.key.toLowerCase() === "l" && !event.ctrlKey && !event.metaKey && !isTyping(event)) toggleLetters();
});

const RETRY = 2000;
let away = null;

/** Show that the server is gone until it can be reached again; then tell the page, which may repeat its request. */
addEventListener("exactcover:reached", ({ detail: yes }) => {
  document.querySelector("#gone").hidden = yes;
  if (yes) {
    clearInterval(away);
    if (away !== null) dispatchEvent(new CustomEvent("exactcover:back"));
    away = null;
  } else {
    away ??= setInterval(async () => {
      const ready = await fetch("/healthz").then(reply => reply.ok, () => false);
      if (ready) dispatchEvent(new CustomEvent("exactcover:reached", { detail: true }));
    }, RETRY);
  }
});
