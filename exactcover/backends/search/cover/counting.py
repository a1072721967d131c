"""Counts all solutions of a cover: layer by layer if states merge, otherwise by search modulo symmetry, on several threads.

Boards of queens are counted by words of bits (diagonals.py), wide boards of dominoes or lozenges by a determinant (matchings.py).

A cover whose options meet few others gets a short trial search before anything is planned, which suffices for hard sudokus.
Layers get a fraction of the estimated time of the search: enough to finish narrow boards, and little loss otherwise; if search
is hopeless they continue until the memory is used up.

Historical note. The growth of the first layers predicts too much if cells may stay empty: for 46 S tetrominoes on 14x14 the
forecast was 2.6e12 transitions after 8 layers of 198, 3.6e9 after 18; it took 4.3e8, 12 seconds, where search would take
hours.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Semaphore
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.cover import briefly, diagonals, matchings, roots
from exactcover.backends.search.cover.growth_forecast import GrowthForecast
from exactcover.backends.search.cover.kernel_names import AUTO, LAYERS, Kernel
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.plans import RootResult
from exactcover.backends.search.cover.strategy import Chooser, bare, bare_symmetries
from exactcover.backends.search.memory import memory_allowed
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.layers import layers
from exactcover.kernel.layers.folds import Folds
from exactcover.kernel.layers.shares import SharedCounting
from exactcover.model.answer import Checkpoint
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover

FIRST_STATES = 20_000
BYTES_PER_SLICE = 256 << 20  # of states per thread, 0.1 to 0.3 seconds: threads wait for each other when a slice ends
PATHS_PER_SLICE = 4_000_000  # transitions per thread, about as long: some states have hundreds
LAYERS_PART, SECONDS_PER_WAY, WORTH_SECONDS = 0.03, 6e-8, 0.1
FORECAST_PART = 0.2  # fraction of the layers before the forecast is useful
CAUTION = 1 / 3  # fraction of the predicted growth that is believed in the first layers
TRY_PART = 1e-4  # fraction of the search's worth in transitions, before growth alone ends a count by layers
LONG_SECONDS, HOPELESS_SECONDS, MEMORY_OF_A_TRY = 100.0, 1e5, 1 << 30
BYTES_PER_SECOND = 256 << 20  # of layers: those that need more memory than the time is enough to fill are hopeless
ORDER_SECONDS = 5e-8  # of finding the order of a layered count, per pair of entries of an option
NO_LIMIT = 1 << 62
NO_SYMMETRIES = np.empty((0, 0), dtype=np.int64)
CUT_SECONDS = 10.0  # a search by one thread that may take less is not cut: cutting large covers takes seconds
COLUMNS = "columns"  # of a determinant, the unit of its progress
PROGRESS_SECONDS = 0.02  # between two progress events of a search


class Settings(NamedTuple):
    """How to count: threads, the seed of the probes, a kernel (or AUTO), nodes, solutions, megabytes and seconds allowed.

    turns: each thread but the caller's holds one while it works, if two counts share the workers; begin: starts the other of
    the two, called once this one is known to be long.
    """

    workers: int
    seed: int
    kernel: Kernel
    nodes: int | None
    most: int | None
    memory: float | None = None
    seconds: float | None = None
    turns: Semaphore | None = None
    begin: Callable[[], None] | None = None


class CountProgress(NamedTuple):
    """The progress of a count: solutions, nodes or states so far, the fraction of the remaining work that is done, and the
    method.

    root: the result of the root just finished, otherwise None. unit: `states` during a count by layers, COLUMNS during one by
    a determinant; neither knows any solutions before its end.
    """

    solutions: int
    nodes: int
    fraction: float | None
    finished: bool
    how: str
    root: RootResult | None = None
    unit: str = "nodes"


def total(
    cover: Cover, orbits: Orbits | None, settings: Settings, checkpoint: Checkpoint | None = None
) -> Iterator[CountProgress]:
    """Count the solutions of a cover; the last progress is the count.

    orbits: of the cover, if symmetry may be used; checkpoint: roots that need not be searched again. Raises InvalidInput if
    that is of a search with other roots.
    """
    if settings.kernel == AUTO and settings.nodes is None and settings.most is None and checkpoint is None:
        for method in (by_diagonals(cover, settings), by_determinant(cover)):
            for progress in method:
                yield progress
                if progress.finished:
                    return
    yield from _by_layers_or_search(cover, orbits, settings, checkpoint)


def _by_layers_or_search(
    cover: Cover, orbits: Orbits | None, settings: Settings, checkpoint: Checkpoint | None
) -> Iterator[CountProgress]:
    if orbits is None:
        orbits = Orbits(cover if cover.symmetries is None else replace(cover, symmetries=None))
    kernel = settings.kernel
    layered = kernel in (AUTO, LAYERS) and settings.most is None and not (checkpoint and checkpoint.done)
    layered &= kernel == LAYERS or cover.colours is None
    instance = bare(cover)
    resumed = checkpoint is not None and bool(checkpoint.done)
    looked = kernel == AUTO and not resumed and settings.nodes is None and briefly.is_quick(instance)
    if looked:
        most = settings.most or NO_LIMIT
        step = briefly.look(instance, briefly.NODES, keep=0, most=most)
        if step.finished or step.solutions >= most:
            yield CountProgress(step.solutions, step.nodes, 1.0, True, "kernel sparse, item with the fewest options")
            return
    chooser = None
    if kernel != LAYERS or not layered:  # layers find all solutions in the last step: they cannot stop after some
        chain = settings.most is None
        chooser = Chooser(
            cover, orbits, whole_group=False, seed=settings.seed, chain=chain, kernel=kernel.searching, looked=looked
        )
    if chooser is not None and checkpoint is None and settings.nodes is None and settings.most is None:
        tried = chooser.chosen
        if tried is not None and tried.known:  # the trial has finished the search
            how = f"kernel {tried.kernel.name}, {tried.why}, about {tried.nodes:,.0f} nodes estimated"
            yield CountProgress(tried.solutions, tried.spent, 1.0, True, how)
            return
    if settings.begin is not None and not (chooser is not None and chooser.promises(WORTH_SECONDS)):
        settings.begin()
    if kernel == AUTO and chooser is not None:
        # Layers can neither be stopped at a node nor resumed from a checkpoint.
        layered &= settings.nodes is None and (checkpoint is None or not chooser.promises(HOPELESS_SECONDS))
    spent = 0
    if layered:
        symmetries = bare_symmetries(cover, orbits.group[1:]) if cover.colours is None else NO_SYMMETRIES
        for progress in by_layers(instance, settings, chooser, symmetries):
            yield progress
            spent = progress.nodes
            if progress.finished or (settings.nodes is not None and spent >= settings.nodes):
                return
    if chooser is not None:
        choosing = CountProgress(0, spent, None, False, "choosing the search")  # the caller checks its deadline
        yield choosing
        strategy = chooser.best()
        yield choosing
        brief = settings.seconds is not None and settings.seconds <= CUT_SECONDS
        cut = checkpoint is not None or settings.workers > 1 or not brief
        runner = roots.runner_of_strategy(cover, "count", strategy, orbits=orbits, cut=cut)
        yield from by_roots(runner, settings, checkpoint, spent)


def by_diagonals(cover: Cover, settings: Settings) -> Iterator[CountProgress]:
    """Count a cover like n queens by words of bits; nothing is yielded for any other cover."""
    board = diagonals.board_of(cover)
    if board is None:
        return
    if settings.begin is not None and board.is_long:
        settings.begin()
    how = "the diagonals of a board as words of bits" + ", one of each two mirror images" * board.mirrored
    solutions = nodes = 0
    due = 0.0
    for slice_ in diagonals.count(board, settings.workers, settings.turns):
        solutions, nodes = solutions + slice_.solutions, nodes + slice_.nodes
        if time.perf_counter() > due:
            yield CountProgress(solutions, nodes, slice_.fraction, False, how)
            due = time.perf_counter() + PROGRESS_SECONDS
    yield CountProgress(solutions, nodes, 1.0, True, how)


def by_determinant(cover: Cover) -> Iterator[CountProgress]:
    """Count a wide cover by pairs that is a planar bipartite graph; the last progress is unfinished for any other cover."""
    pairs = matchings.pairs_of(cover)
    if pairs is None:
        return
    how, columns, counting = "the determinant of a Kasteleyn matrix", len(pairs.points) // 2, matchings.count(pairs)
    while True:
        try:
            fraction = next(counting)
        except StopIteration as end:
            if end.value is not None:
                yield CountProgress(end.value, columns, 1.0, True, how, unit=COLUMNS)
            return
        yield CountProgress(0, round(fraction * columns), fraction, False, how, unit=COLUMNS)


def by_layers(
    instance: Instance, settings: Settings, chooser: Chooser | None, symmetries: Integers = NO_SYMMETRIES
) -> Iterator[CountProgress]:
    """Count layer by layer for the time that search is worth; the last progress is unfinished if that was not enough.

    symmetries: of the instance, by which layers may be folded.
    """
    if chooser is not None and (chooser.promises(WORTH_SECONDS) or _ordered_too_late(instance, settings, chooser)):
        return
    forecast, worth = GrowthForecast(), float("inf")  # worth: the transitions that take as long as the search
    if chooser is not None and chooser.strategy is not None and chooser.strategy.seconds is not None:
        worth = chooser.strategy.seconds / SECONDS_PER_WAY
    memory = memory_allowed(settings.memory)
    if chooser is not None and chooser.promises(LONG_SECONDS):
        memory = min(memory, MEMORY_OF_A_TRY)
    if chooser is not None and settings.seconds is not None:
        memory = min(memory, int(BYTES_PER_SECOND * settings.seconds))
    try:
        order, tail = orders.layer_order(Instance(*instance.plain))
        tables = layers.prepare(instance, order, tail)
        counting: SharedCounting | layers.Counting
        if settings.nodes is None:
            folds = Folds(instance, order, tail, tables, symmetries)
            counting = SharedCounting(tables, memory, settings.workers, settings.turns, folds=folds)
        else:
            counting = layers.Counting(tables, memory)
        slice_, made = FIRST_STATES, 0
        while True:
            if settings.nodes is not None:
                slice_ = min(slice_, settings.nodes - made)
            progress = counting.run(slice_)
            made = progress.states
            if progress.finished:
                yield CountProgress(counting.count, progress.states, 1.0, True, counting.how)
                return
            forecast.see(progress)
            part = _part_done(progress, forecast)
            description = f"{counting.how}, layer {progress.steps} of {progress.of}"
            description += "" if part is None else f", about {part:.0%} of the work done"
            yield CountProgress(0, progress.states, part, False, description, unit="states")
            if _hopeless(forecast, progress, worth, memory / counting.bytes_per_state) or (
                settings.nodes is not None and progress.states >= settings.nodes
            ):
                return
            slice_ = min(2 * slice_, settings.workers * _states_per_slice(progress, counting.bytes_per_state))
    except OutOfReach as fault:
        if chooser is None:
            raise type(fault)(f"layers cannot count this cover: {fault}") from fault


def _states_per_slice(progress: layers.Progress, bytes_per_state: int) -> int:
    """Return how many states a thread may generate before limits are checked again."""
    by_paths = PATHS_PER_SLICE * progress.states // max(progress.paths, 1)
    return max(1, min(BYTES_PER_SLICE // bytes_per_state, by_paths))


def _ordered_too_late(instance: Instance, settings: Settings, chooser: Chooser) -> bool:
    """Return whether finding an order takes as long as the search, or a good part of the available time."""
    seconds = ORDER_SECONDS * orders.work(instance)
    return chooser.promises(seconds) or (settings.seconds is not None and 2 * seconds > settings.seconds)


def _part_done(progress: layers.Progress, forecast: GrowthForecast) -> float | None:
    """Return the fraction of the work of a count by layers that is done, once it can be predicted."""
    if progress.steps < FORECAST_PART * progress.of:
        return None
    return min(0.99, progress.paths / forecast.paths(progress))


def _hopeless(forecast: GrowthForecast, progress: layers.Progress, worth: float, room: float) -> bool:
    """Return whether layers will take more transitions than the search is worth, or more states at once than fit."""
    if forecast.paths(progress, CAUTION) > worth < float("inf") and progress.paths > TRY_PART * worth:
        return True
    too_much = forecast.paths(progress) > worth or forecast.widest(progress) > room
    return too_much and progress.paths > LAYERS_PART * worth


def by_roots(
    runner: roots.Runner, settings: Settings, checkpoint: Checkpoint | None = None, spent: int = 0
) -> Iterator[CountProgress]:
    """Count the solutions below the roots of a plan, except those in a checkpoint; the last progress is the count.

    checkpoint: if given, each finished root is reported, otherwise only the progress now and then; spent: the nodes spent
    before. Raises InvalidInput if the checkpoint is of a search with other roots.
    """
    each, checkpoint = checkpoint is not None, checkpoint or Checkpoint()
    plan, done = runner.plan, runner.plan.resumed(checkpoint)
    before = roots.merge(plan, done)
    solutions, nodes = before.count, spent + before.nodes
    # In random order, the finished fraction of the roots is an unbiased estimate of the finished fraction of the work.
    shuffled = np.random.default_rng(settings.seed).permutation(len(plan.roots)).tolist()
    left = [number for number in shuffled if number not in checkpoint.done]
    finished = 0
    estimate = plan.terms[0].nodes
    how = plan.how if estimate is None else f"{plan.how}, about {estimate:,.0f} nodes estimated"
    allowed = None if settings.nodes is None else settings.nodes - spent
    due = 0.0
    ran = runner.count(left, workers=settings.workers, nodes=allowed, most=settings.most, turns=settings.turns)
    for slice_ in ran:
        results: list[RootResult | None] = [None]
        if isinstance(slice_, roots.WholeRoots):
            solutions += sum(count * plan.roots[number].weight for number, count, _ in zip(*slice_, strict=True))
            nodes += sum(slice_.nodes)
            finished += len(slice_.roots)
            if each:
                results = [plan.result(*of_root) for of_root in zip(*slice_, strict=True)]
        elif slice_ is not None:
            solutions += slice_.solutions * plan.roots[slice_.number].weight
            nodes += slice_.nodes
            results = [slice_.result]
            finished += slice_.result is not None
        if each or slice_ is None or time.perf_counter() > due:
            for result in results:
                yield CountProgress(solutions, nodes, finished / max(len(left), 1), False, how, result)
            due = time.perf_counter() + PROGRESS_SECONDS
    part = (len(done) + finished) / max(len(plan.roots), 1)
    yield CountProgress(solutions, nodes, part, finished == len(left), how)
