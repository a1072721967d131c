"""The prover by clauses: right on small models by brute force, and within its limits on large ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from encoders.puzzle import puzzle_of
from exactcover import judges
from exactcover.judges.lrat import check_steps
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import cover
from exactcover.model.events import End, Found, Progress
from exactcover.model.linear import Linear, Row
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers import clausal
from tests.packings import tiling
from tests.proofs.provers.arguments import end, proved
from tests.proofs.provers.impossible import IMPOSSIBLE
from tests.random_models import listed, random_cover, random_packing


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_models_get_a_proof(name: str) -> None:
    """Each of the known models without a solution is refuted by a judged proof of less than a million numbers."""
    found = proved("clausal", IMPOSSIBLE[name]())
    assert 0 < len(found.body["steps"]) < 1_000_000


def test_proofs_agree_with_brute_force() -> None:
    """On random covers there is a proof where brute force finds no solution, and a solution, judged, where it finds one."""
    proofs = 0
    for seed in range(400):
        model = random_cover(seed)
        events = list(clausal.run(model, Limits()))
        selections = [event.selection for event in events if isinstance(event, Found)]
        feasible = bool(listed("brute", model))
        assert len(selections) == feasible
        assert all(not judges.faults(model, selection) for selection in selections)
        if not feasible:
            assert proved("clausal", model)
        proofs += not feasible
    assert proofs > 100


def random_rows(seed: int) -> Linear:
    """Rows over six variables with coefficients from 1 to 3."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(3):
        variables = np.sort(rng.choice(6, rng.integers(2, 6), replace=False))
        coefficients = rng.integers(1, 4, len(variables))
        least = int(rng.integers(0, coefficients.sum() + 1))
        rows.append(
            Row(tuple(variables.tolist()), tuple(coefficients.tolist()), least, least + int(rng.integers(0, 4)))
        )
    return Linear(tuple("abcdef"), (), tuple(rows))


def test_proofs_agree_with_brute_force_on_coefficients() -> None:
    """Rows with coefficients have a judged proof or a judged solution, whichever all 64 assignments say."""
    proofs = 0
    for seed in range(300):
        model = random_rows(seed)
        found = [event.selection for event in clausal.run(model, Limits()) if isinstance(event, Found)]
        subsets = (np.flatnonzero([number >> bit & 1 for bit in range(6)]) for number in range(64))
        feasible = any(not judges.faults(model, subset) for subset in subsets)
        assert bool(found) == feasible
        if feasible:
            assert not judges.faults(model, found[0])
        else:
            proofs += bool(proved("clausal", model))
    assert 60 < proofs < 240


def test_a_proof_of_other_coefficients_is_refused() -> None:
    """What refutes 2x + 2y = 3 says nothing of 2x + y = 3, which x and y satisfy."""
    odd = Linear(("x", "y"), (), (Row((0, 1), (2, 2), 3, 3),))
    body = proved("clausal", odd).body
    assert judges.refutation_faults(Linear(("x", "y"), (), (Row((0, 1), (2, 1), 3, 3),)), Refutation("clausal", body))


def test_negative_coefficients_and_large_sums_are_refused() -> None:
    """The judge writes clauses of positive coefficients, whose sum is small; other models have no clausal proof."""
    for row in (Row((0,), (-1,), 0, 0), Row((0,), (10**7,), 0, 0)):
        model, body = Linear(("x",), (), (row,)), {"steps": [0, 1, 0]}
        assert "coefficient" in judges.refutation_faults(model, Refutation("clausal", body))[0]


def test_proofs_agree_with_brute_force_on_packings() -> None:
    """On random small boards a packing is found, judged as placements, or there is a proof and brute force finds none."""
    proofs = 0
    for seed in range(120):
        model = puzzle_of("packing", random_packing(seed)).encode().model
        assert isinstance(model, Tiling)
        found = [event for event in clausal.run(model, Limits()) if isinstance(event, Found)]
        if found:
            assert not judges.faults(model, found[0].selection)
        else:
            proofs += bool(proved("clausal", model))
            assert not listed("brute", model)
    assert 10 < proofs < 110


def test_an_empty_clause_needs_no_solver() -> None:
    """Where an item has no option, one step says so; where there are no clauses at all, the empty selection is found."""
    assert proved("clausal", cover(["a", "b"], [["a"]])).body["steps"] == [0, 2, 0]
    found = [event for event in clausal.run(cover({"a": (0, 1)}, [["a"]]), Limits()) if isinstance(event, Found)]
    assert len(found) == 1


def test_lemmas_that_need_a_deleted_clause_are_followed_without_deletions() -> None:
    """A solver's proof that deletes a clause too early gets its hints all the same; one that proves nothing gets none."""
    given: list[tuple[int, ...]] = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    refuted = [*clausal.refuted(2, given, ["d 1 2 0", "1 0", "0"], Deadline())]
    assert isinstance(refuted[-1], End)
    assert refuted[-1].refutation is not None
    check_steps(given, refuted[-1].refutation.body["steps"])
    unproved = [*clausal.refuted(2, given[:3], ["1 0", "0"], Deadline())][-1]
    assert isinstance(unproved, End)
    assert unproved.refutation is None
    assert unproved.remark == "a lemma of the solver does not follow by unit propagation"


def test_connectivity_alone_is_no_refutation() -> None:
    """A cover whose only solution is not connected gets neither a proof nor that solution, but the reason."""
    apart = Connectivity(np.array([0, 1]), np.array([[0, 1]]), np.array([], dtype=np.int64))
    model = replace(cover(["a", "b"], [["a"], ["a", "b"], ["b"]]), connectivity=apart)
    events = list(clausal.run(model, Limits()))
    assert not [event for event in events if isinstance(event, Found)]
    assert end("clausal", model).remark == "there is a solution but for connectivity, so no refutation"


@pytest.mark.parametrize(("limits", "stop"), [(Limits(nodes=600), "nodes"), (Limits(time=0.2), "time")])
def test_limits_end_the_search(limits: Limits, stop: str) -> None:
    """A board that no short proof refutes is given up at the limit on conflicts or time, with Progress on the way."""
    events = list(clausal.run(tiling("board=10x10 pieces=L4 copies=any"), limits))
    last = events[-1]
    assert isinstance(last, End)
    assert last.refutation is None
    assert last.stop_reason == stop
    assert last.remark.startswith("no answer after")
    assert all(isinstance(event, Progress) for event in events[:-1])


def test_boards_that_are_too_large_are_given_up_at_once() -> None:
    """A board with more options than the judge would look at is not searched at all."""
    assert (
        "up to 5000000 options; expected at most"
        in end("clausal", tiling("board=1000x1000 pieces=I4,O4,I5 copies=any")).remark
    )
