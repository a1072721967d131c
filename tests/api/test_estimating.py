"""What `info` says that `solve` and `count` run and take is what they run and take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from exactcover import api
from exactcover.api import estimating
from exactcover.model.answer import Answer
from exactcover.model.events import End, Event, Progress
from exactcover.process.messages import Clock
from exactcover.solving.job_runner import run_job
from exactcover.solving.plan import Job
from tests.schemas import validate

SHORT = (
    "pentominoes-3x20",
    "soma",
    "dominoes-8x8",
    "packing board=6x7 optional=all pieces=F5,L5,N5,P5,U5,V5,Y5,W5",
    "packing board=28x70 pieces=tetrominoes copies=98",
    "queens n=8",
    "8-puzzle",
    "blokus-corners-5x5",
    "packing board=3x3 pieces=I2 copies=4",
)


def estimates(words: str) -> dict[str, Any]:
    """The estimates of a puzzle, whose info is as the schema has it."""
    told = api.info(words)
    validate("info", told)
    validated: dict[str, Any] = told["estimates"]
    return validated


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a moment is longer."""
    monkeypatch.setattr(estimating, "LOOK_SECONDS", 60.0)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("words", SHORT)
def test_a_short_solve_is_what_is_foretold(words: str) -> None:
    """The engine and the nodes of a search that is over in a moment are those of the answer, with no error."""
    estimate, answer = estimates(words)["solve"], api.solve(words)
    assert (estimate["engine"], estimate["nodes"]) == (answer.engine.name, answer.statistics.nodes)
    assert (estimate["error"], estimate["longer_than"]) == (0, None)
    assert estimate["seconds"] >= 0


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("words", ["pentominoes-3x20", "dominoes-8x8", "queens n=8", "langford n=8"])
def test_a_short_count_is_what_is_foretold(words: str) -> None:
    """By search or by layers, the nodes of a count that is over in a moment are those of the answer."""
    estimate, answer = estimates(words)["count"], api.count(words)
    assert (estimate["engine"], estimate["nodes"], estimate["error"]) == ("exact", answer.statistics.nodes, 0)


@pytest.mark.usefixtures("unhurried")
def test_a_refuted_board_has_its_prover() -> None:
    """Where an argument ends the run it is named, not the engine beside it."""
    settled: Answer = api.count("mutilated-chessboard")
    estimate = estimates("mutilated-chessboard")["count"]
    assert estimate["engine"] == settled.engine.name == "colouring"


def until(begun: Callable[[Progress], bool]) -> Callable[[Job], Iterator[Event | Clock]]:
    """Return what runs a job until some progress, however busy the machine is."""

    def run(job: Job) -> Iterator[Event | Clock]:
        for event in run_job(job):
            yield event
            if isinstance(event, Progress) and begun(event):
                yield End(False, stop_reason="time")
                return

    return run


def test_a_long_count_is_foretold_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """By descents the nodes are told with their error; a count by layers that has just begun is told as longer than the look."""
    monkeypatch.setattr(estimating, "LOOK_SECONDS", 4.0)
    monkeypatch.setattr(estimating, "run_job", until(lambda progress: "static-order" in progress.plan))
    bedlam = estimates("bedlam")["count"]
    assert bedlam["longer_than"] > 0
    assert bedlam["kernel"] == "static-order"
    assert abs(bedlam["nodes"] - 413_260_629) < 3 * bedlam["error"]
    monkeypatch.setattr(estimating, "LOOK_SECONDS", 600.0)
    monkeypatch.setattr(estimating, "run_job", until(lambda progress: progress.unit == "states"))
    layered = estimates("packing board=28x70 pieces=tetrominoes copies=98")["count"]
    assert (layered["kernel"], layered["nodes"], layered["seconds"]) == ("layers", None, None)
    assert layered["longer_than"] > 0


def test_what_is_not_asked_of_a_puzzle_has_no_estimate() -> None:
    """Plans are not counted, and very large boards are not run at all."""
    assert estimates("8-puzzle")["count"] is None
    assert estimates("packing board=400x400 pieces=tetrominoes copies=any") == {"solve": None, "count": None}


def test_the_plan_is_told_in_lines() -> None:
    """Engines and provers are named in the lines of the plan."""
    plan = "\n".join(estimates("packing board=28x70 pieces=tetrominoes copies=98")["solve"]["plan"])
    for name in ("fill", "compose", "exact", "colouring"):
        assert name in plan
