"""What tests of processes share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from exactcover.process.process_pool import ProcessPool


@pytest.fixture
def pool(request: pytest.FixtureRequest) -> Iterator[ProcessPool]:
    """A separate pool, whose processes run the `ready` of the test's module; its children are killed after the test."""
    pool = ProcessPool("process of a test", request.module.ready)
    yield pool
    pool.end()
