"""Growths: every engine finds what the oracle finds on small positions of Blokus, and barriers never say too much of them."""

from __future__ import annotations

import random

import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.answer import Limits
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Found
from exactcover.model.growth import Growth
from tests.growth_models import written
from tests.proofs.provers.arguments import refutation
from tests.random_models import counted, end_of, listed, run

GOALS = ("fill", "corners", "cover", "most")


def position(seed: int) -> str:
    """A position on a small board: holes, own and others' squares, both anchor rules, every goal, few pieces."""
    rng = random.Random(seed)
    height, width = rng.choice([(2, 3), (3, 3), (3, 4)])
    cells = [(row, column) for row in range(height) for column in range(width)]
    goal = GOALS[seed % 4]
    corners = {(0, 0), (0, width - 1), (height - 1, 0), (height - 1, width - 1)}
    rng.shuffle(cells)
    inner = [cell for cell in cells if cell not in corners]
    keys = {"board": f"{height}x{width}", "goal": goal, "anchor": rng.choice(["whole", "whole", "whole", "legacy"])}
    keys["pieces"] = ",".join(rng.sample(["I1", "I2", "V3", "I3"], rng.randint(2, 4)))
    free, used = [cell for cell in cells if cell != inner[0]], [inner[0]]
    if rng.random() < 0.5:
        keys["holes"] = written(used)
    elif rng.random() < 0.5:
        keys["others"] = written(used)
    elif rng.random() < 0.5:
        keys["own"] = written(used)
    else:
        free = cells
    keys["start"] = written([rng.choice(free)])
    if goal == "cover":
        keys["targets"] = written(rng.sample(free, rng.randint(1, 2)))
    return "blokus " + " ".join(f"{key}={value}" for key, value in keys.items())


def growth(line: str) -> Growth:
    """The growth of a position."""
    model = puzzle(line).encode().model
    assert isinstance(model, Growth)
    return model


def cheapest(model: Growth) -> int | None:
    """The least cost of all selections that the oracle lists, None where there is none or nothing costs."""
    found = [event.selection for event in run("brute", "list", model) if isinstance(event, Found)]
    return min((cost for each in found if (cost := judges.cost(model, each)) is not None), default=None)


@pytest.mark.parametrize("engine", ["sat", "cpsat", "exact"])
def test_engines_agree_with_brute_on_random_positions(engine: str) -> None:
    """They list and count the same selections, and find a cheapest one where the oracle has any."""
    numbers = []
    for seed in range(24):
        model = growth(position(seed))
        right = listed("brute", model)
        assert listed(engine, model) == right, position(seed)
        assert counted(engine, model) == len(right)
        numbers.append(len(right))
        if engine == "exact" and model.price != "nothing":
            continue
        events = run(engine, "solve", model)
        found = [event.selection for event in events if isinstance(event, Found)]
        assert bool(found) == bool(right)
        assert not any(judges.faults(model, selection) for selection in found)
        if found and model.price != "nothing":
            assert end_of(events).bound == judges.cost(model, found[-1]) == cheapest(model)
    assert 0 in numbers
    assert sum(number > 1 for number in numbers) > 5


def test_barriers_never_say_too_much() -> None:
    """What barriers refute has no solution, and no solution costs less than their bound, which is often the least cost."""
    refuted, bounded, met = 0, 0, 0
    for seed in range(40):
        model = growth(position(seed))
        right, proof = listed("brute", model), refutation("barriers", model)
        if proof is not None and proof.bound is None:
            assert not right, position(seed)
            refuted += 1
        elif proof is not None and proof.bound is not None and right:
            least = cheapest(model)
            assert least is not None
            assert proof.bound <= least, position(seed)
            bounded, met = bounded + 1, met + (proof.bound == least)
    assert refuted > 5
    assert met >= bounded / 3 > 3


def test_exact_leaves_out_what_does_not_hang_together() -> None:
    """It says how many covers it left out, stops at a limit, and refuses what it cannot do in one sentence."""
    model = growth("blokus board=3x3 goal=cover pieces=I1,I2,V3 targets=2,2")
    end = end_of(run("exact", "count", model))
    assert end.exhausted
    assert "covers that are not connected were left out" in end.remark
    assert end.count == len(listed("brute", model))
    events = run("exact", "list", model, Limits(solutions=2))
    assert sum(isinstance(event, Found) for event in events) == 2
    assert end_of(events).stop_reason == "solutions"
    assert end_of(run("exact", "count", model, Limits(solutions=1))).count == 1
    with pytest.raises(Unsuitable, match="exact only lists, counts, and solves without costs"):
        run("exact", "solve", model)
    samples = [event for event in run("exact", "sample", model, Limits(solutions=3)) if isinstance(event, Found)]
    assert len(samples) == 3
