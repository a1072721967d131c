"""The best solution and the best bound of all: what is told, what settles the matter, and what contradicts itself."""

from __future__ import annotations

import json

import numpy as np
import pytest

from exactcover import api, judges
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.events import Bound, End, Event, Found, Progress, Standing
from exactcover.solving import execute
from exactcover.solving.bounding import best_and_bound
from exactcover.solving.plan import BestAndBound, Entrant, Job, Prove, Run, Share
from exactcover.solving.racing import Runner, race
from tests.growth_models import growth

# A bar of three squares, or three bars of 1, 2 and 3 from corner to corner.
SMALL = growth(board="5x5", goal="cover", pieces="I1,I2,I3", targets="1,0")
CHEAP = np.array([[1, 1, 0, 0]])
DEAR = np.array([[2, 1, 0, 0]])
PROOF = Refutation("steiner", {"targets": [[1, 0]], "weight": 0}, 2)


def told(*runs: list[Event], model: Model = SMALL) -> list[Event]:
    """What runs by the names a, b, c come to side by side, without progress."""
    runners = [Runner(name, iter(events), 0.0) for name, events in zip("abc", runs, strict=False)]
    return [event for event in best_and_bound(model, race(runners, 1)) if not isinstance(event, Progress)]


def test_only_what_is_better_is_told() -> None:
    """Of solutions and bounds from several runs each one told is better than all before."""
    assert not judges.faults(SMALL, CHEAP) + judges.faults(SMALL, DEAR)
    *events, end = told(
        [Found(DEAR), Found(DEAR), End(False, "time")], [Bound(1, "x"), Bound(1, "x"), Found(DEAR), End(False, "time")]
    )
    assert [type(event) for event in events] == [Found, Bound]
    assert end == End(False, "time", bound=1, placements_digest="x")


def test_a_solution_of_one_and_the_bound_of_another_settle_it() -> None:
    """Where they meet the race is over: exhausted on an engine's word, or with the certificate of a prover."""
    end = told([Found(CHEAP), Progress(), Progress()], [Progress(), Bound(2, "x"), Progress()])[-1]
    assert isinstance(end, End)
    assert (end.exhausted, end.bound, end.engine, end.placements_digest) == (True, 2, "a", "x")
    assert end.remark == "a has the solution, b the bound"
    *_, standing, end = told([Progress(), Found(CHEAP), Progress(), Progress()], [End(False, refutation=PROOF)])
    assert isinstance(end, End)
    assert (end.exhausted, end.bound, end.refutation, end.engine) == (False, 2, PROOF, "a")
    assert isinstance(standing, Found)


def test_a_written_bound_is_worth_more_than_the_same_on_a_word() -> None:
    """A certificate takes the place of an equal bound, and gives way to a better one."""
    events = told([Bound(2, "x"), End(False, "time")], [End(False, refutation=PROOF)])
    assert [type(event) for event in events] == [Bound, Standing, End]
    assert isinstance(events[-1], End)
    assert events[-1].refutation == PROOF
    end = told([Progress(), Bound(3, "x"), End(False, "time")], [End(False, refutation=PROOF)])[-1]
    assert isinstance(end, End)
    assert (end.bound, end.refutation, end.placements_digest) == (3, None, "x")


def test_what_settles_a_race_alone() -> None:
    """An exhausted engine, a proof that there is nothing, and a solution where nothing costs each end it."""
    nothing = Refutation("barriers", {})
    assert told([End(True)], [Progress()])[-1] == End(True, engine="a")
    assert told([Progress(), Progress()], [End(False, refutation=nothing)])[-1] == End(False, refutation=nothing)
    end = told(
        [Found(CHEAP), End(False, "solutions")], [Progress()], model=growth(board="2x2", goal="fill", pieces="I2")
    )[-1]
    assert end == End(False, "solutions", engine="a")
    exhausted = told([Found(CHEAP), Progress(), End(True, bound=2)], [End(False, refutation=PROOF)])[-1]
    assert isinstance(exhausted, End)
    assert exhausted.refutation == PROOF


@pytest.mark.parametrize("lie", [End(True), End(True, bound=3)])
def test_contradictions_are_faults(lie: End) -> None:
    """An engine that has exhausted what another one has a solution of, or a cheaper one, is broken."""
    with pytest.raises(ValueError, match="has proved more than a solution of a allows, which costs 2"):
        told([Found(CHEAP), Progress(), Progress()], [lie])


def test_progress_says_the_best_of_all() -> None:
    """What people read while it runs names the best cost and the best bound so far, and whose they are."""
    events: list[Event] = [Found(DEAR), Bound(1, "x"), Progress("here", 5), End(False)]
    runners = [Runner("a", iter(events), 0.0)]
    sentences = [
        event.sentence for event in best_and_bound(SMALL, iter(list(race(runners, 1)))) if isinstance(event, Progress)
    ]
    assert sentences == ["cost 3 (a), bound 1 (a); a: here"]


def test_an_engine_and_a_prover_find_the_best_and_the_bound() -> None:
    """An entrant runs with its own options beside a prover, until one of them, or both together, have the optimum."""
    entrant = Entrant(Run("astar", "solve", {"heuristic": "king"}), 1e-6)
    *_, end = execute.events(Job(BestAndBound((entrant, Entrant(Prove(((Share("steiner"),),))))), SMALL))
    assert isinstance(end, End)
    assert (end.exhausted or end.refutation is not None, end.bound) == (True, 2)


def test_proofs_prefer_certificates() -> None:
    """A patient race goes on for a certificate of the optimum, and ends with the engine's word where none comes."""
    runs: tuple[list[Event], list[Event]] = (
        [Found(CHEAP), End(True, bound=2, placements_digest="x")],
        [Progress(), Progress(), End(False, refutation=PROOF)],
    )
    runners = [Runner(name, iter(events), 0.0) for name, events in zip("ab", runs, strict=True)]
    *_, end = best_and_bound(SMALL, race(runners, 1), patient=True)
    assert isinstance(end, End)
    assert (end.exhausted, end.refutation) == (False, PROOF)
    alone: tuple[list[Event], list[Event]] = (runs[0], [Progress(), End(False)])
    runners = [Runner(name, iter(events), 0.0) for name, events in zip("ab", alone, strict=True)]
    *_, end = best_and_bound(SMALL, race(runners, 1), patient=True)
    assert end == End(True, bound=2, placements_digest="x", engine="a")


def test_published_optima_are_certified() -> None:
    """The optimum of the published mini contest is proved by trees, and check accepts the file without a search."""
    puzzle = api.puzzle("blokus-mini-contest-10x10")
    answer = api.prove(puzzle)
    assert (answer.status, answer.bound, answer.evidence) == ("OPTIMAL", 17, "steiner")
    assert api.check_text(puzzle, json.dumps(answer.to_json()))["accepted"]
