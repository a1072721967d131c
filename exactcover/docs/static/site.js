// What scrolls sideways can be scrolled with the keyboard.
function focusable() {
  for (const each of document.querySelectorAll("pre, .table-wrapper, figure")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}
addEventListener("load", focusable);
addEventListener("resize", focusable);
// What screen readers need, and the theme leaves out.
addEventListener("DOMContentLoaded", () => {
  for (const each of document.querySelectorAll("[role=heading]:not([aria-level])")) each.ariaLevel = "2";
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "Pages");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");
  if (!document.querySelector("h1")) {
    const title = document.createElement("h1");
    title.textContent = "Search";
    document.querySelector("[role=main], main, article")?.prepend(title);
  }
});
