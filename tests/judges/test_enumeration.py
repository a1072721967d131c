"""The judge of complete lists: what the clauses exclude, and forged lists, each refused in its own words."""

from __future__ import annotations

from typing import Any

import pytest
from pysat.solvers import Solver

from exactcover import judges
from exactcover.files.exports import certificate_to_lrat
from exactcover.judges.enumeration import is_closed, question, question_clauses
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.cover import CheaperCover, Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.events import End
from exactcover.proofs.provers import enumeration
from tests.backends.search.models import brute
from tests.classic_covers import langford, queens
from tests.files.exports import lrat_reader
from tests.packings import tiling
from tests.random_models import listed, random_cover

QUEENS = queens(6)
OF_QUEENS = sorted(list(each) for each in brute(QUEENS))


def proved(model: Model, solutions: list[list[int]], bound: int | None = None) -> Refutation:
    """The refutation of any other solution."""
    *_, end = enumeration.run(model, solutions, bound, Limits())
    assert isinstance(end, End)
    assert end.refutation is not None, end.remark
    return end.refutation


def left(model: Model, solutions: list[list[int]]) -> set[tuple[int, ...]]:
    """The selections that satisfy the clauses that exclude some solutions, by a SAT solver."""
    encoded, others = question_clauses(model, solutions), set[tuple[int, ...]]()
    with Solver(name="cadical153", bootstrap_with=encoded.clauses) as solver:
        while solver.solve():
            values = [value for value in solver.get_model() if abs(value) <= encoded.options]
            others.add(tuple(value - 1 for value in values if value > 0))
            solver.add_clause([-value for value in values])
    return others


def fault(model: Model, body: dict[str, Any], bound: int | None = None) -> str:
    """The judge's sentence about a body."""
    (sentence,) = judges.refutation_faults(model, Refutation("enumeration", body, bound))
    return sentence


def body_of(model: Model, solutions: list[list[int]], bound: int | None = None) -> dict[str, Any]:
    """The body of an honest certificate, to be spoiled."""
    return dict(proved(model, solutions, bound).body)


def test_the_clauses_exclude_the_listed_solutions_and_no_others() -> None:
    """Random covers, also such that one solution is part of another: what satisfies the clauses is what is not listed."""
    nested = compared = 0
    for seed in range(120):
        model = random_cover(seed)
        solutions = sorted(list(each) for each in brute(model))
        if not solutions:
            continue
        some = solutions[:: 1 + seed % 3]
        assert left(model, some) == {tuple(each) for each in solutions if each not in some}
        nested += any(set(one) < set(other) for one in solutions for other in solutions)
        compared += 1
    assert compared > 40
    assert nested > 5


def test_the_clauses_of_the_cheapest_exclude_all_that_costs_more() -> None:
    """Random covers without negative costs: the solutions of least cost are accepted as all, and none of them can be left out."""
    compared = 0
    for seed in range(160):
        model = random_cover(seed)
        solutions = brute(model)
        if not solutions or model.costs is None or model.costs.min(initial=0) < 0:
            continue
        costs = {each: int(sum(model.costs[option] for option in each)) for each in solutions}
        best = min(costs.values())
        cheapest = sorted(list(each) for each in solutions if costs[each] == best)
        assert not judges.refutation_faults(model, proved(model, cheapest, best))
        for missing in cheapest[1:]:
            others = left(CheaperCover(model, best), [each for each in cheapest if each != missing])
            assert others == {tuple(missing)}
        compared += 1
    assert compared > 10


@pytest.mark.parametrize("model", [QUEENS, langford(4), tiling("board=4x5 pieces=I4,L4,T4 copies=any")])
def test_complete_lists_are_accepted_also_by_another_reader(model: Model) -> None:
    """The judge accepts the list of an engine with its proof, and so does a reader of LRAT that shares no code with it."""
    solutions = sorted(list(each) for each in brute(model)) if isinstance(model, Cover) else _options_of(model)
    refutation = proved(model, solutions)
    assert not judges.refutation_faults(model, refutation)
    lrat_reader.check(*certificate_to_lrat.convert(model, refutation))


def _options_of(model: Model) -> list[list[int]]:
    """The solutions of a tiling as the certificate numbers options."""
    from exactcover.model.tiling import Tiling
    from exactcover.transform.reductions.tiling_to_cover import placements

    assert isinstance(model, Tiling)
    numbers = {tuple(each): number for number, each in enumerate(placements(model).tolist())}
    return sorted(sorted(numbers[tuple(part)] for part in each) for each in listed("brute", model))


