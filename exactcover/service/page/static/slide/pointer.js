/* Blocks under a mouse or a finger: they follow it to what is legal, and resist beyond; a click slides what has one way to go. */
import { keyOf, moved } from "../board.js";

const RESISTS = 0.06, STILL = 0.08;

export class Pointer {
  constructor(drawing, play) {
    Object.assign(this, { drawing, play, blocks: drawing.blocks, drag: null });
    for (const block of this.blocks.blocks) {
      block.element.addEventListener("pointerdown", event => this.grab(event, block));
    }
    drawing.svg.addEventListener("pointerdown", () => { this.dropped = false; }, true);
    drawing.svg.addEventListener("touchstart", event => {
      if (this.drag || event.target.closest(".pc")) event.preventDefault();
    }, { passive: false });
    drawing.svg.addEventListener("pointermove", event => this.move(event));
    drawing.svg.addEventListener("pointerup", event => this.drop(event));
    drawing.svg.addEventListener("pointercancel", event => this.cancel(event));
    drawing.svg.addEventListener("click", event => this.clicked(event));
  }

  grab(event, block) {
    if (this.drag || event.button > 0) return;
    event.preventDefault();
    this.play.settle();
    this.drag = { block, pointer: event.pointerId, start: this.drawing.point(event), from: block.at, away: false };
    this.drawing.svg.setPointerCapture(event.pointerId);
    block.element.focus({ preventScroll: true, focusVisible: false });
  }

  move(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [y, x] = this.drawing.point(event);
    const [down, right] = [y - drag.start[0], x - drag.start[1]];
    if (!drag.away && Math.hypot(down, right) < STILL) return;
    drag.away = true;
    drag.block.element.classList.add("drag");
    this.follow(drag.block, [drag.from[0] + down, drag.from[1] + right]);
  }

  /** Step a block towards a point as far as it can go, and show it on its way to the next cell. */
  follow(block, [row, column]) {
    for (let way = this.towards(block, row, column); way; way = this.towards(block, row, column)) {
      block.at = this.blocks.next(block.at, way);
    }
    const down = row - block.at[0], right = column - block.at[1];
    const upright = Math.abs(down) >= Math.abs(right);
    const part = Math.max(-1, Math.min(1, upright ? down : right));
    const way = upright ? (part > 0 ? "DOWN" : "UP") : part > 0 ? "RIGHT" : "LEFT";
    const shown = this.blocks.can(block, way) ? part : part * RESISTS;
    this.drawing.place(block, upright ? [block.at[0] + shown, block.at[1]] : [block.at[0], block.at[1] + shown]);
  }

  /** The direction of a step that brings a block nearer to a point by more than half a cell; undefined if there is none. */
  towards(block, row, column) {
    const down = row - block.at[0], right = column - block.at[1];
    const upright = Math.abs(down) > 0.5 && (down > 0 ? "DOWN" : "UP"), level = Math.abs(right) > 0.5 && (right > 0 ? "RIGHT" : "LEFT");
    const order = Math.abs(down) >= Math.abs(right) ? [upright, level] : [level, upright];
    return order.find(way => way && this.blocks.can(block, way));
  }

  drop(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.move(event);
    this.drag = null;
    drag.block.element.classList.remove("drag");
    if (drag.away) this.play.moved(drag.block, drag.from);
    else this.play.tapped(drag.block);
    this.dropped = true;
  }

  cancel(event) {
    const drag = this.drag;
    if (!drag || (event && event.pointerId !== drag.pointer)) return;
    this.drag = null;
    drag.block.at = drag.from;
    drag.block.element.classList.remove("drag");
    this.drawing.refresh();
  }

  /** A click on an empty cell brings the chosen block there. */
  clicked(event) {
    if (this.dropped) { this.dropped = false; return; }
    const [y, x] = this.drawing.point(event).map(Math.floor);
    const block = this.play.chosen;
    if (!block || !this.blocks.inside.has(keyOf(y, x))) return;
    const from = block.at;
    const way = this.blocks.path(block, from, at => moved(block.cells, at).some(cell => keyOf(...cell) === keyOf(y, x)));
    if (!way) { this.play.blocked(block); return; }
    this.play.settle();
    block.at = way.to;
    this.play.moved(block, from);
  }
}
