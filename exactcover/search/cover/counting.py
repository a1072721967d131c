"""All solutions of a cover counted: layer by layer where states merge, else by search modulo symmetry, on several threads.

Layers get the time that a part of the probed search would take: enough to finish narrow boards, and no loss where they do
not; where search is hopeless they go on until the memory is used up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from exactcover.answer import Checkpoint
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.layers import layers
from exactcover.model.cover import Cover
from exactcover.search.cover import thread_pool
from exactcover.search.cover.growth_forecast import GrowthForecast
from exactcover.search.cover.orbits import Orbits
from exactcover.search.cover.strategy import Chooser, Plan, bare
from exactcover.search.memory import memory_allowed

FIRST_STATES, STATES_A_SLICE = 20_000, 500_000
LAYERS_PART, SECONDS_A_WAY, WORTH_SECONDS = 0.03, 6e-8, 0.1
CAUTION = 1 / 3  # of the growth foretold, which is believed of the first layers
LONG_SECONDS, HOPELESS_SECONDS, MEMORY_OF_A_TRY = 100.0, 1e5, 1 << 30
NO_LIMIT = 1 << 62
SHORT_NODES = 2_000_000
MANY_ROOTS, MOST_ROOTS = 64, 2_048
NODES_A_ROOT = 1_000_000  # so few that the part of the roots that is done, in a random order, foretells the rest


class Settings(NamedTuple):
    """How to count: threads, the seed of the probes, a kernel by name (or auto), nodes, solutions and megabytes allowed."""

    workers: int
    seed: int
    kernel: str
    nodes: int | None
    most: int | None
    memory: float | None = None


class CountProgress(NamedTuple):
    """How far a count is: solutions, nodes or states so far, the part of what was left that is done, and how it is done.

    root: the number of the root just finished, and its own solutions and nodes; None elsewhere; plan: the digest of the roots.
    """

    solutions: int
    nodes: int
    fraction: float | None
    finished: bool
    how: str
    root: tuple[int, int, int] | None = None
    plan: str = ""


class OtherSearch(ValueError):
    """A checkpoint is of a search with other roots."""


class Task(NamedTuple):
    """A part of the search: a root, and the weight of its solutions."""

    root: tuple[int, ...]
    weight: int


def total(
    cover: Cover, orbits: Orbits | None, settings: Settings, checkpoint: Checkpoint | None = None
) -> Iterator[CountProgress]:
    """Count the solutions of a cover; the last tally is the count.

    orbits: of the cover, where symmetry may be used; checkpoint: roots that need not be searched again. Raises OtherSearch.
    """
    given = bare(cover)
    orbits = orbits or Orbits(replace(cover, symmetries=None))
    layered = settings.kernel in ("auto", "D") and settings.most is None and not (checkpoint and checkpoint.done)
    chooser = None
    if settings.kernel != "D" or not layered:  # layers know no solution before the last: they can stop at none
        kernel = "auto" if settings.kernel == "D" else settings.kernel
        chooser = Chooser(
            cover, orbits, whole_group=False, seed=settings.seed, chain=settings.most is None, kernel=kernel
        )
    if settings.kernel == "auto" and chooser is not None:
        # Layers can neither be stopped at a node nor taken up again from a checkpoint.
        layered &= settings.nodes is None and (checkpoint is None or not chooser.promises(HOPELESS_SECONDS))
    spent = 0
    if layered:
        for tally in by_layers(given, settings, chooser):
            yield tally
            spent = tally.nodes
            if tally.finished or (settings.nodes is not None and spent >= settings.nodes):
                return
    if chooser is not None:
        plan = chooser.best()
        yield from _by_search(plan, tasks_of(plan), settings, checkpoint or Checkpoint(), spent)


def tasks_of(plan: Plan) -> list[Task]:
    """Return the roots of a plan, cut where the search is long: the same ones whatever the number of threads."""
    if plan.nodes is not None and plan.nodes < SHORT_NODES:
        return [Task(root.chosen, root.weight) for root in plan.roots]
    wanted = MANY_ROOTS if plan.nodes is None else min(max(MANY_ROOTS, int(plan.nodes / NODES_A_ROOT)), MOST_ROOTS)
    each = -(-wanted // len(plan.roots)) if plan.roots else 1
    return [Task(root, weighted.weight) for weighted in plan.roots for root in plan.split(weighted.chosen, each)]


def named(plan: Plan, tasks: Sequence[Task], checkpoint: Checkpoint) -> str:
    """Return the digest of a plan's roots; raises OtherSearch where a checkpoint has another."""
    name = hashlib.sha256(repr((plan.kernel, [tuple(map(int, task.root)) for task in tasks])).encode()).hexdigest()
    if checkpoint.plan not in ("", name):
        raise OtherSearch("its roots are not those of this search")
    return name


