/* A shortest plan from where the blocks are, shown move by move; the moves count as shown. */

const STEP = 240, BETWEEN = 130, CALM = 700;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = milliseconds => new Promise(wake => setTimeout(wake, milliseconds));

export class Film {
  constructor(game) {
    Object.assign(this, { game, running: false, turn: 0, current: null });
  }

  /** Show the whole plan, until it is stopped. */
  start() {
    return this.run(Infinity);
  }

  /** Show the next move of the plan, as a hint. */
  step() {
    return this.running ? null : this.run(1);
  }

  async run(most) {
    const { game } = this;
    this.stop();
    if (game.blocks.isSolved()) return;
    const turn = this.turn;
    this.running = true;
    game.waits(most === 1 ? "Looking for a move …" : "Looking for a plan …");
    const plan = await game.planned();
    if (turn !== this.turn) return;
    if (plan?.length) {
      game.remember(game.moves);
      for (const move of plan.slice(0, most)) {
        if (!await this.shown(move, turn)) return;
        if (most > 1) await pause(calm() ? CALM : BETWEEN);
        if (turn !== this.turn) return;
      }
    }
    this.running = false;
    if (plan?.length) game.count();
    else game.show();
  }

  /** Show a move, step by step; false if the film was stopped. */
  async shown([label, ...path], turn) {
    const { blocks, drawing } = this.game;
    const block = blocks.blocks.find(each => each.label === label);
    this.current = { block, from: block.at };
    for (const way of path) {
      block.at = blocks.next(block.at, way);
      drawing.refresh();
      await pause(calm() ? 0 : STEP);
      if (turn !== this.turn) return false;
    }
    this.take();
    return true;
  }

  /** Take over the move that was shown, as far as it went. */
  take() {
    if (!this.current) return;
    const { block, from } = this.current;
    this.current = null;
    this.game.moved(block, from, true);
  }

  stop() {
    this.turn += 1;
    this.running = false;
    this.take();
  }
}
