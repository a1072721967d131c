/* Sliding by keyboard: Tab to a block, arrows slide it; tiles slide towards the gap, whatever has the focus. */
import { isTyping } from "../frame.js";
import { speak } from "../words.js";

const WAYS = { ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT" };

export class Keyboard {
  constructor(drawing, game) {
    Object.assign(this, { drawing, game });
    for (const block of drawing.blocks.blocks) {
      block.element.addEventListener("keydown", event => this.onBlock(event, block));
      block.element.addEventListener("focus", () => this.game.choose(block));
    }
    addEventListener("keydown", event => this.anywhere(event));
  }

  onBlock(event, block) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tiles = this.game.blocks.ofTiles;
    if (event.key === "Enter" || event.key === " ") this.game.tapped(block);
    else if (WAYS[event.key] && !tiles) this.game.slide(block, WAYS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The tile that an arrow slides into the gap; undefined if there is none. */
  tile(way) {
    return this.game.blocks.blocks.find(block => this.game.blocks.can(block, way));
  }

  anywhere(event) {
    if (isTyping(event)) return;
    const key = event.key.toLowerCase(), command = event.ctrlKey || event.metaKey;
    const way = WAYS[event.key];
    if (key === "z") event.shiftKey ? this.game.redo() : this.game.undo();
    else if (key === "y") this.game.redo();
    else if (command) return;
    else if (key === "h") this.game.film.step();
    else if (key === "w") this.game.main();
    else if (event.key === "Escape") { this.game.pointer.cancel(); if (this.game.film.running) this.game.main(); }
    else if (way && this.game.blocks.ofTiles) {
      const tile = this.tile(way);
      if (tile) this.game.slide(tile, way);
      else speak("There is no tile to slide that way.");
    } else if (way && this.game.chosen) this.game.slide(this.game.chosen, way);
    else return;
    event.preventDefault();
  }
}
