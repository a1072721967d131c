"""The judge of clausal proofs: of 400 spoiled proofs none is accepted that an independent reader refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest

from exactcover import judges
from exactcover.judges import clausal
from exactcover.judges.clauses import clauses
from exactcover.judges.demands import demands
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from tests.classic_covers import langford, queens
from tests.files.exports import lrat_reader
from tests.packings import tiling
from tests.proofs.provers.arguments import proved
from tests.random_models import listed, random_cover

MODELS: tuple[Model, ...] = (
    langford(5),
    queens(3),
    cover({"a": 2, "b": 2, "x": (0, 1), "y": 1}, [["a", "x"], ["a", "b", "x"], ["a", "y"], ["b", "y"], ["b", "x"]]),
    tiling("board=4x4 pieces=T4,L4 copies=T4:1..3,L4:1..2"),
)


def accepted(model: Model, steps: list[int]) -> bool:
    """Whether the judge accepts steps."""
    return not judges.refutation_faults(model, Refutation("clausal", {"steps": steps}))


def right(model: Model, steps: list[int]) -> bool:
    """Whether an independent reader finds the empty clause derived."""
    given = clauses(demands(model)).clauses
    lines: list[str] = []
    line: list[int] = []
    zeros = 0
    for number in steps:
        line.append(number)
        zeros += number == 0
        if number == 0 and zeros % 2 == 0:
            lines.append(" ".join(map(str, [len(given) + len(lines) + 1, *line])))
            line = []
    if line:
        return False
    cnf = [f"p cnf {10**9} {len(given)}", *(" ".join(map(str, [*c, 0])) for c in given)]
    try:
        lrat_reader.check("\n".join(cnf).encode(), "\n".join(lines).encode())
    except (lrat_reader.Refused, KeyError):
        return False
    return True


def spoiled(steps: list[int], largest: int, rng: random.Random) -> list[int]:
    """Steps with one number more, less, negated or other, two swapped, or the end cut off."""
    made, place = list(steps), rng.randrange(len(steps))
    change = rng.choice(["more", "less", "negated", "other", "swap", "cut"])
    if change == "more":
        made.insert(place, rng.randint(-largest, largest))
    elif change == "less":
        del made[place]
    elif change == "negated":
        made[place] = -made[place]
    elif change == "other":
        made[place] = rng.randint(1, largest)
    elif change == "swap":
        other = rng.randrange(len(steps))
        made[place], made[other] = made[other], made[place]
    else:
        del made[place:]
    return made


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_spoiled_proofs_are_refused_unless_they_are_proofs(number: int) -> None:
    """Of 100 changes to a proof those accepted are proofs to an independent reader, and most are refused."""
    model, rng = MODELS[number], random.Random(number)
    steps = list(proved("clausal", model).body["steps"])
    assert right(model, steps)
    refused = 0
    for _ in range(100):
        made = spoiled(steps, len(clauses(demands(model)).clauses), rng)
        if accepted(model, made):
            assert right(model, made)
        else:
            refused += 1
    assert refused > 50


def test_a_proof_refutes_no_other_model() -> None:
    """Proofs of random covers are accepted for no random cover that has a solution."""
    proofs = [proved("clausal", model) for model in map(random_cover, range(60)) if not listed("brute", model)]
    feasible = [model for model in map(random_cover, range(60)) if listed("brute", model)]
    assert len(proofs) > 15
    assert len(feasible) > 15
    for model in feasible:
        assert all(judges.refutation_faults(model, proof) for proof in proofs)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({}, "the body has no steps; expected literals, 0, hints, 0 of each step"),
        ({"steps": [], "more": 1}, "the body has an unknown key 'more'; expected steps"),
        ({"steps": {}}, "steps is not a list; expected whole numbers"),
        ({"steps": [0, "1", 0]}, "number 1 of steps is '1'; expected a whole number"),
        ({"steps": [0, None, 0]}, "number 1 of steps is None; expected a whole number"),
        ({"steps": [10**9 + 1]}, "number 0 of steps is 1000000001; expected -1000000000 to 1000000000"),
        ({"steps": [0, 10**100_000, 0]}, "number 1 of steps is a number of over 1000 digits"),
        ({"steps": [0, 0]}, "the hints of step 0 lead to no contradiction"),
    ],
)
def test_bodies_that_are_no_steps_are_refused(body: dict[str, Any], fault: str) -> None:
    """Each way in which a body is not a list of steps is refused in its own words."""
    (found,) = judges.refutation_faults(MODELS[0], Refutation("clausal", body))
    assert found.startswith(fault)


def test_proofs_and_models_that_are_too_large_are_refused() -> None:
    """Proofs over the limit are not read, and a model over it is refused before its options are listed."""
    with pytest.raises(InvalidCertificate, match="up to 5000000 options; expected at most 1000000"):
        clausal.judge(tiling("board=1000x1000 pieces=I4,O4,I5 copies=any"), {"steps": [0, 1, 0]})
    with pytest.raises(InvalidCertificate, match="the steps have 3 numbers; expected at most 2"):
        clausal.judge(MODELS[0], {"steps": [0, 1, 0]}, most_numbers=2)
