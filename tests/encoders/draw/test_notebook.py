"""What notebooks show: puzzles, answers and drawings as pictures."""

from __future__ import annotations

import pickle

import pytest

import exactcover
from encoders.draw import notebook
from encoders.draw.picture import Picture
from exactcover import api
from exactcover.model.errors import InvalidInput
from tests.notebooks import html, shown, svg_pieces

FIVE = "pentominoes-5x5-lnuwy"


def test_a_puzzle_is_shown() -> None:
    """A puzzle shows its board, and with it its title, harmless."""
    puzzle = api.puzzle("packing", board="2x3", pieces="I3", copies=2, title="<b>two bars</b>")
    assert svg_pieces(puzzle) == []
    page = html(puzzle)
    assert "&lt;b&gt;two bars" in page
    assert "<svg" in page


def test_an_answer_is_shown() -> None:
    """An answer shows its solution, and with it its summary; one without a solution its summary alone."""
    answer = exactcover.solve(FIVE)
    assert sorted(map(str, svg_pieces(answer))) == ["L5", "N5", "U5", "W5", "Y5"]
    page = html(answer)
    assert page.startswith("<div><p>FEASIBLE: a solution, accepted by both judges<br>")
    assert "<svg" in page
    assert html(pickle.loads(pickle.dumps(answer))) == page
    counted = exactcover.count(FIVE)
    assert set(shown(counted)) == {"text/html"}
    assert "8 solutions, 1 up to symmetry, every one counted" in html(counted)
    solutions = exactcover.iterate(FIVE)
    list(solutions)
    assert solutions.answer is not None
    assert "8 solutions, each accepted" in html(solutions.answer)


def test_a_colouring_is_shown() -> None:
    """A proof by colouring shows the board in its colours."""
    proved = exactcover.prove("mutilated-chessboard")
    assert proved.evidence == "colouring"
    assert len(svg_pieces(proved)) >= 2


def test_draw_returns_what_a_notebook_shows() -> None:
    """SVG comes as a string and PNG as bytes, each of which a notebook shows; other formats are refused by name."""
    drawn = exactcover.draw(FIVE, format="svg")
    assert shown(drawn)["image/svg+xml"] == drawn
    assert shown(exactcover.draw(FIVE, format="png"))["image/png"].startswith(b"\x89PNG")
    assert "layer 2, top" in exactcover.draw("soma", format="svg", view="iso")
    with pytest.raises(InvalidInput, match="the format is 'sgv'; expected text, svg, png or pdf; did you mean 'svg'"):
        exactcover.draw(FIVE, format="sgv")  # type: ignore[call-overload]  # a format that does not exist
    with pytest.raises(InvalidInput, match="the view iso is not drawn as text"):
        exactcover.draw("soma", view="iso")


def test_what_is_too_large_is_not_drawn_unasked() -> None:
    """A board of more cells than a notebook should keep, and one that cannot be drawn, show no picture."""
    side = 142
    cells = frozenset((row, column) for row in range(side) for column in range(side))
    assert notebook.unasked(lambda: Picture((side, side), (), cells)) is None
    assert notebook.unasked(lambda: Picture((0, 1), (), frozenset())) is None
