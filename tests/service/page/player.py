"""Somebody who plays a puzzle by hand in the browser: drags, taps, presses keys, and reads what is left."""

from __future__ import annotations

from typing import Any

from tests.service.page.reader import Reader

BOARD = """
const board = document.querySelector("#board"), size = parseFloat(board.style.getPropertyValue("--cell"));
const { x: left, y: top } = board.getBoundingClientRect();
"""
WHERE = (
    BOARD
    + """
const group = document.querySelector(`.table .pc[aria-label^="Piece ${arguments[0]},"]:not(.under)`);
const body = group.querySelector(".b"), { x, y } = body.getBoundingClientRect(), cells = [];
for (let r = 0; r < 12; r++) {
  for (let c = 0; c < 12; c++) {
    if (body.isPointInFill(new DOMPoint((c + 0.5) * size, (r + 0.5) * size))) cells.push([r, c]);
  }
}
return { x, y, scale: new DOMMatrix(getComputedStyle(group).transform).a, size, cells };
"""
)


class Player:
    """A player at a table; the words on it have thin spaces between groups of digits, which are read as spaces."""

    def __init__(self, reader: Reader, path: str) -> None:
        self.reader = reader
        reader.go("/jobs")  # a table that is still asking would keep its pieces again
        reader.run("localStorage.clear()")
        reader.go(path)
        self.reads("left")

    def verdict(self) -> str:
        """Return the sentence under the board."""
        return str(self.reader.run("return document.querySelector('#say').innerText")).replace("\u2009", " ")

    def reads(self, words: str) -> str:
        """Return the verdict once it has these words in it."""
        from selenium.common.exceptions import TimeoutException

        try:
            return self.reader.wait(lambda: next((text for text in [self.verdict()] if words in text), None))
        except TimeoutException:
            raise AssertionError(
                f"the page says {self.verdict()!r} of {self.placed()}; expected {words!r} in it"
            ) from None

    def placed(self) -> list[str]:
        """Return what a screen reader says of the pieces on the board."""
        labels = "return [...document.querySelectorAll('.table .pc')].map(each => each.ariaLabel)"
        return [label for label in self.reader.run(labels) if "on the board" in label]

    def way(self) -> list[str]:
        """Return the numbers on the way so far."""
        items = self.reader.run("return [...document.querySelectorAll('#trail li')].map(each => each.innerText)")
        return [item.split("\n")[-1].replace("\u2009", " ") for item in items]

    def where(self, name: str) -> str:
        """Return what a screen reader says of a piece."""
        label = "return document.querySelector(`.table .pc[aria-label^='Piece ${arguments[0]},']`).ariaLabel"
        return str(self.reader.run(label, name))

    def has_placed(self, number: int) -> None:
        """Wait until so many pieces are on the board."""
        count = "return document.querySelectorAll('.table .pc[aria-label*=\"on the board\"]').length"
        self.reader.wait(lambda: self.reader.run(count) == number or None)

    def places(self, name: str) -> dict[str, Any]:
        """Return where a piece is drawn, how it lies, and where the board is."""
        places: dict[str, Any] = self.reader.run(WHERE, name)
        return places

    def pointer(self, *steps: tuple[float, float] | str) -> None:
        """Move the mouse to points, and press or release its button."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.reader.driver, duration=20)
        pointer: Any = chain.w3c_actions.pointer_action
        for step in steps:
            if step == "down":
                pointer.pointer_down()
            elif step == "up":
                pointer.pointer_up()
            elif not isinstance(step, str):
                pointer.move_to_location(round(step[0]), round(step[1]))
        chain.perform()

    def point(self, name: str) -> tuple[float, float]:
        """Return a point on a piece."""
        at = self.places(name)
        row, column = at["cells"][0]
        return at["x"] + (column + 0.5) * at["size"] * at["scale"], at["y"] + (row + 0.5) * at["size"] * at["scale"]

    def cell(self, row: float, column: float) -> tuple[float, float]:
        """Return the middle of a cell of the board."""
        board = self.reader.run(BOARD + "return [left, top, size];")
        return board[0] + (column + 0.5) * board[2], board[1] + (row + 0.5) * board[2]

    def click(self, name: str) -> None:
        """Click a piece once it lies still."""
        self.pointer(self.still(name), "down", "up")

    def still(self, name: str) -> tuple[float, float]:
        """Return a point on a piece, once everything has stopped moving."""
        self.rests()
        return self.point(name)

    def rests(self) -> None:
        """Wait until everything has stopped moving: what was begun just now moves from the next frame on."""
        frames = "requestAnimationFrame(() => requestAnimationFrame(() => done(document.getAnimations().length)))"
        moving = f"return new Promise(done => {frames})"
        self.reader.wait(lambda: self.reader.run(moving) == 0 or None)

    def lies(self, name: str, cells: list[list[int]]) -> None:
        """Click and flip a piece beside the board until it lies like these cells."""
        for attempt in range(8):
            if self.places(name)["cells"] == cells:
                return
            if attempt == 4:
                self.pointer(self.still(name))
                self.reader.keys("f")
            else:
                self.click(name)
        assert self.places(name)["cells"] == cells

    def drag(self, name: str, row: float, column: float) -> None:
        """Drag a piece so that its upper left corner lands on a cell."""
        start, cells = self.still(name), self.places(name)["cells"]
        target = self.cell(row + cells[0][0], column + cells[0][1])
        between = ((start[0] + target[0]) / 2, (start[1] + target[1]) / 2)
        self.pointer(start, "down", between, target, "up")
