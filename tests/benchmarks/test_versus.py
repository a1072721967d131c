"""The rows of `python -m benchmarks versus`: random puzzles have solutions, and programs in C read what is meant."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import exactcover
from benchmarks.covers import langford, queens
from benchmarks.outcome import NotAble, NotInstalled
from benchmarks.priced import planted
from benchmarks.versus import instances, programs
from benchmarks.versus.built import program
from benchmarks.versus.rows import rows
from encoders.puzzle import Puzzle
from exactcover.backends.search.graphs.invariants import parity
from exactcover.model.cover import Cover, cover
from exactcover.model.space import Sliding
from tests.random_models import counted

SMALL: dict[str, Callable[[int], Puzzle]] = {
    "latin": partial(instances.latin, 6, 15),
    "sudoku": partial(instances.sudoku, 2, 8),
    "nonogram": partial(instances.nonogram, 5, 0.5),
    "dominosa": partial(instances.dominosa, 3),
    "edges": partial(instances.edges, 3, 4),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_puzzles_have_solutions(name: str, seed: int) -> None:
    """A random puzzle has the solution that it was made from, and another one by another seed."""
    assert exactcover.solve(SMALL[name](seed)).status in ("FEASIBLE", "OPTIMAL")
    assert SMALL[name](seed).canonical() != SMALL[name](seed + 1).canonical()


@pytest.mark.parametrize("name", ["15-puzzle, ten boards of 80 moves", "24-puzzle, Korf and Taylor's ten, any plans"])
def test_boards_of_tiles_are_ten_that_can_be_solved(name: str) -> None:
    """No parity forbids the goal of a board, and no board is there twice."""
    models = next(row for row in rows() if row.name == name).models()
    assert all(isinstance(model, Sliding) and parity(model) is None for model in models)
    assert len({str(model.start) for model in models if isinstance(model, Sliding)}) == 10


def test_rows_have_different_names() -> None:
    """No two rows ask the same."""
    names = [(row.task, row.name) for row in rows()]
    assert len(set(names)) == len(names)


COLOURED = cover("ab", [("a", "x:red"), ("a", "x:blue"), ("b", "x:blue"), ("b", "y")], secondary="xy")


@pytest.mark.parametrize("name", ["dlx2", "ssxcc"])
@pytest.mark.parametrize("model", [queens(6), langford(7), langford(5), COLOURED])
def test_knuths_programs_count_the_same(name: str, model: Cover) -> None:
    """Knuth's programs count as many solutions as the naive engine, with colours too; one that is not built is named."""
    if program(name).exists():
        assert programs.knuth(name, model, "count")() == str(counted("brute", model))
    else:
        with pytest.raises(NotInstalled, match="built"):
            programs.knuth(name, model, "count")


@pytest.mark.parametrize(("model", "answer"), [(COLOURED, "found"), (langford(7), "found"), (langford(5), "none")])
def test_kissat_decides_the_same(model: Cover, answer: str) -> None:
    """Kissat decides whether a cover has a solution, with colours too; it is named if it is not built."""
    if program("kissat").exists():
        assert programs.kissat(model, "solve")() == answer
    else:
        with pytest.raises(NotInstalled, match="built"):
            programs.kissat(model, "solve")


def test_covers_in_knuths_format_name_colours_by_a_letter() -> None:
    """Items are primary or behind the bar, those that ask for nothing are left out, and one letter names a colour."""
    lines = b"".join(programs.lines(COLOURED)).decode().splitlines()
    assert lines == ["i0 i1 | i2", "i0 i2:B", "i0 i2:A", "i1 i2:A", "i1"]


def test_clauses_of_colours_keep_the_solutions() -> None:
    """Of the four pairs of options of two items, the two that give an item two colours are excluded by clauses."""
    text = b"".join(programs.clauses(COLOURED)).decode()
    clauses = [[int(word) for word in line.split()[:-1]] for line in text.splitlines()[2:]]
    assert text.splitlines()[1] == f"p cnf 6 {len(clauses)}"
    pairs = [(one, other) for one in (1, 2) for other in (3, 4)]
    assert [pair for pair in pairs if _satisfiable(clauses, pair)] == [(1, 4), (2, 3), (2, 4)]


def _satisfiable(clauses: list[list[int]], options: tuple[int, int]) -> bool:
    from pysat.solvers import Minisat22

    values = [option if option in options else -option for option in (1, 2, 3, 4)]
    with Minisat22(bootstrap_with=clauses) as solver:
        return bool(solver.solve(assumptions=values))


@pytest.mark.parametrize("name", ["dlx2", "ssxcc", "kissat"])
def test_costs_are_refused(name: str) -> None:
    """Programs that do not minimise refuse a cover with costs, whether they are built or not."""
    priced = planted(8, 20, 1)
    with pytest.raises(NotAble, match="costs"):
        programs.kissat(priced, "solve") if name == "kissat" else programs.knuth(name, priced, "solve")
