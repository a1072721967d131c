"""Sudokus with other boxes, regions, diagonals, moves, cages and several grids: published counts, an oracle, the judges."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from encoders.solutions import FilledGrid, PackingSolution
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate

CELLS = [(row, column) for row in range(4) for column in range(4)]
JIGSAW = ("1112/1322/4332/4443", "1111/2223/2433/4443", "AABB/AABB/CCDD/CCDD")
KILLER = "sudoku boxes=2x2 cages=AABB/CDEB/CDEE/.... sums=A:3,B:8,C:7,D:6,E:5"
CSPLIB = (
    "sudoku boxes=3x3 cages=AABBBCDEF/GGHHCCDEF/GGIICJKKF/LMMINJKOF/LPPQNJOOR/SPTQNUVVR/STTQWUUXX/SYZWWaaXX/SYZWbbbcc"
    " sums=A:3,B:15,C:22,D:4,E:16,F:15,G:25,H:17,I:9,J:8,K:20,L:6,M:14,N:17,O:17,P:13,Q:20,R:12,S:27,T:6,U:20,V:6,W:10,"
    "X:14,Y:8,Z:16,a:15,b:13,c:17"
)
SAMURAI = "/".join(
    ["." * 9 + "###" + "." * 9] * 6 + ["." * 21] * 3 + ["######" + "." * 9 + "######"] * 3
    + ["." * 21] * 3 + ["." * 9 + "###" + "." * 9] * 6
)  # fmt: skip


@cache
def latin_squares() -> list[dict[tuple[int, int], int]]:
    """All Latin squares of 4x4, as values by cell."""
    rows = list(permutations(range(1, 5)))
    squares = (
        four for four in product(rows, repeat=4) if all(len(set(column)) == 4 for column in zip(*four, strict=True))
    )
    return [{(r, c): four[r][c] for r, c in CELLS} for four in squares]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("boxes=2x2", 288),
        ("boxes=2x3", 28_200_960),
        ("boxes=3x2", 28_200_960),
        ("boxes=1x5", 161_280),
        ("boxes=1x4 diagonal=yes", 48),
        ("boxes=1x5 diagonal=yes", 960),
        ("boxes=1x6 diagonal=yes", 92_160),
    ],
)
def test_grids_are_counted_as_published(words: str, count: int) -> None:
    """Sudokus of 4x4 and 6x6 (Jarvis), Latin squares (A002860) and diagonal ones (A274806)."""
    assert api.count(f"sudoku {words}").count == count


def test_jigsaws_of_4x4_are_as_many_as_published() -> None:
    """Over all 117 dissections into tetrominoes there are 13,872 jigsaw sudokus (OEIS A172478)."""
    total, dissections = 0, 0
    for tiling in api.iterate("packing board=4x4 pieces=tetrominoes copies=any"):
        placements: Any = tiling["placements"] if isinstance(tiling, PackingSolution) else []
        region = {tuple(cell): "ABCD"[k] for k, each in enumerate(placements) for cell in each["cells"]}
        regions = "/".join("".join(region[r, c] for c in range(4)) for r in range(4))
        total += api.count(f"sudoku regions={regions}").count or 0
        dissections += 1
    assert (dissections, total) == (117, 13_872)


def test_two_grids_that_share_a_box_are_counted() -> None:
    """Every filling of the shared box is completed in 288/24 ways on either side."""
    two = "sudoku boxes=2x2 grid=....##/....##/....../....../##..../##...."
    assert api.count(two).count == 288 * 288 // 24
    assert puzzle(two).canonical()["grid"].count("/") == 5


def test_samurais_are_solved() -> None:
    """Five overlapping grids of 21x21 positions are one puzzle, whose answer fits its schema and is drawn with its gaps."""
    answer = api.solve(f"sudoku grid={SAMURAI}")
    validate("answer", answer.to_json())
    assert isinstance(answer.solution, FilledGrid)
    assert answer.solution.grid.count("#") == 72
    drawing = puzzle(f"sudoku grid={SAMURAI}").picture(answer.solution)
    assert (drawing.dims, len(drawing.cells)) == ((27, 27), 441 - 72)


@pytest.mark.parametrize(("side", "boxes"), [(6, (2, 3)), (8, (2, 4)), (12, (3, 4)), (15, (3, 5))])
def test_boxes_are_as_square_as_possible_unless_named(side: int, boxes: tuple[int, int]) -> None:
    """A grid of 36 cells has boxes of 2x3, one of 144 boxes of 3x4; named ones are the same sudoku."""
    plain = puzzle("sudoku", grid="." * side**2)
    assert plain.value.boxes == boxes
    assert plain == puzzle(f"sudoku boxes={boxes[0]}x{boxes[1]}")
    assert plain != puzzle(f"sudoku boxes={boxes[1]}x{boxes[0]}")


def test_a_killer_without_clues_has_its_published_solution() -> None:
    """The killer sudoku of CSPLib (problem 57, from Wikipedia) has one solution, by the sums of its cages alone."""
    answer = api.count(CSPLIB, limits=api.Limits(solutions=2))
    assert (answer.count, answer.exhausted) == (1, True)
    solved = api.solve(CSPLIB).solution
    assert solved == {"grid": "215647398368952174794381652586274931142593867973816425821739546659428713437165289"}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(("boxes=2x2", "boxes=1x4", "boxes=4x1", *(f"regions={each}" for each in JIGSAW))),
    st.booleans(),
    st.sampled_from(("", "king", "knight", "king,knight")),
    st.lists(st.sampled_from(".....ABCD"), min_size=16, max_size=16),
    st.dictionaries(st.sampled_from("ABCD"), st.integers(1, 10)),
)
def test_counts_agree_with_an_oracle(
    parts: str, diagonal: bool, anti: str, cages: list[str], sums: dict[str, int]
) -> None:
    """Of all Latin squares of 4x4 as many keep the rules, looked at pair by pair, as are counted; all of them are accepted."""
    cages = [name if cages[: k + 1].count(name) <= 4 else "." for k, name in enumerate(cages)]
    sums = {name: total for name, total in sums.items() if name in cages}
    layout = {"2x2": "1122/1122/3344/3344", "1x4": "1111/2222/3333/4444", "4x1": "1234/1234/1234/1234"}
    key, _, value = parts.partition("=")
    regions = layout.get(value, value).replace("/", "")
    cage_of = dict(zip(CELLS, cages, strict=True))

    def differ(one: tuple[int, int], other: tuple[int, int]) -> bool:
        (r, c), (s, d) = one, other
        distances = {abs(r - s), abs(c - d)}
        return (
            regions[4 * r + c] == regions[4 * s + d]
            or (diagonal and ((r == c and s == d) or r + c == s + d == 3))
            or ("king" in anti and max(distances) == 1)
            or ("knight" in anti and distances == {1, 2})
            or (cage_of[one] != "." and cage_of[one] == cage_of[other])
        )

    pairs = [pair for pair in combinations(CELLS, 2) if differ(*pair)]
    fitting = [
        square
        for square in latin_squares()
        if all(square[one] != square[other] for one, other in pairs)
        and all(sum(square[cell] for cell in CELLS if cage_of[cell] == name) == total for name, total in sums.items())
    ]
    rows = "/".join("".join(cages[first : first + 4]) for first in range(0, 16, 4))
    subject = puzzle("sudoku", **{key: value}, diagonal=diagonal, anti=anti, cages=rows, sums=sums)
    assert api.count(subject).count == len(fitting)
    for square in fitting[:5]:
        assert subject.faults({"grid": "".join(str(square[cell]) for cell in CELLS)}) == []
    assert puzzle("sudoku", **{k: v for k, v in subject.canonical().items() if k != "kind"}) == subject


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"boxes": 2}, "boxes is 2; expected rows x columns of a box, such as 2x3, 2 to 25 cells"),
        ({"boxes": "6x6"}, "boxes is '6x6'; expected"),
        ({"boxes": "2x3", "grid": "." * 16}, "grid has 16 cells; expected 36, or rows with several grids of 6x6"),
        ({"boxes": "2x2", "regions": JIGSAW[0]}, "boxes and regions are both named; expected one of them"),
        ({"regions": JIGSAW[0], "grid": "." * 15}, "grid has 15 cells; expected 16, as many as regions"),
        ({"regions": "AAB/ABB/AAB"}, "region 'A' has 5 cells; expected 3, as many as rows"),
        ({"regions": "AAB/AB"}, "regions has the row 'AAB'; expected 2 cells"),
        ({"regions": 4}, "regions is 4; expected a picture"),
        ({"boxes": "2x2", "anti": "rook"}, "anti has 'rook'; expected knight or king"),
        ({"boxes": "2x2", "anti": 3}, "anti is 3; expected knight, king"),
        ({"boxes": "2x2", "diagonal": 3}, "diagonal is 3; expected yes or no"),
        (
            {"boxes": "2x2", "grid": "....#/....#/..../....."},
            "rows of 5 and of 4 positions; expected rows of one length",
        ),
        ({"boxes": "2x2", "grid": "....#./....##/....##/....##"}, "grid has the cell 0,5 outside grids"),
        ({"grid": "#" * 9}, "grid has no cell; expected grids of 9x9 cells"),
        ({"grid": "#" * 61}, "grid has 1x61 positions; expected at most 60x60"),
        ({"boxes": "2x2", "sums": "A:3"}, "sums are named without cages"),
        ({"boxes": "2x2", "cages": "AABB"}, "cages is 'AABB'; expected 4 rows of 4 characters"),
        ({"boxes": "2x2", "cages": 3}, "cages is 3; expected a picture"),
        ({"boxes": "2x2", "cages": "AAAA/A.../..../...."}, "cage A has 5 cells; expected 1 to 4"),
        ({"boxes": "2x2", "cages": "AA../..../..../....", "sums": "B:3"}, "sums has 'B'; expected letters of cages"),
        ({"boxes": "2x2", "cages": "AA../..../..../....", "sums": "A:x"}, "the sum of 'A' is 'x'; expected a whole"),
        ({"boxes": "2x2", "cages": "AA../..../..../....", "sums": "A:3,A:4"}, "sums has 'A' twice"),
        ({"boxes": "2x2", "cages": "AA../..../..../....", "sums": 3}, "sums is 3; expected the sum of each letter"),
        ({"boxes": "2x2", "cages": [[3, [[0, 4]]]]}, "cage 0 has 0,4, which is not a cell of the grid"),
        ({"boxes": "2x2", "cages": [[3, [[0, 0]]], [2, [[0, 0]]]]}, "cage 1 has 0,0, which is in another cage too"),
        ({"boxes": "2x2", "cages": [3]}, "cages has 3; expected [sum, [[row, column], ...]]"),
        (
            {"boxes": "2x2", "cages": "AABB/AABB/CCDD/CCDD", "sums": ["A"]},
            "sums has 'A'; expected a letter and its sum",
        ),
        ({"boxes": "2x2", "cages": "AABB/AABB/CCDD/CCDD", "sums": [[["A"], 3]]}, "; expected a letter and its sum"),
        ({"boxes": "2x2", "cages": [[3, [[0, 0]]]], "sums": "A:1"}, "expected the sums in the list"),
        ({"boxes": "5x5", "cages": [[3, [[0, 0]]]]}, "cage 0 has a sum in a grid of side 25; expected at most 16"),
        ({"grid": "#" * 3 + "." * 9, "regions": JIGSAW[0]}, "grid has several grids, and regions are named"),
    ],
)
def test_bad_keys_are_refused(keys: dict[str, Any], sentence: str) -> None:
    """Each fault of a key has its own sentence."""
    with pytest.raises(InvalidInput) as refused:
        puzzle("sudoku", **keys)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("words", "grid", "fault"),
    [
        ("boxes=2x2 diagonal=yes", "1234341221434321", "are on one diagonal"),
        ("boxes=2x2 anti=knight", "1234341221434321", "are a knight's move apart"),
        ("boxes=2x2 anti=king", "1234341243212143", "are a king's move apart"),
        ("regions=1112/1322/4332/4443", "1234341221434321", "are in one region"),
        ("boxes=1x4 cages=A.../.A../..../....", "1234214334124321", "are in one cage"),
        (
            "boxes=2x2 cages=AA../..../..../.... sums=A:5",
            "1234341221434321",
            "the cage at 0,0 has the sum 3; expected 5",
        ),
        ("boxes=2x2 cages=AA../..../..../....", "1134341221434321", "are in one row"),
        ("boxes=2x2 cages=A.../..../..../....", "1234", "no grid of 16 cells"),
        ("boxes=2x2 cages=A.../..../..../....", "x234341221434321", "row 0, column 0 has 'x'; expected 1 to 4"),
        ("boxes=2x2 anti=king grid=2...............", "1234341221434321", "has 1, and 2 is given there"),
    ],
)
def test_referee_refuses_wrong_solutions(words: str, grid: str, fault: str) -> None:
    """Each rule that is broken has its own sentence."""
    assert any(fault in each for each in puzzle(f"sudoku {words}").faults({"grid": grid}))


@pytest.mark.parametrize(
    "words",
    [KILLER, "sudoku boxes=2x2 anti=king,knight diagonal=yes grid=1...............", "sudoku regions=1112/1322/4332/4443",
     "sudoku boxes=2x2 cages=AABB/..../..../...."],
)  # fmt: skip
def test_losses_of_the_encoding_are_caught(words: str) -> None:
    """Any one option lost or doubled, other bounds of an item, and another puzzle's model are found."""
    subject = puzzle(words)
    model = subject.encode().model
    assert isinstance(model, Cover)
    assert subject.encoding_faults(model) == []
    for option in range(model.options):
        assert subject.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert subject.encoding_faults(replace(model, least=model.least * 0))
    assert subject.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert subject.encoding_faults(puzzle("sudoku boxes=2x2 diagonal=yes").encode().model)


def test_regions_and_cages_are_drawn_in_colours() -> None:
    """Neighbouring regions and cages have different colours; the first cell of a cage shows its sum."""
    drawing = puzzle(KILLER).picture(None)
    assert (dict(drawing.marks)[0, 0], len({area.name for area in drawing.areas})) == ("3", 4)
    assert len({area.name for area in puzzle(f"sudoku regions={JIGSAW[0]}").picture(None).areas}) == 4
    assert "8" in api.draw(KILLER)


def test_only_puzzles_that_the_page_can_show_have_tables() -> None:
    """Regions, diagonals and moves are units of the table; several grids and sums have none."""
    jigsaw = puzzle(f"sudoku regions={JIGSAW[0]} diagonal=yes anti=knight").table()
    assert jigsaw is not None
    assert sum(unit["least"] for unit in jigsaw["units"]) == 14
    assert jigsaw["regions"] == "1112132243324443"
    assert puzzle(KILLER).table() is None
    assert puzzle(f"sudoku grid={SAMURAI}").table() is None
