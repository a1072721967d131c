/* What every page has on which a person plays: the way back and forth, one sentence at a time, and another attempt after an outage. */
import { outage } from "./server.js";
import { say, speak } from "./words.js";

/** Milliseconds after which a page says that it waits for an answer. */
const PENDING = 400;
/** Seconds of the second question, if the first one, of a moment, was not enough. */
export const PATIENCE = 3;
export const one = selector => document.querySelector(selector);

/**
 * A game. A child has state() and take(state), refresh() after a change, count(attempt) to ask the server, restart(), help(),
 * and calls tell() with each verdict.
 */
export class Game {
  past = [];
  future = [];
  stuck = false;
  solved = false;

  /** stays: what is said to be kept during an outage. */
  constructor(name, stays) {
    Object.assign(this, { name: `exactcover:${name}`, stays });
  }

  listen(actions) {
    const all = { undo: () => this.undo(), redo: () => this.redo(), restart: () => this.restart(), again: () => this.again(), ...actions };
    for (const [id, action] of Object.entries(all)) one(`#${id}`).addEventListener("click", action);
    for (const event of ["online", "exactcover:back"]) addEventListener(event, () => { if (this.unanswered) this.again(); });
  }

  /** Ask once more what an outage left open. */
  again() {
    this.count();
  }

  /** End what is half done, such as a piece that is held. */
  settle() {}

  /** Do something after a while, instead of what was to be done before. */
  later(act, milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
  }

  /** Say after a moment that an answer is awaited, unless it has come. */
  waits(text) {
    this.later(() => say(one("#say"), { tone: "wait", text }), PENDING);
  }

  /** Begin another question: what was awaited no longer is. */
  asks() {
    clearTimeout(this.timer);
    this.unanswered = false;
    one("#again").hidden = true;
  }

  /** Say a verdict, in place of any that is awaited; repeated words are not spoken again. */
  tell(said) {
    clearTimeout(this.timer);
    say(one("#say"), said);
    const words = [said.text, said.more].filter(Boolean).join(" ");
    if (words !== this.spoken) speak(words);
    this.spoken = words;
  }

  failed(fault, attempt) {
    const { said, seconds } = outage(fault, this.stays, attempt);
    this.tell({ ...said, left: null });
    this.unanswered = true;
    one("#again").hidden = false;
    if (seconds !== null) this.later(() => this.count(attempt + 1), seconds * 1000);
  }

  /** Keep a state, from which a change began, for undo. */
  remember(before) {
    this.past.push(before);
    this.future = [];
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  travel(from, to) {
    this.settle();
    const state = from.pop();
    if (state === undefined) return;
    to.push(this.state());
    this.take(state);
    this.refresh();
  }

  /** Which of the buttons of a game have something to do; bare: nothing has been done yet. */
  offer(bare) {
    one("#undo").disabled = !this.past.length;
    one("#redo").disabled = !this.future.length;
    one("#restart").disabled = bare;
  }

  /** What the large button says: a way back, another game, or a hint. */
  offerChief() {
    one("#hint").textContent = this.stuck ? "Take it back" : this.solved ? "Play again" : "Hint";
  }

  /** What the large button does. */
  main() {
    if (this.stuck) this.takeBack();
    else if (this.solved) this.restart();
    else this.help();
  }

  /** Shake an element to show that something cannot be done, and say why. */
  refused(element, words) {
    element.classList.remove("shake");
    requestAnimationFrame(() => element.classList.add("shake"));
    speak(words);
  }
}
