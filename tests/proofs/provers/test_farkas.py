"""The search for Farkas multipliers: known boards, exact numbers, and what is said where there are none."""

from __future__ import annotations

from math import gcd

import numpy as np
import pytest

from exactcover import judges
from exactcover.judges.demands import demands
from exactcover.model.answer import Limits
from exactcover.model.cover import cover
from exactcover.proofs.provers import farkas
from exactcover.proofs.provers.farkas import Bounds
from tests.classic_covers import langford
from tests.packings import tiling
from tests.proofs.provers.arguments import end, proved, refutation, solvable
from tests.proofs.provers.boards import random_board
from tests.random_models import listed, random_cover

FRACTIONS = "there is a cover with fractions of options, so there are no Farkas multipliers"


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("board=6x12 pieces=T4 copies=any", 16),
        ("board=6x10 pieces=T4 copies=any", 16),
        ("board=3x9 pieces=V3 copies=any", 11),
        ("board=3x5 pieces=V3 copies=any", 7),
        ("board=8x8 pieces=dominoes copies=any holes=0,0/7,7", 62),
        ("board=20x20 pieces=I3 copies=any holes=0,0", 399),
        ("board=3x3 pieces=X5,I1 copies=0..2", 5),
        ("board=1x5 pieces=I2,I3 copies=I3:0,I2:any", 5),
    ],
)
def test_boards_without_fractional_packing_are_proved(line: str, most: int) -> None:
    """Each board of the literature that has not even a fractional packing gets few, small, exact multipliers."""
    body = proved("farkas", tiling(line)).body
    assert len(body["items"]) <= most
    assert gcd(*body["multipliers"]) == 1
    assert max(map(abs, body["multipliers"])) <= 20


@pytest.mark.parametrize(
    "line",
    [
        "board=12x14 pieces=T4 copies=any",
        "board=10x13 pieces=Y5 copies=any",
        "board=10x10 pieces=L4 copies=any",
        "board=4x5 pieces=tetrominoes copies=1",
        "board=6x10 pieces=pentominoes copies=1",
    ],
)
def test_boards_with_a_fractional_packing_are_left(line: str) -> None:
    """A board that can be packed, or only with fractions of pieces, gets no multipliers, and that is said."""
    last = end("farkas", tiling(line))
    assert (last.refutation, last.remark) == (None, FRACTIONS)


def test_covers_are_proved_too() -> None:
    """An item without options, ranges that clash, and three queens are proved; Langford 5 has a fractional solution."""
    assert proved("farkas", cover(["a"], [])).body == {"items": [0], "multipliers": [-1]}
    twice = cover({"a": (3, 4), "b": (0, 2)}, [["a", "b"], ["a", "b", "c"]], secondary=["c"])
    assert proved("farkas", twice).body == {"items": [0, 1], "multipliers": [-1, 1]}
    assert refutation("farkas", langford(5)) is None
    assert refutation("farkas", cover([], [])) is None


def test_random_models_with_a_solution_are_left() -> None:
    """On random boards and covers multipliers are found only where brute force finds no solution."""
    proofs = 0
    for seed in range(150):
        model = random_board(seed)
        found = refutation("farkas", model)
        assert found is None or not solvable(model)
        proofs += found is not None
        little = random_cover(seed)
        found = refutation("farkas", little)
        assert found is None or not listed("brute", little)
        proofs += found is not None
    assert proofs > 100


def test_multipliers_that_are_no_small_fractions_are_solved_for() -> None:
    """Where reading fractions off fails, the equations of the corner give the same numbers, up to a factor."""
    lines = ("board=6x12 pieces=T4 copies=any", "board=3x9 pieces=V3 copies=any", "board=3x3 pieces=X5,I1 copies=0..2")
    read_off = [proved("farkas", tiling(line)).body for line in lines]
    solved = [proved("farkas", tiling(line), bounds=Bounds(denominator=0)).body for line in lines]
    assert solved == read_off
    last = end("farkas", tiling(lines[0]), bounds=Bounds(denominator=0, support=3))
    assert (last.refutation, last.remark) == (
        None,
        "the multipliers that the linear program found could not be made exact",
    )


def test_numbers_that_prove_nothing_are_not_handed_over() -> None:
    """Floating-point multipliers that are off, zero or undetermined are not made exact."""
    model = tiling("board=3x5 pieces=V3 copies=any")
    found = demands(model)
    right = np.zeros(found.items)
    right[[0, 2, 4, 10, 12, 14]], right[15] = -1, 1
    assert farkas.exact_multipliers(found, right / 3) == {0: -1, 2: -1, 4: -1, 10: -1, 12: -1, 14: -1, 15: 1}
    assert farkas.exact_multipliers(found, np.zeros(found.items)) is None
    assert farkas.exact_multipliers(found, -right) is None
    noise = right + np.where(right != 0, np.linspace(0, 0.3, found.items), 0)
    assert farkas.exact_multipliers(found, noise) is None


def test_large_numbers_are_verified_exactly() -> None:
    """Multipliers beyond 64 bits are summed as whole numbers."""
    found = demands(tiling("board=3x5 pieces=V3 copies=any"))
    huge = 10**30
    right = dict.fromkeys((0, 2, 4, 10, 12, 14), -huge) | {15: huge}
    assert farkas.proves(found, right)
    assert not farkas.proves(found, right | {0: -huge - 1})
    assert not farkas.proves(found, right | {15: 2 * huge})


def test_models_that_are_too_large_or_take_too_long_are_given_up() -> None:
    """A board, options and a time beyond the limits end with a remark."""
    large = end("farkas", tiling("board=400x400 pieces=T4 copies=any"))
    assert large.remark == "the options have up to 3200000 items; 2000000 is the limit"
    slow = tiling("board=60x60 pieces=dominoes copies=any holes=0,0/59,59")
    assert end("farkas", slow, Limits(time=0.2)).remark == "the linear program took too long"
    assert end("farkas", langford(4), bounds=Bounds(members=10)).remark.endswith("10 is the limit")


def test_a_run_that_is_left_stops_its_thread() -> None:
    """Closing the events of a run ends the solver, and nothing of it goes on."""
    import threading

    events = farkas.run(tiling("board=60x60 pieces=dominoes copies=any holes=0,0/59,59"), Limits())
    before = set(threading.enumerate())
    next(events)
    next(events)
    (own,) = set(threading.enumerate()) - before
    events.close()  # type: ignore[attr-defined]
    assert not own.is_alive()


def test_the_same_model_gives_the_same_multipliers() -> None:
    """Twice the same board is twice the same certificate."""
    model = tiling("board=20x20 pieces=I3 copies=any holes=0,0")
    assert proved("farkas", model) == proved("farkas", model)
    assert not judges.refutation_faults(model, proved("farkas", model))


def test_the_size_of_programs_goes_by_the_time() -> None:
    """A program that would be set up for longer than there is time is refused, and with more time it is not."""
    model = tiling("board=60x84 pieces=dominoes copies=any")
    assert "0.01" not in end("farkas", model, Limits(time=0.01)).remark
    assert end("farkas", model, Limits(time=0.01)).remark.endswith("is the limit within the time")
