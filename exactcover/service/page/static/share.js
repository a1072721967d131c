/* A link to a position: the page's address with what was done in its fragment, which no server sees. */

const LABEL = 2500;
const MARK = "#at=";

/** What the fragment of the address has of a position; null if it has none. The address is then that of the puzzle again. */
export function shared() {
  if (!location.hash.startsWith(MARK)) return null;
  const text = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname + location.search);
  try { return decodeURIComponent(text); } catch { return null; }
}

/** Let the button #share copy a link to the present position; text: what gives it. say: speaks to screen readers. */
export function offerShare(text, say) {
  const button = document.querySelector("#share"), label = button.querySelector("span");
  const name = label.textContent;
  button.addEventListener("click", async () => {
    const address = new URL(location.pathname + location.search, location.href);
    address.hash = MARK.slice(1) + encodeURIComponent(text());
    let told = "Link copied";
    try {
      await navigator.clipboard.writeText(address.href);
    } catch {
      history.replaceState(null, "", address);
      told = "Link is in the address bar";
    }
    label.textContent = told;
    say(`${told}.`);
    setTimeout(() => { label.textContent = name; }, LABEL);
  });
}
