"""Exact cover by compiled search: solves, lists, counts and samples any cover without connectivity.

Which kernel and which order is chosen by probing (search/plan.py); counts go layer by layer where states merge, and use the
cover's symmetries (search/counting.py). Costs are minimised by branch and bound over sparse sets.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from exactcover.answer import (
    Checkpoint,
    End,
    EngineOptions,
    Event,
    Found,
    Limits,
    Progress,
    RootDone,
    Statistics,
    Task,
)
from exactcover.errors import InvalidInput, StopReason, Unsuitable, nearest
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model

if TYPE_CHECKING:
    from exactcover.kernel.instance import Instance
    from exactcover.search.cover.thread_pool import Searching

accepts = ("cover",)
can = ("solve", "list", "count", "sample")
options: tuple[str, ...] = ("kernel", "order")
parallel: tuple[str, ...] = ("list", "count")
up_to_symmetry: tuple[str, ...] = ("list", "count")
node = "an option taken"

KERNELS = ("auto", "S", "M", "D", "sparse")
ORDERS = ("frac", "front")
NODES_A_SLICE = 20_000
FIRST_NODES = {"S": 20_000, "M": 2_000, "sparse": 500}
NO_LIMIT = 2**62


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search a cover; no more nodes are spent than allowed (with one worker; kernel layers may pass that by a batch of states).

    The time is looked at between slices of the search.

    Raises InvalidInput for connectivity, an unknown kernel, and a kernel that cannot take the cover.
    """
    from exactcover.kernel.instance import OutOfReach
    from exactcover.search.cover.counting import OtherSearch

    assert isinstance(model, Cover)
    if model.connectivity is not None:
        raise Unsuitable("the engine exact does not know connectivity; expected cpsat, sat or brute for this cover")
    kernel = options.own.get("kernel", "auto")
    if kernel not in KERNELS:
        raise InvalidInput(
            f"exact has no kernel {kernel!r}; expected one of {', '.join(KERNELS)}{nearest(kernel, KERNELS)}"
        )
    order = options.own.get("order", "frac")
    if order not in ORDERS or (order != "frac" and kernel != "S"):
        raise InvalidInput(
            f"exact has no order {order!r} for kernel {kernel}; expected {' or '.join(ORDERS)}, with kernel static-order"
        )
    kernel = f"{kernel}:{order}" if kernel == "S" else kernel
    deadline = None if limits.time is None else time.monotonic() + limits.time
    try:
        if task == "count":
            yield from _count(model, options, kernel, limits, deadline)
        elif task == "list":
            yield from _list(model, options, kernel, limits, deadline)
        elif task == "sample":
            yield from _sample(model, options, limits)
        elif model.costs is not None:
            yield from _cheapest(model, limits, deadline)
        else:
            yield from _solve(model, kernel, limits, deadline)
    except OutOfReach as fault:
        name = kernel.partition(":")[0]
        raise Unsuitable(f"kernel {name} cannot take this cover: {fault}; expected kernel auto") from fault
    except OtherSearch as fault:
        raise InvalidInput(
            f"the checkpoint is of another search: {fault}; expected the same puzzle, seed and version"
        ) from fault


def warm_up() -> None:
    """Load the compiled kernels, or compile them, by searching small covers with each."""
    one = cover(["a", "b"], [["a"], ["b"], ["a", "b"]])
    for kernel in ("S", "M", "sparse"):
        for task in ("count", "list"):
            list(run(task, one, EngineOptions(own={"kernel": kernel}), Limits()))


