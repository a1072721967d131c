"""Random packings and covers, written in every format: what is read again, here or by programs of others, has the same answer.

What is true of them says the second program, which tries everything.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Any

import numpy as np
import pytest

import exactcover
from encoders.imports import cnf, knuth_text, lp, mps, opb, or_library, xmpuzzle
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api, judges
from exactcover.files.exports import formats
from exactcover.model.errors import InvalidInput
from tests.files.exports.foreign_solvers import NUMBERS, SOLVERS
from tests.random_models import counted
from tests.random_puzzles import KINDS
from tests.second_packings import Packing
from tests.second_program import Truth, truth

Keys = dict[str, Any]
READERS: dict[str, Callable[[str], Keys]] = {
    "dlx": knuth_text.keys,
    "dimacs": cnf.keys,
    "lp": lp.keys,
    "opb": opb.keys,
    "mps": mps.keys,
    "txt": or_library.keys,
    "json": json.loads,
    "xmpuzzle": xmpuzzle.keys,
}
"""The formats that are written and read."""


MOST_SOLUTIONS = 300


@lru_cache(maxsize=200)
def random_puzzle(seed: int) -> tuple[Puzzle, Truth]:
    """A packing or a cover, and what is true of it; a packing of few solutions, for programs list them one by one."""
    rng = random.Random(seed)
    if rng.random() < 0.5:
        keys = KINDS["cover"][1](rng)
        return puzzle_of("cover", keys), truth("cover", keys)
    while True:
        keys, known = random_packing(rng)
        number = len(set(islice(Packing(known).solutions(), MOST_SOLUTIONS + 1)))
        if number <= MOST_SOLUTIONS:
            return puzzle_of("packing", keys), Truth(number > 0, number)


def random_packing(rng: random.Random) -> tuple[Keys, Keys]:
    """The keys of a packing of up to 12 cells, some pieces twice, some of any number; and the same with 99 for any."""
    keys = KINDS["packing"][1](rng)
    while sum(map(keys["board"].count, ".+")) > 12:
        keys = KINDS["packing"][1](rng)
    pieces = keys["pieces"]
    if rng.random() < 0.5:
        pieces += [{**piece, "name": f"{piece['name']}-2"} for piece in pieces if rng.random() < 0.4]
    some = {piece["name"] for piece in pieces if rng.random() < 0.2}

    def with_any(copies: object) -> Keys:
        return {**keys, "pieces": [{**each, "copies": copies} if each["name"] in some else each for each in pieces]}

    return with_any("any"), with_any([0, 99])


def written(puzzle: Puzzle, to: str) -> str | None:
    """The text of a puzzle, or None where the format cannot state it, which a sentence says."""
    try:
        return api.export(puzzle, to)[""].decode()
    except InvalidInput:
        return None


def faults_read_again(seed: int, to: str) -> Iterator[str]:
    """Yield what is different once a puzzle was written and read again; nothing where the format cannot state it."""
    puzzle, known = random_puzzle(seed)
    text = written(puzzle, to)
    if text is None:
        return
    keys = READERS[to](text)
    again = puzzle_of(keys["kind"], keys)
    number = counted("exact", again.encode().model)
    if number != known.count:
        yield f"seed {seed}, {to}: {number} solutions; expected {known.count}"
    if known.cost is not None:
        cost = exactcover.solve(again).cost
        if cost != known.cost and (cost, known.cost) != (None, 0):
            yield f"seed {seed}, {to}: the least cost is {cost}; expected {known.cost}"


def faults_of_solver(seed: int, name: str) -> Iterator[str]:
    """Yield what another program answers that is not so; nothing where its format cannot state the puzzle."""
    puzzle, known = random_puzzle(seed)
    text = written(puzzle, name.split(maxsplit=1)[0])
    if text is None:
        return
    model = formats.options_of(puzzle.encode().model)
    chosen = SOLVERS[name](text, model.options)
    if (chosen is not None) != known.feasible:
        yield f"seed {seed}, {name}: {chosen}; expected {known}"
    elif chosen is not None:
        selection = np.array([option - 1 for option in chosen], dtype=np.int64)
        if judges.faults(model, selection):
            yield f"seed {seed}, {name}: {chosen} is no solution"
        elif known.cost is not None and model.costs is not None and sum(model.costs[selection].tolist()) != known.cost:
            yield f"seed {seed}, {name}: {chosen} does not cost {known.cost}"


def faults_of_number(seed: int, name: str) -> Iterator[str]:
    """Yield where another program finds another number of solutions; nothing where its format cannot state the puzzle."""
    puzzle, known = random_puzzle(seed)
    to = name.split(maxsplit=1)[0]
    text = written(puzzle, to)
    if text is None or (to == "dlx" and has_bounds_or_costs(text)):
        return
    number = NUMBERS[name](text, formats.options_of(puzzle.encode().model).options)
    if number != known.count:
        yield f"seed {seed}, {name}: {number} solutions; expected {known.count}"


def has_bounds_or_costs(text: str) -> bool:
    """Whether a text in Knuth's format has what is not in the programs DLX1 and DLX2."""
    return any(
        "|" in word.strip("|") or (word[1:].isdigit() and word[0] == "|") for word in text.split("\n", 1)[1].split()
    )


CASES: dict[str, Callable[[int], Iterator[str]]] = {
    **{f"{to} read again": partial(faults_read_again, to=to) for to in READERS},
    **{f"{name}, solved": partial(faults_of_solver, name=name) for name in SOLVERS},
    **{f"{name}, counted": partial(faults_of_number, name=name) for name in NUMBERS},
}


@pytest.mark.parametrize("case", CASES)
def test_random_puzzles_are_the_same_elsewhere(case: str) -> None:
    """What is written is as feasible, has as many solutions and costs as much, whoever reads it."""
    assert [said for seed in range(12) for said in CASES[case](seed)] == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 2000, 100))
@pytest.mark.parametrize("case", CASES)
def test_a_thousand_random_puzzles_are_the_same_elsewhere(case: str, first: int) -> None:
    """The same of a thousand."""
    assert [said for seed in range(first, first + 100) for said in CASES[case](seed)] == []
