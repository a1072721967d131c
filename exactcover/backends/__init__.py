"""Engines, one per file; an engine's name is its file's name, with `-` for `_`.

An engine module has `accepts` (kinds of model), `can` (tasks), `options` (names of its own options, the first is its main
one), `node` (what its node limit counts), `parallel` (tasks that may use several workers), `up_to_symmetry` (tasks it can do
up to symmetry) and `run(task, model, options, limits)`, a generator of events closed by one End. It may have `check(model,
options)`, which refuses options before anything runs; model: the puzzle's own. Engines of other packages
are found by their entry points (exactcover/plugins.py); `auto` never chooses them.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol, cast

from exactcover import plugins
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import MODELS, Model
from exactcover.model.errors import InvalidInput, PluginBroke, nearest
from exactcover.model.events import Event

NAMES = (
    "exact", "cpsat", "sat", "brute", "bfs", "dfs", "ucs", "greedy", "astar", "wastar", "idastar", "beam", "batch",
    "compose", "fill", "local-beam", "anneal", "prices", "highs",
)  # fmt: skip


class Engine(Protocol):
    """The interface of an engine module."""

    accepts: tuple[str, ...]
    can: tuple[str, ...]
    options: tuple[str, ...]
    node: str
    parallel: tuple[str, ...]
    up_to_symmetry: tuple[str, ...]

    def run(self, task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
        """Yield events, the last one an End."""


def _built_in(name: str) -> Engine:
    return cast(Engine, importlib.import_module(f"exactcover.backends.{name.replace('-', '_')}"))


def _checked(name: str, value: Any) -> Engine:
    """Return the engine that a plugin provides under a name; raises PluginBroke if it is not a complete engine."""
    missing = [each for each in Engine.__annotations__ if not hasattr(value, each)]
    if missing or not callable(getattr(value, "run", None)):
        raise PluginBroke(
            f"the plugin {name!r} of {plugins.ENGINES} has no {', '.join(missing or ['run'])}; expected an engine's module"
        )
    unknown = [each for each in value.accepts if each not in MODELS]
    if unknown:
        raise PluginBroke(f"the engine {name!r} accepts {unknown[0]!r:.60}; expected models: {', '.join(MODELS)}")
    return cast(Engine, value)


ENGINES: plugins.Registry[Engine] = plugins.Registry(
    plugins.ENGINES, {name: partial(_built_in, name) for name in NAMES}, _checked
)
"""All engines by name, built-in ones first; `NAMES` are those."""


def check(name: str, model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput if an engine refuses its own options for a puzzle's own model, as far as it knows before it runs."""
    refuse = getattr(engine(name), "check", None)
    if options.own and refuse is not None:
        refuse(model, options)


def engine(name: str) -> Engine:
    """Return the engine of that name; raises InvalidInput with the nearest known name, PluginBroke if a plugin is faulty."""
    if name not in ENGINES:
        raise InvalidInput(
            f"unknown engine {name!r}; expected auto, {', '.join(ENGINES)}{nearest(name, ('auto', *ENGINES))}"
        )
    return ENGINES[name]
