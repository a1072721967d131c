/* Solutions side by side: plans as films under one slider, packings as pictures. */
import { Screen, element, pictured } from "../prove/pictures.js";

const STEP = 320;

/** Plans under one slider: two of them at a time, which the reader chooses. */
class Films {
  constructor(entries) {
    this.entries = entries;
    this.slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "Move" });
    this.at = element("span", { class: "soft" });
    this.play = element("button", { type: "button", class: "btn main" }, "Play both");
    this.boxes = this.first().map((entry, side) => this.box(entry, side));
    this.slider.addEventListener("input", () => this.show());
    this.play.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
    this.element = element("div", { class: "films-all" }, element("div", { class: "films" }, ...this.boxes.map(box => box.element)),
      element("div", { class: "sheet ctl" }, this.play, this.slider, this.at));
    this.range();
  }

  /** The best proved plan, and the longest one; or the only one. */
  first() {
    const best = this.entries.find(entry => entry.proved) ?? this.entries[0];
    const other = [...this.entries].sort((a, b) => b.cost - a.cost).find(entry => entry !== best);
    return other ? [best, other] : [best];
  }

  box(entry, side) {
    const choice = element("select", { "aria-label": side ? "The plan on the right" : "The plan on the left" }, ...this.entries.map((each, number) => {
      const option = element("option", { value: number }, each.title);
      option.selected = each === entry;
      return option;
    }));
    const box = { screen: null, about: element("p", { class: "soft" }), number: element("b", { class: "big" }), of: element("span", {}), bar: element("i", {}), stage: element("div", { class: "stage" }), caption: element("p", { class: "soft small" }) };
    box.element = element("article", { class: "sheet film" }, box.stage, element("div", {}, choice, box.about,
      element("p", {}, box.number, " ", box.of), element("div", { class: "prog", "aria-hidden": "true" }, box.bar), box.caption));
    const take = each => {
      box.entry = each;
      box.screen = new Screen(each.picture, each.colour);
      box.stage.replaceChildren(box.screen.element);
      box.about.textContent = each.proved ? "None is shorter." : "Nothing is proved about its length.";
      box.bar.className = `k${each.colour}`;
    };
    choice.addEventListener("change", () => { take(this.entries[Number(choice.value)]); this.range(); });
    take(entry);
    return box;
  }

  range() {
    this.slider.max = Math.max(...this.boxes.map(box => box.screen.steps));
    this.show();
  }

  show() {
    const step = Number(this.slider.value);
    for (const box of this.boxes) {
      const at = Math.min(step, box.screen.steps);
      box.caption.textContent = box.screen.show(step) ?? "";
      box.number.textContent = at;
      box.of.textContent = `of ${box.screen.steps} moves`;
      box.bar.style.width = `${(100 * at) / Math.max(1, box.screen.steps)}%`;
    }
    this.at.textContent = `move ${step}`;
  }

  start() {
    if (Number(this.slider.value) >= Number(this.slider.max)) this.slider.value = 0;
    this.play.textContent = "Pause";
    this.timer = setInterval(() => {
      this.slider.value = Number(this.slider.value) + 1;
      this.show();
      if (Number(this.slider.value) >= Number(this.slider.max)) this.stop("Play again");
    }, STEP);
  }

  stop(text = "Play both") {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = text;
  }
}

/** The element with the solutions of engines, or null if none has one. */
export function solutions(entries, job) {
  const films = entries.filter(entry => entry.picture?.kind === "film");
  if (films.length) return new Films(films).element;
  const drawn = entries.filter(entry => entry.picture && entry.picture.kind !== "image");
  if (!drawn.length) return null;
  return element("ul", { class: "solutions" }, ...drawn.map(entry =>
    element("li", { class: "sheet" }, element("h3", {}, entry.title), element("div", { class: "picture" }, pictured(entry.picture, job)))));
}