def test_a_tree_or_a_solver_proves_the_same() -> None:
    """Covers whose solutions may be parts of others are refuted by the solver, others by a tree; either proof is accepted."""
    closed = 0
    for seed in range(60):
        model = random_cover(seed)
        solutions = sorted(list(each) for each in brute(model))
        if solutions:
            closed += is_closed(question(model, solutions)[0])
            assert not judges.refutation_faults(model, proved(model, solutions))
    assert 0 < closed < 60


def test_a_list_with_a_solution_missing_is_refused() -> None:
    """The proof does not fit the clauses any more, whichever solution is left out; and the prover finds what is missing."""
    body = body_of(QUEENS, OF_QUEENS)
    for missing in OF_QUEENS:
        fewer = [each for each in OF_QUEENS if each != missing]
        assert fault(QUEENS, {**body, "solutions": fewer})
        with pytest.raises(RuntimeError, match="and there is another"):
            list(enumeration.run(QUEENS, fewer, None, Limits()))


def test_a_list_with_a_solution_twice_is_refused() -> None:
    """A solution counts once, in whatever order the list has it."""
    body = body_of(QUEENS, OF_QUEENS)
    twice = [*OF_QUEENS, OF_QUEENS[0]]
    assert fault(QUEENS, {**body, "solutions": twice}).startswith("solution 4 is solution 0 again; expected it once")
    turned = [*OF_QUEENS, OF_QUEENS[0][::-1]]
    assert fault(QUEENS, {**body, "solutions": turned}).startswith("the options of solution 4 do not increase")


def test_a_list_with_a_wrong_solution_is_refused() -> None:
    """What covers an item too often, or not at all, is no solution, even with a proof of the rest."""
    body = body_of(QUEENS, OF_QUEENS)
    wrong = [[0, 1, 2, 3, 4, 5], *OF_QUEENS]
    assert "covers item" in fault(QUEENS, {**body, "solutions": wrong})
    assert "expected 0 to 35" in fault(QUEENS, {**body, "solutions": [[36]]})


def test_a_truncated_proof_is_refused() -> None:
    """Every proof that ends early, or is spoiled in one number, derives no empty clause."""
    body = body_of(QUEENS, OF_QUEENS)
    steps = body["steps"]
    for length in range(0, len(steps) - 1, max(1, len(steps) // 40)):
        assert fault(QUEENS, {**body, "steps": steps[:length]})
    assert fault(QUEENS, {**body, "steps": []}) == "the 0 steps do not derive the empty clause"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"solutions": []}, "solutions is a list of 0; expected 1 to 100000 lists of options"),
        ({"solutions": 7}, "solutions is not a list; expected 1 to 100000 lists of options"),
        ({"solutions": [7]}, "solution 0 is not a list; expected whole numbers"),
        ({"more": 1}, "the body has an unknown key 'more'; expected solutions, steps"),
        ({"steps": "0"}, "steps is not a list; expected whole numbers"),
    ],
)
def test_bodies_that_are_no_lists_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each way in which a body is no list with steps is refused in its own words."""
    assert fault(QUEENS, {"solutions": OF_QUEENS, "steps": [], **changed}) == sentence


def test_a_list_of_the_cheapest_has_only_these() -> None:
    """A listed solution must cost the bound, and the bound must be the least cost: a proof is refused for any other."""
    model = cover({"a": 1, "b": 1}, [["a"], ["b"], ["a", "b"]], costs=[1, 1, 3])
    body = body_of(model, [[0, 1]], 2)
    assert not judges.refutation_faults(model, Refutation("enumeration", body, 2))
    assert fault(model, {**body, "solutions": [[2]]}, 2) == "solution 0 costs 3; expected the bound, 2"
    assert fault(model, {**body, "solutions": [[0, 1]]}, 3) == "solution 0 costs 2; expected the bound, 3"
    with pytest.raises(RuntimeError, match="and there is another"):
        list(enumeration.run(model, [[2]], 3, Limits()))


def test_what_the_clauses_do_not_state_is_not_judged() -> None:
    """Covers with negative costs, of which the cheapest are listed, and connected covers have no such certificate."""
    model = cover({"a": 1}, [["a"]], costs=[-1])
    assert fault(model, {"solutions": [[0]], "steps": []}, -1).startswith("an option costs less than 0")
    covers = (random_cover(seed, connected=True) for seed in range(50))
    connected = next(each for each in covers if each.connectivity)
    assert fault(connected, {"solutions": [[]], "steps": []}).startswith("items must be connected")
