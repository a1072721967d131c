"""What tests of processes share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from exactcover.process.process_pool import ProcessPool


@pytest.fixture
def pool(request: pytest.FixtureRequest) -> Iterator[ProcessPool]:
    """A pool of its own, whose processes get ready as the test's module says; its children ended with the test."""
    pool = ProcessPool("process of a test", request.module.ready)
    yield pool
    pool.end()
