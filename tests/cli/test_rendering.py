"""What is printed of large colourings and packings: a sentence, on a terminal, in a file and where it is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactcover import api
from exactcover.cli import rendering
from exactcover.cli.looks import Look
from exactcover.model.errors import InvalidInput


def test_no_colouring_of_a_large_board_is_drawn() -> None:
    """A hundred thousand cells are neither printed nor drawn into a file; the answer and its words are told all the same."""
    puzzle = api.puzzle("packing", board="320x320", pieces="dominoes", holes="0,0/319,319", copies="any")
    answer = api.prove(puzzle)
    concluded = rendering.concluded(puzzle, answer, Look(ending=".png"))
    assert concluded.content is None
    assert concluded.reason == "a colouring of 102,398 cells is not drawn; expected at most 100,000"
    assert concluded.text.startswith("(a colouring of 102,398 cells is not drawn; expected at most 20,000)\nINFEASIBLE")
    assert len(concluded.text) < 2000
    written = rendering.concluded(puzzle, answer, Look(ending=".json")).content
    assert written is not None
    assert b'"template"' in written
    assert answer.certificate is not None
    with pytest.raises(InvalidInput, match="a colouring of 102,398 cells is not drawn; expected at most 100,000"):
        api.draw_text(api.Drawable(puzzle, refutation=answer.certificate.refutation))


def test_no_packing_of_thousands_of_pieces_is_printed() -> None:
    """An answer of 2,601 pieces ends well: a sentence stands for the drawing, and says which files hold and draw it."""
    puzzle = api.puzzle("packing", board="102x102", pieces="tetrominoes", copies="any")
    answer = api.solve(puzzle)
    held = replace(answer, solution=puzzle.layout(answer.solution))
    concluded = rendering.concluded(puzzle, held, Look())
    assert concluded.status == 0
    assert concluded.text.startswith(
        "2,601 pieces, too many to be shown here; -o FILE.npz writes them, -o FILE.png draws"
    )
