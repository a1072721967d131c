"""Options that no exact cover has: refuted ones are in no tiling, and the others are as they were."""

from __future__ import annotations

import random

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.kernel.boards import refuting
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover


def _tilings(options: list[list[int]], cells: int) -> list[set[int]]:
    """Return all exact covers, by plain backtracking."""
    covers: list[set[int]] = []

    def search(taken: list[int], covered: set[int]) -> None:
        if len(covered) == cells:
            covers.append(set(taken))
            return
        first = min(set(range(cells)) - covered)
        for number, option in enumerate(options):
            if first in option and not covered & set(option):
                search([*taken, number], covered | set(option))

    search([], set())
    return covers


def _flat(options: list[list[int]]) -> tuple[Integers, Integers]:
    return np.cumsum([0, *map(len, options)]), np.array([cell for option in options for cell in option], dtype=np.int64)


def _living(specification: str) -> refuting.Living:
    """Return the options of a board of one piece, any copies."""
    model = puzzle(f"packing {specification} copies=any").encode().model
    assert isinstance(model, Tiling)
    cover = tiling_to_cover.reduce(model, with_symmetries=False).model
    assert isinstance(cover, Cover)
    kept = cover.members < model.region.sum()
    owners = np.repeat(np.arange(cover.options), np.diff(cover.starts))
    starts = np.cumsum([0, *np.bincount(owners[kept], minlength=cover.options)])
    return refuting.living(starts, cover.members[kept], int(model.region.sum()))


@pytest.mark.parametrize("seed", range(60))
def test_no_option_of_a_cover_is_refuted(seed: int) -> None:
    """Of random options around a hidden cover none that is in any cover goes, and the ways that are left are counted right."""
    drawn = random.Random(seed)
    cells = 14
    order = drawn.sample(range(cells), cells)
    hidden = [sorted(order[k : k + 2 + k // 6]) for k in (0, 2, 4, 6, 9)] + [sorted(order[12:])]
    options = hidden + [sorted(drawn.sample(range(cells), drawn.choice((2, 3)))) for _ in range(drawn.choice((6, 14)))]
    drawn.shuffle(options)
    covers = _tilings(options, cells)
    starts, flat = _flat(options)
    left = refuting.living(starts, flat, cells)
    assert refuting.refute(left, 10**9) == refuting.DONE
    alive = set(np.flatnonzero(left.alive).tolist())
    assert set().union(*covers) <= alive
    assert sorted(left.gone[: left.scalars[refuting.GONE]].tolist()) == sorted(set(range(len(options))) - alive)
    ways = [sum(cell in options[number] for number in alive) for cell in range(cells)]
    assert left.ways.tolist() == ways


def test_just_the_placements_of_tilings_are_left() -> None:
    """On 16x16 just 224 of the 840 placements of T4 are in a tiling (a CDCL solver says of each), and those are left."""
    left = _living("board=16x16 pieces=T4")
    assert len(left.alive) == 840
    assert refuting.refute(left, 10**9) == refuting.DONE
    assert left.alive.sum() == 224


def test_slices_come_to_what_one_run_does() -> None:
    """A run in slices of few strikes leaves the options that a run in one leaves."""
    whole, sliced = _living("board=12x12 pieces=T4"), _living("board=12x12 pieces=T4")
    assert refuting.refute(whole, 10**9) == refuting.DONE
    slices = 1
    while refuting.refute(sliced, 50) == refuting.OPEN:
        slices += 1
    assert slices > 10
    assert (whole.alive == sliced.alive).all()


@pytest.mark.parametrize(
    ("specification", "why"),
    [
        ("board=1x3 pieces=I2", "a cell is left over"),
        ("board=./# pieces=I2", "a cell has no way"),
        ("board=3x4 pieces=X5", "a corner has no way"),
        ("board=6x6 pieces=T4", "no trial of a corner's ways is possible"),
    ],
)
def test_boards_without_a_tiling_are_impossible(specification: str, why: str) -> None:
    """Where walls and corners force a contradiction, that is the verdict."""
    assert refuting.refute(_living(specification), 10**9) == refuting.IMPOSSIBLE, why
