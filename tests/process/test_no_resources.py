"""A system that refuses processes: the error reaches the caller through all processes, and a later call succeeds."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import Any

import pytest

import exactcover
from exactcover.model.answer import Limits
from exactcover.model.errors import NoResources
from exactcover.process import parent
from exactcover.process.child_process import ChildProcess
from exactcover.process.messages import Call, Clock
from exactcover.process.process_pool import ProcessPool
from exactcover.solving import supervisor

pytestmark = pytest.mark.process


def ready() -> None:
    """Nothing is needed."""


def refused() -> Iterator[Clock]:
    """A run whose own process is refused."""
    yield Clock(running=True)
    raise NoResources("the engine's process cannot be started (too many open files)")


def refusing(number: int) -> Any:
    """Return what the system answers to whoever starts a process."""

    def start(*_: Any) -> None:
        raise OSError(number, "injected")

    return start


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM])
def test_a_search_that_cannot_be_started_is_no_defect(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search whose process is refused ends with an error of that sort, and the next one runs."""
    supervisor.pool.end()
    with monkeypatch.context() as patch:
        patch.setattr(ChildProcess, "_started", refusing(number))
        with pytest.raises(NoResources, match="process cannot be started"):
            exactcover.solve("queens n=4")
    assert exactcover.solve("queens n=4").status == "FEASIBLE"


def test_other_errors_of_a_start_are_defects(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interpreter that is not there is not waited for."""
    supervisor.pool.end()
    monkeypatch.setattr(ChildProcess, "_started", refusing(errno.ENOENT))
    with pytest.raises(FileNotFoundError):
        exactcover.solve("queens n=4")


def test_a_refusal_in_a_child_reaches_its_parent() -> None:
    """The error of a process below a child is raised in the parent as what it is."""
    pool = ProcessPool("test's process", ready)
    with pytest.raises(NoResources, match="too many open files"):
        list(parent.run(pool, Call(refused, ()), Limits(), grace=0.1))
    pool.end()
