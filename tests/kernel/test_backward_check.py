"""Hints for clausal proofs: found for every lemma that is needed, no others, and none for one that does not follow."""

from __future__ import annotations

import random

from exactcover.judges.lrat import check_steps
from exactcover.kernel.proofs.backward_check import CHECKED, NOT_IMPLIED, OUT_OF_BUDGET, Elaboration
from exactcover.model.certificate import InvalidCertificate

ALL_OVER_TWO = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


def test_unneeded_lemmas_are_left_out() -> None:
    """A lemma that nothing hints at has no step, and the numbers of the others close the gap."""
    elaboration = Elaboration(3, [*ALL_OVER_TWO, (3,)], [(1, 3), (1,), ()])
    assert elaboration.run(10) == CHECKED
    assert sorted(elaboration.hints) == [6, 7]
    steps = elaboration.steps()
    assert steps[:2] == [1, 0]
    check_steps([*ALL_OVER_TWO, (3,)], steps)


def test_a_budget_of_lemmas_stops_and_goes_on() -> None:
    """One lemma a call comes to the same hints as all in one call."""
    whole, parts = (Elaboration(2, ALL_OVER_TWO, [(1,), ()]) for _ in range(2))
    assert whole.run(10) == CHECKED
    codes = [parts.run(1), parts.run(1), parts.run(1)]
    assert codes[0] == OUT_OF_BUDGET
    assert codes[-1] == CHECKED
    assert parts.steps() == whole.steps()


def test_lemmas_that_do_not_follow_are_found() -> None:
    """An empty clause that propagation does not reach, and a clause deleted before it is needed, have no hints."""
    assert Elaboration(2, ALL_OVER_TWO, [()]).run(10) == NOT_IMPLIED
    assert Elaboration(2, ALL_OVER_TWO, [(1,), ()], {0: 0}).run(10) == NOT_IMPLIED
    assert Elaboration(2, ALL_OVER_TWO, [(1,), ()], {0: 1}).run(10) == CHECKED


def test_hints_of_random_proofs_are_followed() -> None:
    """For random clauses, all their resolvents as lemmas: hints are found and followed exactly if the empty one is among them."""
    refuted = 0
    for seed in range(300):
        rng = random.Random(seed)
        given = [
            tuple(rng.choice([-1, 1]) * v for v in rng.sample(range(1, 5), rng.choice([1, 2, 2, 3])))
            for _ in range(rng.randint(3, 12))
        ]
        lemmas = resolvents(given)
        elaboration = Elaboration(4, given, lemmas)
        assert elaboration.run(10_000) == CHECKED
        if lemmas[-1]:
            continue
        refuted += 1
        check_steps(given, elaboration.steps())
        cut = elaboration.steps()[:-2]
        try:
            check_steps(given, cut)
        except InvalidCertificate:
            continue
        raise AssertionError(f"steps without an end were accepted, seed {seed}")
    assert refuted > 50


def resolvents(given: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """All clauses that resolution derives, each after those that it comes from, up to the empty one."""
    known = [frozenset(clause) for clause in given]
    found: list[tuple[int, ...]] = []
    place = 0
    while place < len(known):
        for other in known[: place + 1]:
            for literal in known[place]:
                if -literal not in other:
                    continue
                made = (known[place] - {literal}) | (other - {-literal})
                if made not in known and not any(-x in made for x in made):
                    known.append(made)
                    found.append(tuple(sorted(made)))
                    if not made:
                        return found
        place += 1
    return found or [given[0]]
