"""Trees in words: a small one is told node by node, a large one by its beginning and its size."""

from __future__ import annotations

from exactcover.model.cover import cover
from exactcover.proofs.explain.tree import sentences
from tests.classic_covers import langford
from tests.packings import tiling
from tests.proofs.provers.arguments import proved


def test_a_small_tree_of_a_board_is_told_whole() -> None:
    """The one way to cover a corner by T4 is numbered, with the cell that nothing covers then."""
    model = tiling("board=2x6 pieces=T4 copies=any holes=0,5/1,5/0,4/1,4")
    assert sentences(model, proved("tree", model).body) == [
        "1 placement covers cell (0, 0), which needs 1.",
        "Try each in turn, and continue below it with another cell or piece, until too few placements are left for one.",
        "That ends after 2 nodes with no branch open: there is no solution.",
        "Begin: cell (0, 0), 1 way.",
        "1. T4 on 0,0 0,1 0,2 1,1: too little is left for cell (0, 3).",
    ]


def test_a_small_tree_of_a_cover_is_told_by_names() -> None:
    """Items and options of a cover have their names, branches their numbers."""
    model = cover({"a": 2, "b": 2, "x": 1}, [["a", "x"], ["b", "x"], ["a", "b"]])
    told = sentences(model, proved("tree", model).body)
    assert told[0] == "2 options cover item 'a', which needs 2."
    assert told[1].startswith("Try each in turn, and continue below it with another item, until too few options")
    assert told[3:] == ["Begin: item 'a', 1 way.", "1. a x: too little is left for item 'b'."]


def test_a_large_tree_is_told_by_its_size() -> None:
    """The first item, its options and the number of nodes are said, and no more."""
    told = sentences(langford(5), proved("tree", langford(5)).body)
    assert len(told) == 3
    assert "39 nodes" in told[2]
