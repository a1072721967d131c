"""States of the pages, of which pictures are kept in exactcover/service/page/screenshots (tests/page_screenshots.py)."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from tests.service.page.reader import Reader

WAITS = """
const say = document.querySelector("#say");
const seen = [...document.images].filter(image => {
  const box = image.getBoundingClientRect();
  return box.width && box.bottom > 0 && box.top < innerHeight;
});
return document.readyState === "complete" && document.fonts.status === "loaded" && !(say && say.classList.contains("wait"))
  && seen.every(image => image.complete && image.naturalWidth);
"""
"""Whether a page is there: its fonts, the pictures in the window, which are loaded lazily, and what it looks up."""
STILL = """
const style = new CSSStyleSheet();
style.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
document.activeElement?.blur();
"""
DECODED = """
const done = arguments[0];
const seen = [...document.images].filter(image => image.complete && image.naturalWidth);
Promise.allSettled(seen.map(image => image.decode())).then(() => requestAnimationFrame(() => requestAnimationFrame(done)));
"""
"""Returns once the pictures that have come are decoded, and drawn."""


def keys(**values: Any) -> str:
    """Return the query of a puzzle with these keys."""
    return f"keys={quote(json.dumps(values))}"


TWELVE = {"kind": "packing", "pieces": "pentominoes"}
PLACED = [
    {"piece": "L5", "cells": [[0, 0], [1, 0], [0, 1], [0, 2], [0, 3]]},
    {"piece": "X5", "cells": [[1, 2], [2, 1], [2, 2], [2, 3], [3, 2]]},
]
HURRIED = "return ['takes longer', 'Not decided', 'At least', 'or better.'].some(part => document.body.innerText.includes(part))"
"""Whether a look-up of the page ended before its answer, as it may on a busy machine."""
ATTEMPTS, SECONDS = 10, 8
"""A page is opened so often until a look-up came to its end; the page itself asks again, and gets so long for it."""
BROKEN = "..#........../..#........../###........../............./............."


@dataclass(frozen=True)
class State:
    """A state of a page: path, width of the window, light or dark, letters; a script and a condition that lead to it.

    The script gives false if the page does not offer what it would click, as after a look-up that ended early.
    """

    name: str
    path: str
    width: int = 1440
    dark: bool = False
    letters: bool = False
    script: str = "return true"
    until: str = "return true"

    def shown(self, reader: Reader) -> bytes:
        """Return a picture of the window, as PNG, once nothing moves."""
        height = 844 if self.width < 500 else 960
        size = {"width": self.width, "height": height, "deviceScaleFactor": 1, "mobile": self.width < 500}
        reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        reader.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        reader.go("/jobs")
        reader.run(
            "localStorage.clear(); if (arguments[0]) localStorage.setItem('exactcover:letters', '1')", self.letters
        )
        for _ in range(ATTEMPTS):
            if self._reach(reader):
                break
        reader.run(STILL)
        reader.driver.execute_async_script(DECODED)
        picture: bytes = reader.driver.get_screenshot_as_png()
        reader.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": False})
        return picture

    def _reach(self, reader: Reader) -> bool:
        """Open the page and lead it to the state; return whether it is there, and no look-up ended early."""
        reader.go(self.path)
        reader.wait(lambda: reader.run(WAITS) or None)
        if not self._led(reader):
            return False
        reader.wait(lambda: (reader.run(WAITS) and reader.run(self.until)) or None)
        return not reader.run(HURRIED)

    def _led(self, reader: Reader) -> bool:
        """Run the script once no look-up has ended early; return whether the page offered in time what it clicks."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if not reader.run(HURRIED) and reader.run(self.script):
                return True
            time.sleep(0.05)
        return False


SHOW = """
const button = document.querySelector("#main-button");
if (button.textContent !== "Show a solution") return false;
button.click();
return true;
"""
SHOWN = "return document.querySelectorAll('.plan .answer').length > 0"
PROVED = "return document.body.innerText.includes('Checked.')"
STATES = (
    State("front", "/"),
    State("front-dark", "/", dark=True),
    State("front-phone", "/", width=390),
    State("design", "/design?puzzle=pentominoes-6x10"),
    State("design-solved", "/design?puzzle=pentominoes-8x8-corners", script=SHOW, until=SHOWN),
    State("design-solved-dark", "/design?puzzle=pentominoes-8x8-corners", dark=True, script=SHOW, until=SHOWN),
    State("design-letters", "/design?puzzle=pentominoes-8x8-corners", letters=True, script=SHOW, until=SHOWN),
    State("design-phone", "/design?puzzle=pentominoes-6x10", width=390, script=SHOW, until=SHOWN),
    State("design-impossible", f"/design?{keys(board=BROKEN, **TWELVE)}"),
    State("design-solid", "/design?puzzle=soma", script=SHOW, until=SHOWN),
    State("design-symbols", "/design?kind=sudoku", script=SHOW),
    State("design-blokus", "/design?kind=blokus", script=SHOW, until=SHOWN),
    State("play", "/play/pentominoes-6x10"),
    State("play-placed", f"/play?{keys(board='6x10', fixed=PLACED, **TWELVE)}"),
    State("play-phone-dark", "/play/pentominoes-6x10", width=390, dark=True),
    State("play-slide", "/play?puzzle=dads-puzzle"),
    State("prove", "/prove?puzzle=mutilated-chessboard", until=PROVED),
    State("prove-dark", "/prove?puzzle=mutilated-chessboard", dark=True, until=PROVED),
    State("compare", "/compare?puzzle=8-puzzle"),
    State("daily", "/daily/2026-11-01"),
    State("play-symbols", "/play?kind=sudoku"),
    State("play-solid", "/play?puzzle=soma"),
    State("gallery", "/catalogue"),
    State("gallery-phone-dark", "/catalogue", width=390, dark=True),
)
