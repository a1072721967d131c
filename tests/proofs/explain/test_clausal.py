"""Clausal proofs in words: the number of clauses and steps, and no pretence that people could follow them."""

from __future__ import annotations

from exactcover.model.cover import cover
from exactcover.proofs.explain.clausal import sentences
from tests.packings import tiling
from tests.proofs.provers.arguments import proved


def test_the_sizes_are_told() -> None:
    """Clauses, variables and steps are counted, one of them in the singular; cells and items are called so."""
    model = cover(["a", "b"], [["a"]])
    told = sentences(model, proved("clausal", model).body)
    assert told[0] == "Write in 2 clauses over 1 variable that each item is covered as often as it must and may be."
    assert told[1].startswith("From these, 1 further clause can be added")
    board = tiling("board=2x2 pieces=V3 copies=any holes=0,0/1,1")
    assert "each cell is covered once, and each piece used" in sentences(board, proved("clausal", board).body)[0]
