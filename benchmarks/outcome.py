"""What one run of an engine or a peer came to, and the form in which all of them are started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Outcome:
    """answer: a count, `found`, `none` or `reached`, or None where the run was stopped.

    classes: the count up to symmetry, where it was told; selection: the first solution found (a peer's option numbers, the
    placements or option numbers of an engine of ours); stop: `time` or `memory`; nodes: None where they are not told.
    """

    answer: str | None
    nodes: int | None = None
    classes: int | None = None
    selection: Any = None
    stop: str | None = None


Action: TypeAlias = Callable[[], Outcome]
"""What is measured: everything before it (imports, models, warm-up) is outside the clock."""


def first(selection: list[int] | None, nodes: int | None = None) -> Outcome:
    """Return the outcome of `is there a solution`: the selection found, or None where there is none."""
    return Outcome("none" if selection is None else "found", nodes, selection=selection)


class NotAble(Exception):
    """The engine or peer cannot take this case; says why."""


class NotInstalled(Exception):
    """The peer is not here; says how to install it."""
