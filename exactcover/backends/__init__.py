"""Engines, one per file; an engine's name is its file's name, with `-` for `_`.

An engine module has `accepts` (kinds of model), `can` (tasks), `options` (names of its own options, the first is its main
one), `node` (what its node limit counts), `parallel` (tasks that may use several workers), `up_to_symmetry` (tasks it can do
up to symmetry) and `run(task, model, options, limits)`, a generator of events closed by one End.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Protocol, cast

from exactcover.answer import EngineOptions, Event, Limits, Task
from exactcover.errors import InvalidInput, nearest
from exactcover.model.encoding import Model

NAMES = (
    "exact", "cpsat", "sat", "brute", "bfs", "dfs", "ucs", "greedy", "astar", "wastar", "idastar", "beam", "batch",
    "compose", "fill", "local-beam", "anneal", "prices", "highs",
)  # fmt: skip


class Engine(Protocol):
    """What every engine module has."""

    accepts: tuple[str, ...]
    can: tuple[str, ...]
    options: tuple[str, ...]
    node: str
    parallel: tuple[str, ...]
    up_to_symmetry: tuple[str, ...]

    def run(self, task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
        """Yield events, the last one an End."""


def engine(name: str) -> Engine:
    """Return the engine of that name; raises InvalidInput with the nearest known name."""
    if name not in NAMES:
        raise InvalidInput(
            f"unknown engine {name!r}; expected auto, {', '.join(NAMES)}{nearest(name, ('auto', *NAMES))}"
        )
    return cast(Engine, importlib.import_module(f"exactcover.backends.{name.replace('-', '_')}"))
