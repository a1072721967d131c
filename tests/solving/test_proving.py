"""Provers in stages: who runs when, for how long, and what is said of those that found nothing; provers here are scripted."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.model.answer import Limits, Statistics
from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End, Event, Found, Progress
from exactcover.model.linear import Linear
from exactcover.proofs import provers
from exactcover.solving import portfolio, proving
from exactcover.solving.plan import Share, Stage
from tests.clocks import FakeClock

MODEL = cover(["a"], [["a"]])
RIGHT = Refutation("tree", {})
GIVEN: list[tuple[str, float | None]] = []


def scripts(monkeypatch: pytest.MonkeyPatch, **events: list[Event]) -> None:
    """Have provers of these names say these events, and note their time limits in GIVEN."""
    GIVEN.clear()

    def prover(name: str) -> Any:
        def run(model: Model, limits: Limits) -> Iterator[Event]:
            GIVEN.append((name, limits.time))
            yield from events[name]

        return SimpleNamespace(accepts=("cover",), run=run)

    monkeypatch.setattr(provers, "prover", prover)


def run(*stages: Stage, limits: Limits = Limits()) -> list[Event]:
    """All that the stages say of the model."""
    return list(proving.run(stages, MODEL, limits))


def test_the_first_refutation_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stage after the one that settled the matter does not begin, and the work of all is added up."""
    scripts(
        monkeypatch,
        first=[End(False, remark="no", statistics=Statistics(nodes=2))],
        second=[End(False, refutation=RIGHT, statistics=Statistics(nodes=3))],
        third=[],
    )
    (end,) = run((Share("first"),), (Share("second"),), (Share("third"),))
    assert isinstance(end, End)
    assert (end.refutation, end.statistics.nodes) == (RIGHT, 5)
    assert [name for name, _ in GIVEN] == ["first", "second"]


def test_a_stage_runs_its_provers_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Provers side by side take turns, an event each, and each sentence says whose it is."""
    scripts(monkeypatch, one=[Progress("x"), Progress("y"), End(False)], two=[Progress("z"), End(False)])
    said = [event.sentence for event in run((Share("one"), Share("two"))) if isinstance(event, Progress)]
    assert said == ["one: x", "two: z", "one: y"]


def test_a_solution_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A prover that meets a solution hands it over, and nobody goes on."""
    found = Found(np.array([0]))
    scripts(monkeypatch, one=[found, End(False)], two=[End(False, refutation=RIGHT)])
    events = run((Share("one"),), (Share("two"),))
    assert events[0] is found
    assert isinstance(events[-1], End)
    assert (events[-1].refutation, events[-1].stop_reason) == (None, "solutions")


def test_what_was_tried_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """An end without a refutation names each prover and what came of it, and the limit that was met."""
    scripts(monkeypatch, one=[End(False, remark="there is none")], two=[End(False, "nodes")])
    (end,) = run((Share("one"),), (Share("two"),))
    assert isinstance(end, End)
    assert end.remark == "one: there is none; two: no proof was found"
    assert end.stop_reason == "nodes"


def test_shares_bound_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A prover has its seconds or its part of what is left, whichever is less, and all of it where neither is said."""
    scripts(monkeypatch, one=[End(False)], two=[End(False)], three=[End(False)])
    run((Share("one", 5.0),), (Share("two", 5.0, part=0.1),), (Share("three"),), limits=Limits(time=10))
    (_, first), (_, second), (_, third) = GIVEN
    assert first == 5.0
    assert second == pytest.approx(1.0, abs=0.1)
    assert third == pytest.approx(10.0, abs=0.1)
    run((Share("one"),))
    assert GIVEN[-1] == ("one", None)


def test_time_that_is_over_is_the_reason(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> None:
    """A run whose time has passed says so, whatever its provers say."""
    clock.tick = 10.0
    scripts(monkeypatch, one=[End(False)])
    end = run((Share("one"),), limits=Limits(time=5))[-1]
    assert isinstance(end, End)
    assert end.stop_reason == "time"


def test_provers_that_do_not_speak_of_the_model_say_so() -> None:
    """A prover of tilings leaves a cover alone."""
    (end,) = run((Share("frontier"),))
    assert isinstance(end, End)
    assert end.remark == "frontier: it applies to a tiling, this is a cover"


def test_arguments_go_from_short_to_long() -> None:
    """For a tiling every prover has its turn, the two general ones side by side at the end; for a linear model clauses alone."""
    tiling = puzzle("soma").encode().model
    stages, why = portfolio.arguments("", tiling)
    assert [[share.prover for share in stage] for stage in stages] == [
        ["arithmetic"], ["colouring", "dead"], ["farkas"], ["frontier"], ["tree", "clausal"],
    ]  # fmt: skip
    assert "then tree alongside clausal" in why
    assert portfolio.arguments("", Linear(("a",), (), ()))[0] == ((Share("clausal"),),)


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [("colourings", "did you mean 'colouring'"), ("frontier", "applies to a tiling; the puzzle is a cover")],
)
def test_arguments_out_of_place_are_refused(argument: str, sentence: str) -> None:
    """An argument that is unknown, or that does not speak of the puzzle, is one sentence."""
    with pytest.raises(InvalidInput, match=sentence):
        portfolio.arguments(argument, MODEL)
