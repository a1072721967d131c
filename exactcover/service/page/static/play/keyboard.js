/* The table by keyboard: Tab to a piece, Enter lifts it, arrows move it, Enter drops it, Escape sends it home. */
import { extent } from "../board.js";
import { isTyping } from "../frame.js";
import { speak } from "../words.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

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
    else if (ARROWS[event.key] && held) this.step(ARROWS[event.key]);
    else if (event.key === "Escape" && held) this.sendHome(piece);
    else if (event.key === "Backspace" || event.key === "Delete") this.sendHome(piece);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  lift(piece) {
    if (!this.play.mayMove(piece)) return;
    const before = this.table.state();
    const [rows, columns] = extent(piece.cells);
    const at = piece.at ?? [Math.max(0, (this.table.rows - rows) >> 1), Math.max(0, (this.table.columns - columns) >> 1)];
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
    this.table.show(piece, this.table.left + at[1] * this.table.size + 4, this.table.top + at[0] * this.table.size - 6);
    this.table.hint(piece, fits ? at : null);
    speak(`Row ${at[0] + 1}, column ${at[1] + 1}: ${fits ? "it fits" : "it does not fit"}.`);
  }

  step([down, right]) {
    const { piece, at } = this.lifted;
    const [rows, columns] = extent(piece.cells);
    this.lifted.at = [
      Math.min(this.table.rows - rows, Math.max(0, at[0] + down)),
      Math.min(this.table.columns - columns, Math.max(0, at[1] + right)),
    ];
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
      this.step([0, 0]);
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
