/* The hint at a table: a placement that is in most solutions, else one of a solution, else since which move nothing fits. */
import { PATIENCE } from "../game.js";
import { MOMENT } from "../hinting.js";
import { blame } from "./way.js";

/** What to place next; null if there is nothing, which is then said. */
export async function nextPiece(play) {
  const seconds = play.stuck ? PATIENCE : MOMENT;
  const hint = await play.remaining.hint(play.trail.moves(), seconds);
  if (!hint) return null;
  if (hint.placement?.cells) return hint.placement;
  if (hint.status === "INFEASIBLE") sayWrong(play, hint);
  else if (!play.stuck) return pieceOfSolution(play);
  else sayUndecided(play, seconds);
  return null;
}

/** Ask since which move nothing fits, and say it if that is not the last one; false if a later question came first. */
export async function findWrong(play) {
  const last = play.trail.steps.length - 1, hint = await play.remaining.hint(play.trail.moves(), PATIENCE);
  if (!hint) return false;
  if (hint.wrong?.number <= last) sayWrong(play, hint);
  return true;
}

/** Say since which move nothing fits, and mark it. */
function sayWrong(play, hint) {
  const { steps } = play.trail;
  if (!steps.length) { play.answered(hint, true); return; }
  const said = blame(hint, play.table, steps);
  play.trail.blame(said.since);
  play.mark(said.marks);
  play.tell(said);
}

/** Say that nothing fits, but not since when; what can be taken back is the last move. */
function sayUndecided(play, seconds) {
  const more = `since which move was not decided in ${seconds} s.`;
  play.tell({ tone: "bad", text: "No solution from here:", more, left: "0", dead: true, since: play.trail.steps.length - 1 });
}

/** A piece of a solution that is not placed yet, if no more is known. */
async function pieceOfSolution(play) {
  play.waits(`Not decided in ${MOMENT} s. Looking for a solution …`);
  const placed = play.table.placed();
  const answer = await play.remaining.ask(placed, { solution: true, seconds: PATIENCE });
  if (!answer) return null;
  const next = answer.solution?.placements?.find(each => play.isOpen(each.cells));
  if (next) return next;
  play.answered(answer, !placed.length);
  if (answer.status === "INFEASIBLE") return null;
  const more = `Not decided in ${MOMENT + PATIENCE} s. Fewer open cells are easier to decide.`;
  play.tell({ tone: "wait", text: "There is no hint yet.", more, left: null });
  return null;
}