def by_layers(given: Instance, settings: Settings, chooser: Chooser | None) -> Iterator[CountProgress]:
    """Count layer by layer for the time that search is worth; the last tally is unfinished where that was not enough."""
    if chooser is not None and chooser.promises(WORTH_SECONDS):
        return
    forecast, worth = GrowthForecast(), float("inf")  # worth: the ways that take as long as the search
    if chooser is not None and chooser.plan is not None and chooser.plan.seconds is not None:
        worth = chooser.plan.seconds / SECONDS_A_WAY
    memory = memory_allowed(settings.memory)
    if chooser is not None and chooser.promises(LONG_SECONDS):
        memory = min(memory, MEMORY_OF_A_TRY)
    order, tail = orders.layer_order(given)
    try:
        counting = layers.Counting(layers.prepare(given, order, tail), memory)
        slice_ = FIRST_STATES
        while True:
            if settings.nodes is not None:
                slice_ = min(slice_, settings.nodes - counting.progress.states)
            progress = counting.run(slice_)
            if progress.finished:
                yield CountProgress(counting.count, progress.states, 1.0, True, "layer by layer")
                return
            yield CountProgress(
                0, progress.states, None, False, f"layer by layer, step {progress.steps} of {progress.of}"
            )
            forecast.see(progress)
            if _hopeless(forecast, progress, worth, memory / counting.bytes_a_state) or (
                settings.nodes is not None and progress.states >= settings.nodes
            ):
                return
            slice_ = min(2 * slice_, STATES_A_SLICE)
    except (OutOfReach, ValueError) as fault:
        if chooser is None:
            raise OutOfReach(f"layers cannot count this cover: {fault}") from fault


def _hopeless(forecast: GrowthForecast, progress: layers.Progress, worth: float, room: float) -> bool:
    """Return whether layers will take more ways than the search is worth, or more states at once than there is room for."""
    if forecast.paths(progress, CAUTION) > worth < float("inf"):
        return True
    too_much = forecast.paths(progress) > worth or forecast.widest(progress) > room
    return too_much and progress.paths > LAYERS_PART * worth


def _by_search(
    plan: Plan, tasks: list[Task], settings: Settings, checkpoint: Checkpoint, spent: int
) -> Iterator[CountProgress]:
    name, done = named(plan, tasks, checkpoint), checkpoint.done
    solutions = sum(count * tasks[number].weight for number, (count, _) in done.items())
    nodes = spent + sum(nodes for _, nodes in done.values())
    # A random order of the roots makes the part of them that is done an honest estimate of the part of the work.
    left = [n for n in np.random.default_rng(settings.seed).permutation(len(tasks)).tolist() if n not in done]
    finished, begun = len(done), len(done)
    estimated = "" if plan.nodes is None else f", about {plan.nodes:,.0f} nodes estimated"
    how = f"kernel {plan.kernel}, {plan.why}{estimated}"
    partial: dict[int, tuple[int, int]] = {}
    allowed = None if settings.nodes is None else settings.nodes - spent
    slices = thread_pool.run(
        lambda number: plan.begin(tasks[number].root),
        left,
        keep=False,
        workers=settings.workers,
        nodes=allowed,
        most=settings.most,
    )
    for slice_ in slices:
        root = None
        if slice_ is not None:
            number, step = slice_
            before = partial.get(number, (0, 0))
            partial[number] = before[0] + step.solutions, before[1] + step.nodes
            solutions += step.solutions * tasks[number].weight
            nodes += step.nodes
            if step.finished:
                finished += 1
                root = number, partial[number][0], partial[number][1]
        yield CountProgress(solutions, nodes, (finished - begun) / max(len(tasks) - begun, 1), False, how, root, name)
    yield CountProgress(solutions, nodes, finished / max(len(tasks), 1), finished == len(tasks), how)
