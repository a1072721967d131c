/* The dialog with the keys of a page: `?` or a button with data-opens="keys" opens it, `?` or Escape closes it. */
import { isTyping } from "./frame.js";

const dialog = document.querySelector("#keys");

function toggle() {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

for (const button of document.querySelectorAll('[data-opens="keys"]')) button.addEventListener("click", toggle);
addEventListener("keydown", event => {
  if (event.key !== "?" || isTyping(event)) return;
  event.preventDefault();
  toggle();
});
// No other key of the page works behind the dialog.
dialog.addEventListener("keydown", event => { if (event.key !== "?") event.stopPropagation(); });
dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
