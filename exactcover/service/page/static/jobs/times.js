/* Moments in the reader's own time: "just now", "10:41", "yesterday", "24 Nov". */

const DAY = 86400000;

/** A moment, in seconds since the epoch, in words. */
export function inWords(seconds, now = new Date()) {
  const then = new Date(seconds * 1000);
  if (Math.abs(now - then) < 60000) return "just now";
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (then >= midnight) return then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (then >= midnight - DAY) return "yesterday";
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: "numeric" };
  return then.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

/** Fill the moments of a part of the page. */
export function fillTimes(root) {
  for (const place of root.querySelectorAll("time[data-at]")) {
    const words = inWords(Number(place.dataset.at));
    if (place.textContent === words) continue;
    place.textContent = words;
    place.dateTime = new Date(place.dataset.at * 1000).toISOString();
    place.title = new Date(place.dataset.at * 1000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
  }
}
