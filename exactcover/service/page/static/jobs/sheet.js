/* Solutions on sheets of paper. */
import { drawBoards } from "../seen/boards.js";

drawBoards(document);
document.querySelector("[data-print]").addEventListener("click", () => print());
