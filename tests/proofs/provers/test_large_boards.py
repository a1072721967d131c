"""Boards of 10^4 to 10^6 cells: every prover answers, or gives up before it lists anything."""

from __future__ import annotations

import pytest

from exactcover.model.answer import Limits
from exactcover.model.events import End
from exactcover.proofs.provers import prover
from exactcover.solving import portfolio, proving
from tests.packings import tiling

LARGE = (
    "board=1000x1000 pieces=pentominoes copies=any",
    "board=200x200 pieces=tetrominoes copies=2000",
    "board=1000x1000 pieces=dominoes copies=any",
    "board=40x40x40 pieces=tetracubes copies=2000",
    "board=90x100 pieces=pentominoes-one-sided copies=100",
)


@pytest.mark.parametrize("line", LARGE)
@pytest.mark.parametrize("name", ["dead", "farkas", "frontier", "tree", "clausal"])
def test_provers_that_list_placements_refuse_at_once(name: str, line: str) -> None:
    """The first event is the End, and its remark says how large the board is."""
    first = next(iter(prover(name).run(tiling(line), Limits(time=2.0))))
    assert isinstance(first, End)
    assert first.stop_reason is None
    assert any(sign.isdigit() for sign in first.remark)


@pytest.mark.parametrize(
    "line",
    [
        "board=1010x1010 pieces=tetrominoes copies=51005",
        "board=1000x1000 pieces=dominoes copies=any holes=0,0/999,999",
        "board=1001x999 pieces=dominoes copies=any",
    ],
)
def test_the_quick_stages_refute_large_boards(line: str) -> None:
    """What is tried beside a search settles boards of a million cells by sizes or by a colouring."""
    *_, last = proving.run(portfolio.QUICK, tiling(line), Limits())
    assert isinstance(last, End)
    assert last.refutation is not None
    assert last.refutation.argument in ("arithmetic", "colouring")
    assert len(str(last.refutation.body)) < 300
