"""An engine's search of a puzzle's own model: its events, with selections of the reduced model lifted to the puzzle's.

Not here: plans of several engines and provers, one after the other or side by side (execute.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactcover import backends
from exactcover.judges import placements
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.events import Attempt, Bound, End, Event, Found, FoundMany, Progress, Standing
from exactcover.model.many import SelectionTable
from exactcover.model.tiling import Tiling
from exactcover.process import child
from exactcover.process.deadline import Deadline
from exactcover.solving import caches
from exactcover.transform.reductions import chain

LOOK_NODES, LOOK_OPTIONS = {"exact": 1_000}, 20_000
"""Nodes of a first look for one solution, by engine, if the placements are at most about so many: writing those out is quick."""

WRITTEN_SECONDS = 2e-7
"""CPU seconds to write out a placement as an option and to prepare its search, for each of its items."""

TIGHTENED = ("exact",)
"""Engines whose covers get the multiplicities that follow from the area; the others get the puzzle's own."""


def searched(
    engine: str,
    task: Task,
    model: Model,
    options: EngineOptions,
    limits: Limits,
    deadline: Deadline,
    break_symmetry: bool,
) -> Iterator[Event]:
    """Yield the engine's events, with selections lifted to the puzzle's own model.

    One solution of a tiling is first looked for without its symmetries, because finding them takes longer than an easy search.
    Placements are not written out at all if that takes more than the available time.
    """
    accepts, spent, tighten = backends.engine(engine).accepts, 0, engine in TIGHTENED
    if isinstance(model, Tiling) and "tiling" not in accepts and _is_late(model, deadline):
        yield End(
            False, "time", 0 if task == "count" else None, remark="the time is too short to write out the placements"
        )
        return
    look = LOOK_NODES.get(engine, 0) if task == "solve" and isinstance(model, Tiling) and _is_small(model) else 0
    if look and (limits.nodes is None or limits.nodes > look):
        plain = caches.reduced(model, accepts, with_symmetries=False, tighten=tighten)
        for event in _lifted(engine, task, plain, options, replace(limits, nodes=look), deadline):
            if isinstance(event, End) and event.stop_reason == "nodes":
                spent = event.statistics.nodes
                break
            yield event
        else:
            return
    breaking = break_symmetry and task == "solve"
    # Checkpoints and cubes name the options of the puzzle's own cover.
    to_count = tighten and task == "count" and options.checkpoint is None and not options.executor
    reduced = caches.reduced(model, accepts, break_symmetry=breaking, tighten=tighten, to_count=to_count)
    left = limits if limits.nodes is None else replace(limits, nodes=limits.nodes - spent)
    for event in _lifted(engine, task, reduced, options, left, deadline):
        yield _with_nodes(event, spent)


def _is_late(tiling: Tiling, deadline: Deadline) -> bool:
    """Return whether the time is over before the placements are written out."""
    items = sum(len(piece.orientations) * (piece.size + 1) for piece in tiling.pieces if piece.most)
    return deadline.left is not None and WRITTEN_SECONDS * items * int(tiling.region.sum()) > deadline.left


def _is_small(tiling: Tiling) -> bool:
    ways = sum(len(piece.orientations) for piece in tiling.pieces if piece.most)
    return ways * int(tiling.region.sum()) <= LOOK_OPTIONS


def _with_nodes(event: Event, spent: int) -> Event:
    """Return the event with the nodes used before its run added."""
    if isinstance(event, Progress):
        return replace(event, nodes=event.nodes + spent)
    if isinstance(event, End):
        return replace(event, statistics=replace(event.statistics, nodes=event.statistics.nodes + spent))
    return event


def _lifted(
    engine: str, task: Task, reduced: chain.Chain, options: EngineOptions, limits: Limits, deadline: Deadline
) -> Iterator[Event]:
    """Yield an engine's events on a reduced model, with selections lifted."""
    digest: str | None = None

    def space() -> str | None:
        nonlocal digest
        if reduced.written is not None:
            digest = digest or placements.digest(reduced.written)
        return digest

    def with_digest(end: End) -> End:
        if reduced.written is None:  # the engine has set the digest itself, if there is one
            return end
        return replace(end, placements_digest=space() if end.exhausted or end.bound is not None else None)

    left = replace(limits, time=deadline.left)
    for event in _by_cubes_or_by_itself(engine, task, reduced.model, options, left):
        if isinstance(event, Found):
            yield Found(reduced.lift(event.selection), event.more)
        elif isinstance(event, FoundMany) and reduced.by_parts:
            yield FoundMany(SelectionTable(reduced.lift(event.selections.parts), event.selections.lines))
        elif isinstance(event, FoundMany):
            yield from (Found(reduced.lift(each.selection), each.more) for each in event.each())
        elif isinstance(event, Attempt):
            yield Attempt(reduced.lift(event.selection))
        elif isinstance(event, End):
            yield with_digest(event)
        elif isinstance(event, Bound) and reduced.written is not None:
            yield replace(event, placements_digest=space())
        elif isinstance(event, Standing):
            yield Standing(with_digest(event.end))
        else:
            yield event


def _by_cubes_or_by_itself(
    engine: str, task: Task, model: Model, options: EngineOptions, limits: Limits
) -> Iterator[Event]:
    """Yield the events of an engine, or of the driver that runs its search by cubes."""
    if not options.executor:
        return backends.engine(engine).run(task, model, options, limits)
    from exactcover.cluster import driver  # imports database clients, which no engine needs

    return driver.run(task, model, options, limits, child.interrupted)
