"""Jobs as JSON: written, read back, run; what `to_json` did not write is refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from exactcover import api, dispatch, portfolio
from exactcover.answer import Checkpoint, End, EngineOptions, Found, Limits, Request
from exactcover.errors import InvalidInput
from exactcover.model.cover import cover
from exactcover.running import performing
from exactcover.running.job import Job, Search, from_json, to_json
from tests import random_models

PUZZLES = ("pentominoes-5x5-lnuwy", "soma", "mutilated-chessboard", "two-ls", "8-puzzle")


def again(job: Job) -> Job:
    """The job after a journey as JSON text."""
    return from_json(json.loads(json.dumps(to_json(job))))


def same(one: Any, other: Any) -> bool:
    """Whether two values are made of the same fields, arrays compared by their entries and types."""
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if hasattr(one, "__dataclass_fields__"):
        return type(one) is type(other) and all(
            same(getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__
        )
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return isinstance(other, tuple) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("name", [name for name in PUZZLES if name in api.puzzles()])
@pytest.mark.parametrize("task", ["solve", "prove"])
def test_jobs_survive_json(name: str, task: str) -> None:
    """A search, a proof and a search with a bound of catalogue puzzles are the same after JSON, models and all."""
    model = api.puzzle(name).encode().model
    job, _ = dispatch.job_of(Request(task, limits=Limits(time=5, nodes=7)), model)  # type: ignore[arg-type]
    assert same(job, again(job))


def test_jobs_of_random_covers_survive_json() -> None:
    """Covers with ranges, costs, connectivity and symmetries come back whole, as do checkpoints and options."""
    options = EngineOptions(3, 2, True, Checkpoint("digest", {4: (1, 2)}), {"kernel": "layers"})
    for seed in range(30):
        model = random_models.random_cover(seed, connected=bool(seed % 2))
        job = Search("exact", "list", model, options, Limits(), beside=portfolio.QUICK)
        assert same(job, again(job))


def test_a_job_runs_where_it_was_read() -> None:
    """What a job comes to is the same before and after JSON."""
    model = cover(["a", "b", "c"], [["a"], ["b", "c"], ["a", "b"], ["c"]])
    job = Search("exact", "list", model, EngineOptions(), Limits())
    outcomes = []
    for each in (job, again(job)):
        *events, end = performing.events(each)
        assert isinstance(end, End)
        outcomes.append([event.selection.tolist() for event in events if isinstance(event, Found)])
    assert outcomes[0] == outcomes[1] == [[0, 1], [2, 3]]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda told: told.update(schema=2),
        lambda told: told.update(job=None),
        lambda told: told["job"].update(type="Popen"),
        lambda told: told["job"].update(colour="red"),
        lambda told: told["job"]["model"].pop("least"),
        lambda told: told["job"]["model"]["least"].update(shape=[10**12]),
        lambda told: told["job"]["model"]["least"].update(zlib="eJwDAAAAAAE="),
        lambda told: told["job"]["model"]["least"].update(array="|O"),
        lambda told: told["job"]["model"].update(items=["a", "a"]),
    ],
)
def test_spoiled_jobs_are_refused(spoil: Any) -> None:
    """A job of another schema, of unknown types, with arrays of other sizes or with a model that is none is refused."""
    model = cover(["a", "b"], [["a"], ["b"]])
    told = json.loads(json.dumps(to_json(Search("exact", "solve", model, EngineOptions(), Limits()))))
    spoil(told)
    with pytest.raises(InvalidInput, match="expected"):
        from_json(told)
