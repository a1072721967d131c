"""Boards with colours in a real browser: marks on cells and pieces, and what fits."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from tests.service.page.player import Player
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


def test_colours_say_where_a_piece_goes(chrome: Chrome, address: str) -> None:
    """A coloured piece fits where its marks meet their own, turns with them, and hints lead to a solution that is judged."""
    from selenium.webdriver.common.keys import Keys

    colours = '"colours":{"cells":"abab/baba/abab/....","pieces":{"L4":"aba/b.."}}'
    keys = f'{{"kind":"packing","board":"4x4","pieces":["L4"],"copies":4,{colours}}}'
    reader = Reader(chrome, address, 1440)
    player = Player(reader, f"/play?keys={quote(keys)}")
    assert "with 2 discs and 2 squares" in player.where("L4")
    first = "return document.querySelectorAll('#board [role=gridcell]')[arguments[0]].ariaLabel"
    assert [reader.run(first, cell) for cell in (3, 15)] == [
        "row 1, column 4, open, for square",
        "row 4, column 4, open",
    ]
    reader.run("document.querySelector('.table .pc:not(.under)').focus()")
    reader.keys(Keys.ENTER)
    spoken = "return document.querySelector('#spoken').textContent"
    reader.wait(lambda: reader.run(spoken) == "Row 2, column 1: it does not fit." or None)
    reader.keys(Keys.ARROW_UP)
    reader.wait(lambda: reader.run(spoken) == "Row 1, column 1: it fits." or None)
    reader.keys(Keys.ENTER)
    player.has_placed(1)
    player.reads("left")
    for placed in (2, 3, 4):
        reader.keys("h")
        player.has_placed(placed)
    player.reads("Solved.")
    assert reader.violations() == []
