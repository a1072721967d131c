"""Somebody at the bench: draws with a mouse and a keyboard, and reads the verdict."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from tests.service.page.reader import Reader

BOARD = """
const grid = document.querySelector(".cursor-grid"), { x, y } = grid.getBoundingClientRect();
return [x, y, parseFloat(grid.style.getPropertyValue("--cell"))];
"""


class Designer:
    """A designer with a puzzle on the bench; words on the page have thin spaces between digits, which are read as spaces."""

    def __init__(self, reader: Reader, about: str | dict[str, Any]) -> None:
        self.reader = reader
        query = f"puzzle={about}" if isinstance(about, str) else f"keys={quote(json.dumps(about))}"
        reader.go(f"/design?{query}")
        self.settles()

    def verdict(self) -> str:
        """Return the sentence under the board."""
        return str(self.reader.run("return document.querySelector('#say').innerText")).replace("\u2009", " ")

    def settles(self) -> str:
        """Return the verdict once it is no longer awaited; "Not decided" is one."""
        waits = "return document.querySelector('#say strong').innerText.endsWith('…')"
        return self.reader.wait(lambda: None if self.reader.run(waits) else self.verdict())

    def reads(self, *words: str) -> str:
        """Return the verdict once it has these words in it, or others where a slow machine may say less than a fast one."""
        from selenium.common.exceptions import TimeoutException

        try:
            return self.reader.wait(
                lambda: next((text for text in [self.verdict()] if any(each in text for each in words)), None)
            )
        except TimeoutException:
            raise AssertionError(f"the page says {self.verdict()!r}; expected {' or '.join(words)!r} in it") from None

    def keys(self) -> dict[str, Any]:
        """Return the keys of the puzzle on the bench."""
        keys: dict[str, Any] = json.loads(self.reader.run("return document.querySelector('#as-json').value"))
        return keys

    def board(self) -> str:
        """Return the text of the board."""
        return str(self.keys()["board"])

    def becomes(self, board: str) -> None:
        """Wait until this is the text of the board."""
        self.reader.wait(lambda: self.board() == board or None)

    def tool(self, label: str) -> None:
        """Choose a tool, or press a button of the tools, by the beginning of its name."""
        self.reader.click(f"#tools [aria-label^='{label}']")

    def point(self, row: float, column: float) -> tuple[int, int]:
        """Return the middle of a cell of the first layer in the window."""
        x, y, size = self.reader.run(BOARD)
        return round(x + (column + 0.5) * size), round(y + (row + 0.5) * size)

    def mouse(self, *steps: tuple[int, int] | bool) -> None:
        """Move the mouse to points of the window, and press (True) or release (False) its button."""
        from selenium.webdriver.common.action_chains import ActionChains

        actions = ActionChains(self.reader.driver, duration=20)
        mouse: Any = actions.w3c_actions.pointer_action
        for step in steps:
            if isinstance(step, tuple):
                mouse.move_to_location(*step)
            elif step:
                mouse.pointer_down()
            else:
                mouse.pointer_up()
        actions.perform()

    def stroke(self, *cells: tuple[float, float], shift: bool = False) -> None:
        """Draw with the mouse from cell to cell."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        if shift:
            ActionChains(self.reader.driver).key_down(Keys.SHIFT).perform()
        self.mouse(self.point(*cells[0]), True, *(self.point(*cell) for cell in cells[1:]), False)
        if shift:
            ActionChains(self.reader.driver).key_up(Keys.SHIFT).perform()

    def drags(self, name: str, row: int, column: int, turns: int = 0) -> None:
        """Drag a piece from the tray onto a cell, with some quarter turns on the way."""
        place = f"const box = document.querySelector('[data-focus=\"piece-{name}\"]').getBoundingClientRect();"
        x, y = self.reader.run(place + "return [box.x + box.width / 2, box.y + box.height / 2]")
        self.mouse((round(x), round(y)), True, self.point(row, column))
        for _ in range(turns):
            self.reader.keys("r")
        self.mouse(False)

    def covered(self) -> int:
        """Return how many pieces are drawn on the board."""
        return len(self.reader.all(".plan .answer, .plan .fixed"))
