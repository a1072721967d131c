/* The table by keyboard: Tab to a piece, Enter lifts it, arrows move it, Enter drops it, Escape sends it home. */
import { isTyping } from "../frame.js";
import { speak } from "../words.js";

export class Keyboard {
  constructor(table, play, pointer) {
    Object.assign(this, { table, play, pointer, lifted: null });
    for (const piece of table.pieces) {
      piece.group.addEventListener("keydown", event => this.onPiece(event, piece));
      piece.group.addEventListener("blur", () => { if (this.lifted?.piece === piece && !this.busy) this.putBack(); });
      piece.group.addEventListener("focus", () => this.play.select(piece));
    }
    addEventListener("keydown", event => this.anywhere(event));
  }

  onPiece(event, piece) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const held = this.lifted?.piece === piece;
    if (event.key === "Enter" || event.key === " ") held ? this.drop() : this.lift(piece);
    else if (this.table.lattice.arrows[event.key] && held) this.step(event.key);
    else if (event.key === "Escape" && held) this.sendHome(piece);
    else if (event.key === "Backspace" || event.key === "Delete") this.sendHome(piece);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  lift(piece) {
    if (!this.play.mayMove(piece)) return;
    const before = this.table.state();
    const at = piece.at ?? this.table.amid(piece.cells);
    this.lifted = { piece, before, at };
    Object.assign(piece, { at: null, held: true });
    this.busy = true;
    this.table.raise(piece);
    this.busy = false;
    piece.group.classList.add("up");
    this.table.mark([]);
    this.table.tidy();
    this.show();
  }

  /** Show the lifted piece above the place where Enter would drop it, and say whether it fits there. */
  show() {
    const { piece, at } = this.lifted;
    const fits = this.table.fits(piece, at);
    const [x, y] = this.table.corner(at);
    this.table.show(piece, x + 4, y - 6);
    this.table.hint(piece, fits ? at : null);
    speak(`${this.table.spot(piece, at).replace("r", "R")}: ${fits ? "it fits" : "it does not fit"}.`);
  }

  /** Move by the step of an arrow, if any, and not beyond the board. */
  step(arrow) {
    const { piece, at } = this.lifted;
    const [down, right] = this.table.lattice.arrows[arrow] ?? [0, 0];
    this.lifted.at = this.table.within(piece.cells, [at[0] + down, at[1] + right]);
    this.show();
  }

  drop() {
    const { piece, at, before } = this.lifted;
    if (!this.table.fits(piece, at)) { this.play.shake(piece); return; }
    piece.at = at;
    this.letGo();
    this.play.commit(before);
  }

  letGo() {
    const { piece } = this.lifted;
    this.lifted = null;
    piece.held = false;
    piece.group.classList.remove("up");
    this.table.hint(piece, null);
    this.table.raise(piece, false);
    this.table.draw(piece);
    this.table.tidy();
  }

  putBack() {
    if (!this.lifted) return;
    const { piece, before } = this.lifted;
    Object.assign(piece, before[piece.id]);
    this.letGo();
    this.play.refresh();
  }

  sendHome(piece) {
    if (this.lifted) {
      const { before } = this.lifted;
      this.letGo();
      this.play.commit(before);
    } else {
      this.play.home(piece);
    }
  }

  /** Turn or flip what is dragged, lifted, under the mouse, or selected. */
  change(flip) {
    if (this.pointer.change(flip)) return;
    if (this.lifted) {
      const { piece } = this.lifted;
      piece.cells = this.table.changed(piece, flip);
      this.table.draw(piece);
      this.step();
      return;
    }
    const piece = this.pointer.over ?? this.play.selected;
    if (piece) this.play.change(piece, flip);
  }

  anywhere(event) {
    if (isTyping(event)) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (key === "z") event.shiftKey ? this.play.redo() : this.play.undo();
    else if (key === "y") this.play.redo();
    else if (command) return;
    else if (key === "r") this.change(false);
    else if (key === "f") this.change(true);
    else if (key === "h") this.play.help();
    else if (event.key === "Escape") this.pointer.cancel();
    else if (event.key === "Backspace" && this.play.selected) this.play.home(this.play.selected);
    else return;
    event.preventDefault();
  }
}
