"""The outcome of one run of an engine or a peer, and the interface by which all of them are started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Outcome:
    """answer: a count, `found`, `none` or `reached`, or None if the run was stopped.

    classes: the count up to symmetry, if it was reported; selection: the first solution found (a peer's option numbers,
    the placements or option numbers of our engines); stop: `time` or `memory`; nodes: None if they are not reported.
    """

    answer: str | None
    nodes: int | None = None
    classes: int | None = None
    selection: Any = None
    stop: str | None = None


Action: TypeAlias = Callable[[], Outcome]
"""The measured action: everything before it (imports, models, warm-up) is not timed."""


def first(selection: list[int] | None, nodes: int | None = None) -> Outcome:
    """Return the outcome of `solve`: the selection found, or None if there is none."""
    return Outcome("none" if selection is None else "found", nodes, selection=selection)


class NotAble(Exception):
    """The engine or peer does not support this case; the message says why."""


class NotInstalled(Exception):
    """The peer is not installed; the message says how to install it."""