def _late(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline


def _count(
    model: Cover, options: EngineOptions, kernel: str, limits: Limits, deadline: float | None
) -> Iterator[Event]:
    from exactcover.search.cover import classes, counting
    from exactcover.search.cover.orbits import Orbits

    orbits = Orbits(model)
    settings = counting.Settings(options.workers, options.seed, kernel, limits.nodes, limits.solutions, limits.memory)
    tally = counting.CountProgress(0, 0, None, False, "")
    for tally in counting.total(model, orbits, settings, options.checkpoint):
        if tally.root is not None and options.checkpoint is not None:
            yield RootDone(tally.plan, *tally.root)
        yield Progress(tally.how, tally.nodes, tally.solutions, tally.fraction, tally.how)
        if not tally.finished and _late(deadline):
            yield _end("time", tally.solutions, None, tally.nodes)
            return
    if limits.solutions is not None and tally.solutions >= limits.solutions:
        yield _end("solutions", limits.solutions, None, tally.nodes)
        return
    if not tally.finished:
        yield _end("nodes", tally.solutions, None, tally.nodes)
        return
    if len(orbits.group) == 1:
        yield _end(None, tally.solutions, None if model.symmetries is None else tally.solutions, tally.nodes)
        return
    settled = End(True, count=tally.solutions, remark="classes not counted: the run was stopped before they were")
    yield Progress(tally.how, tally.nodes, tally.solutions, plan=tally.how, settled=settled)
    step = tally
    for step in classes.classes(model, orbits, tally.solutions, settings):
        nodes = tally.nodes + step.nodes
        if not step.finished and _late(deadline):
            yield replace(settled, stop_reason="time", statistics=Statistics(nodes=nodes))
            return
        note = f"{tally.how}; {step.how}" if step.finished else ""
        yield Progress(step.how, nodes, tally.solutions, plan=note)
    yield _end(None, tally.solutions, step.solutions, tally.nodes)


def _end(stop: StopReason | None, count: int | None, classes: int | None, nodes: int) -> End:
    return End(stop is None, stop, count, classes=classes, statistics=Statistics(nodes=nodes))


def _list(model: Cover, options: EngineOptions, kernel: str, limits: Limits, deadline: float | None) -> Iterator[Event]:
    from exactcover.search.cover import counting, thread_pool
    from exactcover.search.cover.orbits import Orbits
    from exactcover.search.cover.strategy import Chooser

    orbits, modulo = Orbits(model), options.up_to_symmetry
    wanted = "auto" if kernel == "D" else kernel
    plan = Chooser(model, orbits, whole_group=True, seed=options.seed, chain=modulo, kernel=wanted).best()
    tasks = [counting.Task(root.chosen, root.weight) for root in plan.roots]
    if not modulo and (options.workers > 1 or options.checkpoint is not None):
        tasks = counting.tasks_of(plan)
    checkpoint = options.checkpoint or Checkpoint()
    name = counting.named(plan, tasks, checkpoint)
    nodes = sum(spent for _, spent in checkpoint.done.values())
    finished, found = len(checkpoint.done), 0
    of_root = dict.fromkeys(range(len(tasks)), (0, 0))
    stop: StopReason | None = None
    slices = thread_pool.run(
        lambda number: plan.begin(tasks[number].root),
        [number for number in range(len(tasks)) if number not in checkpoint.done],
        keep=True,
        workers=options.workers,
        nodes=limits.nodes,
        most=None if modulo else limits.solutions,
    )
    for slice_ in slices:
        if slice_ is not None:
            root, step = slice_
            listed = step.selections
            if modulo and len(listed):
                listed = listed[orbits.canonical(listed, plan.roots[root].kept_by)]
            for number, selection in enumerate(listed, 1):
                found += 1
                yield Found(selection[selection >= 0].astype(np.int64), more=number < len(listed))
                if found == limits.solutions:
                    yield _end("solutions", None, None, nodes + step.nodes)
                    return
            nodes += step.nodes
            of_root[root] = of_root[root][0] + len(listed), of_root[root][1] + step.nodes
            if step.finished:
                finished += 1
                if options.checkpoint is not None:
                    yield RootDone(name, root, *of_root[root])
        how = f"kernel {plan.kernel}, {plan.why}"
        yield Progress(how, nodes, None, finished / max(len(tasks), 1), how)
        if _late(deadline):
            stop = "time"
            break
    if stop is None and finished < len(tasks):
        stop = "nodes"
    yield _end(stop, None, None, nodes)


def _sample(model: Cover, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Draw solutions, each as likely as any other and independent of the others."""
    from exactcover.kernel.cover import orders
    from exactcover.kernel.instance import OutOfReach
    from exactcover.kernel.layers import layers
    from exactcover.kernel.layers import samples as layer_samples
    from exactcover.search.cover.counting import memory_allowed
    from exactcover.search.cover.strategy import bare

    given = bare(model)
    wanted = 1 if limits.solutions is None else limits.solutions
    memory = memory_allowed(limits.memory)
    yield Progress("counting the ways to every state, layer by layer")
    try:
        drawn = layer_samples.samples(layers.prepare(given, *orders.layer_order(given)), wanted, options.seed, memory)
    except OutOfReach as fault:
        raise Unsuitable(
            f"uniform samples need every layer of states, and {fault}; expected a larger --memory-limit or a narrower board"
        ) from fault
    for selection in drawn:
        yield Found(selection[selection >= 0].astype(np.int64))
    yield _end("solutions" if len(drawn) else None, None, None, 0)


def _solve(model: Cover, kernel: str, limits: Limits, deadline: float | None) -> Iterator[Event]:
    """Take turns between the kernels, each with the same time in a round and twice as much in the next."""
    from exactcover.search.cover.strategy import bare

    given = bare(model)
    searches = _searches(given, kernel)
    spent, turn = 0, 1
    while True:
        for name, search in searches:
            left = NO_LIMIT if limits.nodes is None else limits.nodes - spent - search.slack
            if left <= 0:
                yield _end("nodes", None, None, spent)
                return
            step = search.run(min(FIRST_NODES[name] * turn, left), keep=1)
            spent += step.nodes
            if step.solutions:
                selection = step.selections[0]
                yield Found(selection[selection >= 0].astype(np.int64))
                yield _end("solutions", None, None, spent)
                return
            if step.finished:
                yield _end(None, None, None, spent)
                return
            yield Progress("searching", spent)
            if _late(deadline):
                yield _end("time", None, None, spent)
                return
        turn = min(turn * 2, 64)


def _searches(given: Instance, kernel: str) -> list[tuple[str, Searching]]:
    """Return searches of the whole cover, by the kernels that can take it (or the one asked for)."""
    from exactcover.kernel.cover import fewest_options, option_sets, orders, sparse_sets, static_order
    from exactcover.kernel.instance import OutOfReach

    found: list[tuple[str, Searching]] = []
    for name in ("M", "S"):
        if kernel not in ("auto", "D", name) and not kernel.startswith(f"{name}:"):
            continue
        try:
            if name == "M":
                found.append((name, fewest_options.Search(option_sets.prepare(given))))
            else:
                rule = kernel.partition(":")[2] or "frac"
                found.append((name, static_order.Search(static_order.prepare(given, orders.search_order(given, rule)))))
        except OutOfReach:
            if kernel not in ("auto", "D"):
                raise
    if kernel == "sparse" or (kernel in ("auto", "D") and not any(name == "M" for name, _ in found)):
        found.append(("sparse", sparse_sets.Search(given)))
    return found


def _cheapest(model: Cover, limits: Limits, deadline: float | None) -> Iterator[Event]:
    """Find a cheapest solution by branch and bound; every better one is handed out."""
    from exactcover.kernel.cover import sparse_sets as sparse
    from exactcover.kernel.instance import instance

    state = sparse.prepare(instance(model), model.costs)
    buffer = np.empty(len(state.levels) * 2 + 4096, dtype=np.int64)
    registers = state.registers
    while True:
        left = NO_LIMIT if limits.nodes is None else limits.nodes - int(registers[sparse.NODES])
        code = sparse.advance(state, min(NODES_A_SLICE, left), 0, buffer, keep=True, improve=True)
        selections = list(sparse.selections_in(buffer[: registers[sparse.WRITTEN]]))
        yield from (Found(selection.copy()) for selection in selections[-1:])
        nodes = int(registers[sparse.NODES])
        if code == sparse.EXHAUSTED:
            best = int(registers[sparse.BEST]) if registers[sparse.SOLUTIONS] else None
            yield End(True, bound=best, statistics=Statistics(nodes=nodes))
            return
        if code == sparse.OUT_OF_NODES and limits.nodes is not None and nodes >= limits.nodes:
            yield _end("nodes", None, None, nodes)
            return
        if _late(deadline):
            yield _end("time", None, None, nodes)
            return
        yield Progress("searching", nodes)
