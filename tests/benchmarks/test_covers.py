"""The covers that the benchmarks build have the published numbers of solutions, and their plain form keeps them."""

from __future__ import annotations

import pytest

from benchmarks.cases import CASES, ROYLE
from benchmarks.covers import langford, queens, sudoku
from benchmarks.plain import MULTIPLICITIES, SECONDARY, plain
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from tests.random_models import counted


@pytest.mark.parametrize(("n", "count"), [(4, 2), (5, 10), (6, 4)])
def test_queens_are_as_many_as_published(n: int, count: int) -> None:
    """OEIS A000170."""
    assert counted("brute", queens(n)) == count


@pytest.mark.parametrize(("n", "count"), [(3, 2), (4, 2), (5, 0), (6, 0)])
def test_langford_pairs_are_twice_the_published_number(n: int, count: int) -> None:
    """OEIS A014552 counts mirror images once; the cover counts them apart."""
    assert counted("brute", langford(n)) == count


def test_sudoku_is_unique() -> None:
    """A sudoku with all but one rank given, and Royle's first with 17 clues, have one solution each."""
    full = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
    assert counted("brute", sudoku("." * 9 + full[9:])) == 1
    assert sum(digit != "0" for digit in ROYLE) == 17
    assert counted("sat", sudoku(ROYLE)) == 1


def test_sudoku_refuses_other_grids() -> None:
    """A grid of another length or with another character is refused."""
    for grid in ("." * 80, "x" + "." * 80):
        with pytest.raises(InvalidInput, match="expected 81"):
            sudoku(grid)


def test_plain_keeps_the_solutions() -> None:
    """Without the items that ask for nothing, primary items first, a cover has the same solutions."""
    given = plain(queens(5))
    assert given.primary == 10
    assert given.needs() == (SECONDARY,)
    assert counted("brute", _cover(given.least, given.most, given.options)) == 10


def test_plain_says_what_a_cover_needs() -> None:
    """Multiplicities are named, and items that ask for nothing are gone."""
    several = plain(cover({"a": 1, "b": (1, 2), "c": (0, 9)}, [("a", "b"), ("b", "c")]))
    assert several.needs() == (MULTIPLICITIES,)
    assert several.items == 2
    assert plain(langford(3)).needs() == ()


def test_cases_are_all_different_and_can_be_built() -> None:
    """Every case has a name of its own and a model; those of more than one thread are two."""
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.model() is not None for case in CASES)
    assert sum(case.long for case in CASES) == 2


def test_counts_and_classes_of_a_case_fit() -> None:
    """A total is at least its classes, and at most 48 times as many (the largest group, that of the cube)."""
    for case in CASES:
        if case.total is not None and case.classes is not None:
            assert case.classes <= case.total <= 48 * case.classes


def _cover(least: tuple[int, ...], most: tuple[int, ...], options: tuple[tuple[int, ...], ...]) -> Cover:
    items = {f"i{number}": pair for number, pair in enumerate(zip(least, most, strict=True))}
    return cover(items, [[f"i{item}" for item in option] for option in options])
