/* Small pictures of jobs: the solution that a row has, else the board of the puzzle, which is fetched one after the other. */
import { thumbnail } from "../palette.js";
import { get } from "../server.js";
import { boardPicture } from "../seen/boards.js";
import { bodyPicture } from "../seen/solid.js";

let queue = Promise.resolve();
const fetched = new Map();

const drawn = pieces => (pieces[0][1][0].length === 3 ? bodyPicture(pieces) : thumbnail(pieces));

async function ofPuzzle(place, id) {
  if (!place.isConnected) return;
  if (!fetched.has(id)) fetched.set(id, await get(`/jobs/${id}/thumbnail`).catch(() => ({ board: null, picture: "" })));
  const { board, picture } = fetched.get(id);
  if (board) place.replaceChildren(boardPicture(board));
  else if (picture) place.replaceChildren(Object.assign(document.createElement("img"), { src: picture, alt: "" }));
}

const watcher = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    queue = queue.then(() => ofPuzzle(target, target.closest("[data-job]").dataset.job));
  }
}, { rootMargin: "200px" });

/** Draw the pictures of the rows of a part of the page, where they are missing. */
export function drawThumbnails(root) {
  for (const place of root.querySelectorAll(".thumb:empty")) {
    if (place.dataset.pieces) place.append(drawn(JSON.parse(place.dataset.pieces)));
    else if (!("bare" in place.closest("[data-job]").dataset)) watcher.observe(place);
  }
}
