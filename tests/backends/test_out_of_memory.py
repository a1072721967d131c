"""Counts by layers and samples that may take no memory: an end like any other, which says so."""

from __future__ import annotations

import pytest

from exactcover import api
from exactcover.backends import exact
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.events import End
from exactcover.transform.reductions import chain


@pytest.mark.parametrize(("task", "own"), [("count", {"kernel": "layers"}), ("sample", {})])
def test_what_needs_more_memory_ends_by_its_memory_limit(task: Task, own: dict[str, str]) -> None:
    """A count by layers and a sample end with stop_reason memory, nothing exhausted; a count says that it has counted none."""
    model = api.puzzle("packing", board="8x8", pieces="I2", copies="any").encode().model
    cover = chain.reduce(model, exact.accepts).model
    *_, end = exact.run(task, cover, EngineOptions(own=own), Limits(memory=1))
    assert isinstance(end, End)
    assert (end.exhausted, end.stop_reason, end.count) == (False, "memory", 0 if task == "count" else None)
    assert "and the limit is 0 MB" in end.remark
