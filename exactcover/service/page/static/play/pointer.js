/* Pieces under a mouse or fingers: dragged, turned by a tap, flipped by a second finger, sent home by a double click. */

const STILL = 5, TWICE = 350, NEAR = 12;

export class Pointer {
  constructor(table, play) {
    Object.assign(this, { table, play, drag: null, over: null, tapped: null });
    for (const piece of table.pieces) {
      piece.group.addEventListener("pointerdown", event => this.grab(event, piece));
      piece.group.addEventListener("pointerenter", () => { this.over = piece; });
      piece.group.addEventListener("pointerleave", () => { if (this.over === piece) this.over = null; });
    }
    // A finger on a piece does not scroll: touch-action alone does not hold for the parts of a drawing.
    table.host.addEventListener("touchstart", event => {
      if (this.drag || event.target.closest(".pc")) event.preventDefault();
    }, { passive: false });
    table.host.addEventListener("pointerdown", event => this.second(event), true);
    table.svg.addEventListener("pointermove", event => this.move(event));
    table.svg.addEventListener("pointerup", event => this.drop(event));
    table.svg.addEventListener("pointercancel", event => this.cancel(event));
    table.svg.addEventListener("click", event => this.clicked(event));
  }

  /** A second finger flips what the first one holds; a second tap in the same place sends home what the first one turned. */
  second(event) {
    this.grabbed = this.isDouble(event);
    if (this.grabbed) {
      event.preventDefault();
      event.stopPropagation();
      const { piece, before } = this.tapped;
      this.tapped = null;
      this.table.restore(before);
      this.play.home(piece);
      return;
    }
    if (!this.drag || event.pointerId === this.drag.pointer) return;
    event.preventDefault();
    event.stopPropagation();
    this.change(true);
  }

  isDouble(event) {
    const last = this.tapped;
    if (this.drag || !last?.piece.at || performance.now() - last.now > TWICE) return false;
    const [x, y] = this.table.point(event);
    return Math.hypot(x - last.at[0], y - last.at[1]) < NEAR;
  }

  grab(event, piece) {
    if (this.drag || event.button > 0) return;
    event.preventDefault();
    this.grabbed = true;
    this.play.settle();
    if (!this.play.mayMove(piece)) return;
    const [x, y] = this.table.point(event);
    const seen = new DOMMatrix(getComputedStyle(piece.group).transform);  // it may still be on its way
    this.drag = {
      piece, pointer: event.pointerId, from: [x, y], grip: [(x - seen.e) / seen.a, (y - seen.f) / seen.a],
      before: this.table.state(), away: false, lift: event.pointerType === "touch" ? 28 : 0,
    };
    this.table.svg.setPointerCapture(event.pointerId);
    piece.group.focus({ preventScroll: true, focusVisible: false });
  }

  move(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [x, y] = this.table.point(event);
    if (!drag.away) {
      if (Math.hypot(x - drag.from[0], y - drag.from[1]) < STILL) return;
      this.takeUp(drag);
    }
    [drag.x, drag.y] = [x - drag.grip[0], y - drag.grip[1] - drag.lift];
    this.follow(drag);
  }

  /** Begin to drag: the piece leaves the board, and lies on top of all others. */
  takeUp(drag) {
    const { piece } = drag;
    drag.away = true;
    this.tapped = null;
    Object.assign(piece, { at: null, held: true });
    this.table.raise(piece);
    piece.group.classList.add("drag");
    this.table.mark([]);
    this.table.tidy();
  }

  follow(drag) {
    this.table.show(drag.piece, drag.x, drag.y);
    drag.target = this.table.nearest(drag.piece, drag.x, drag.y);
    this.table.hint(drag.piece, drag.target);
  }

  /** Turn or flip what is dragged, about the finger; false if nothing is. */
  change(flip) {
    const drag = this.drag;
    if (!drag?.away) return false;
    const { piece } = drag;
    const { lattice, size } = this.table;
    const inside = () => lattice.centre(lattice.middle(piece.cells)).map(each => each * size);
    const before = inside();
    const grip = [drag.x + before[0], drag.y + before[1]];
    piece.cells = this.table.changed(piece, flip);
    this.table.draw(piece);
    const after = inside();
    const [x, y] = [grip[0] - after[0], grip[1] - after[1]];
    drag.grip = [drag.grip[0] + drag.x - x, drag.grip[1] + drag.y - y];
    [drag.x, drag.y] = [x, y];
    this.follow(drag);
    return true;
  }

  drop(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.move(event);
    this.drag = null;
    if (!drag.away) { this.tap(drag); return; }
    const { piece, before } = drag;
    const was = before[piece.id];
    piece.at = drag.target;
    if (!piece.at && this.onBoard(drag.x, drag.y)) {
      this.play.unfit(piece, [drag.x, drag.y]);
      if (was.at) Object.assign(piece, { at: was.at, cells: was.cells });  // there is no room: back to where it was
    }
    this.letGo(piece);
    this.play.commit(before);
  }

  onBoard(x, y) {
    const { left, top, size, box } = this.table;
    const right = (x - left) / size - box.x, down = (y - top) / size - box.y;
    return right > -1 && down > -1 && right < box.w && down < box.h;
  }

  letGo(piece) {
    piece.held = false;
    piece.group.classList.remove("drag");
    this.table.hint(piece, null);
    this.table.raise(piece, false);
    this.table.draw(piece);
    this.table.tidy();
  }

  cancel(event) {
    const drag = this.drag;
    if (!drag || (event && event.pointerId !== drag.pointer)) return false;
    this.drag = null;
    drag.piece.group.classList.remove("drag");
    this.table.hint(drag.piece, null);
    this.table.restore(drag.before);
    this.table.raise(drag.piece, false);
    this.table.draw(drag.piece);
    this.play.refresh();
    return true;
  }

  /** A tap turns a piece, or flips one that cannot be turned. */
  tap({ piece, before, from }) {
    this.tapped = { piece, before, at: from, now: performance.now() };
    this.play.select(piece);
    if (!this.table.turn(piece, !piece.turns)) this.play.shake(piece);
    if (piece.at) this.play.commit(before, false);
  }

  /** A click on an open cell puts the selected piece there. */
  clicked(event) {
    if (this.grabbed) return;  // the click of a tap on a piece
    const [x, y] = this.table.point(event);
    const { lattice, cells, left, top, size } = this.table;
    const cell = lattice.at(cells, (x - left) / size, (y - top) / size);
    if (cell) this.play.putOn(cell);
  }
}
