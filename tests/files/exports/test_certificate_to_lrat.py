"""LRAT files: an independent reader accepts those of trees and clausal proofs, and refuses them once spoiled."""

from __future__ import annotations

import random

import pytest

from exactcover.files.exports import certificate_to_lrat
from exactcover.judges.clauses import clauses
from exactcover.judges.demands import demands
from exactcover.model.cover import cover
from exactcover.model.errors import InvalidInput
from tests.classic_covers import langford
from tests.files.exports import lrat_reader
from tests.packings import tiling
from tests.proofs.provers.arguments import proved, refutation
from tests.proofs.provers.impossible import IMPOSSIBLE
from tests.random_models import random_cover


@pytest.mark.parametrize("kind", ["tree", "clausal"])
@pytest.mark.parametrize("name", ["langford-5", "langford-6", "queens-3", "sudoku", "y-5x15", "tetrominoes-4x5"])
def test_an_independent_reader_accepts_the_files(name: str, kind: str) -> None:
    """Trees and clausal proofs of known models, written as DIMACS and LRAT, are followed to the empty clause."""
    model = IMPOSSIBLE[name]()
    cnf, lrat = certificate_to_lrat.convert(model, proved(kind, model))
    encoded = clauses(demands(model))
    assert lrat_reader.dimacs(cnf) == (encoded.variables, list(map(list, encoded.clauses)))
    assert lrat_reader.check(cnf, lrat) == lrat.count(b"\n")


def test_trees_of_random_covers_are_followed() -> None:
    """Trees with multiplicities, ranges and secondary items follow from the clauses by propagation."""
    seen = 0
    for seed in range(200):
        model = random_cover(seed)
        for kind in ("tree", "clausal"):
            found = refutation(kind, model)
            if found is not None:
                assert lrat_reader.check(*certificate_to_lrat.convert(model, found)) > 0
                seen += 1
    assert seen > 100


def test_the_files_of_a_small_model_are_as_the_formats_say() -> None:
    """An item with no option is an empty clause, and its proof one line: its number, no literal, 0, the hint, 0."""
    model = cover(["a", "b"], [["a"]])
    assert certificate_to_lrat.convert(model, proved("tree", model)) == (b"p cnf 1 2\n1 0\n0\n", b"3 0 2 0\n")


def test_what_propagation_alone_proves_is_written() -> None:
    """A cell that nothing covers is a proof of one step; an argument from areas cannot be written, and says so."""
    model = tiling("board=3x5 pieces=X5 copies=3")
    assert lrat_reader.check(*certificate_to_lrat.convert(model, proved("arithmetic", model))) == 1
    model = tiling("board=5x5 pieces=I3,V3 copies=any")
    with pytest.raises(
        InvalidInput, match="the argument arithmetic cannot be written as LRAT; expected tree or clausal"
    ):
        certificate_to_lrat.convert(model, proved("arithmetic", model))


def test_trees_that_are_too_large_are_refused() -> None:
    """A tree whose clauses would fill the memory is refused in a sentence."""
    with pytest.raises(InvalidInput, match="the tree's clauses have more than 10 literals; expected a smaller tree"):
        certificate_to_lrat.convert(langford(5), proved("tree", langford(5)), most_literals=10)


def test_spoiled_files_are_refused() -> None:
    """Without one of its lines that others hint at, or with a hint less, a proof is refused by the reader."""
    model, rng = langford(5), random.Random(5)
    cnf, lrat = certificate_to_lrat.convert(model, proved("tree", model))
    lines = lrat.splitlines()
    for _ in range(30):
        words = lines[place := rng.randrange(len(lines))].split()
        middle = words.index(b"0")
        del words[rng.randrange(middle + 1, len(words) - 1)]
        with pytest.raises(lrat_reader.Refused):
            lrat_reader.check(cnf, b"\n".join([*lines[:place], b" ".join(words), *lines[place + 1 :]]))
    with pytest.raises(lrat_reader.Refused):
        lrat_reader.check(cnf, b"\n".join(lines[:-1]))


def test_large_boards_are_refused_before_anything_is_listed() -> None:
    """The clauses of a board of a million cells are not written: one sentence says so."""
    model = tiling("board=1010x1010 pieces=tetrominoes copies=51005")
    with pytest.raises(InvalidInput, match="up to 19381900 options; expected at most 500000"):
        certificate_to_lrat.convert(model, proved("colouring", model))
