"""Exact cover by compiled search: solves, lists, counts and samples covers.

Kernel and order are chosen by probing (search/cover/strategy.py); counts proceed layer by layer if states merge, or by a
determinant, and use the cover's symmetries (search/cover/counting.py); lists and counts by search are cut into roots
(search/cover/roots.py). Costs are minimised by branch and bound over sparse sets. If items must be connected, all covers are
listed and the disconnected ones filtered out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from exactcover.backends.search.connectivity import Joints
from exactcover.backends.search.cover.kernel_names import (
    AUTO,
    FEWEST_OPTIONS,
    SPARSE,
    STATIC_ORDER,
    Kernel,
    kernel_named,
)
from exactcover.model.answer import Checkpoint, EngineOptions, Limits, Statistics, Task
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, StopReason, Unsuitable
from exactcover.model.events import End, Event, Found, FoundMany, Progress, RootDone, Standing
from exactcover.process.deadline import Deadline

if TYPE_CHECKING:
    from exactcover.backends.search.cover import few
    from exactcover.backends.search.cover.counting import CountProgress
    from exactcover.backends.search.cover.plans import RootResult
    from exactcover.kernel.cover.sparse_sets import State

accepts = ("cover",)
can = ("solve", "list", "count", "sample")
options: tuple[str, ...] = ("kernel", "order")
parallel: tuple[str, ...] = ("list", "count")
up_to_symmetry: tuple[str, ...] = ("list", "count")
node = "an option taken"

NODES_PER_SLICE = 20_000
FIRST_NODES = 500
"""Nodes of the first slice of a search for the cheapest; slices grow to NODES_PER_SLICE, so that other engines get a turn
early."""
STATIC_NODE_SECONDS = 1e-7
"""Approximate seconds of a node of static-order, which is much less than one of the other kernels."""
NO_LIMIT = 2**62
NODES_OF_CLASSES, NODES_BEFORE_FORECAST, MOST_FORECAST = 20_000_000, 1_000_000, 300_000_000
CLASSES_LEFT = "classes not counted: the symmetric solutions take too long; expected up-to-symmetry to count them too"
"""After a count by a determinant, which takes seconds even if its symmetric solutions would take years."""


def check(_: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an unknown kernel or order."""
    _kernel(options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search a cover within the node limit (with one worker; kernel layers may exceed it by a batch of states).

    The time limit is checked between slices of the search.

    Raises InvalidInput for an unknown kernel, for one that does not support the cover, and for tasks not supported with
    connectivity.
    """
    from exactcover.backends.search.prices import within_cost
    from exactcover.kernel.instance import OutOfReach, OutOfRoom

    assert isinstance(model, Cover)
    if model.symmetries is not None:
        from exactcover.backends.search.cover.plain_options import searched

        model = searched(model, task, options)
    kernel = _kernel(options)
    deadline = Deadline(limits.time)
    try:
        if (np.bincount(model.members, minlength=len(model.items)) < model.least).any():  # an item has too few options
            none = 0 if task == "count" else None
            yield _end(None, none, None if model.symmetries is None else none, 0)
        elif task == "sample":
            yield from _sample(model, options, kernel, limits, deadline)
        elif model.connectivity is not None:
            yield from _connected(task, model, options, kernel, limits, deadline)
        elif task == "count":
            yield from _count(model, options, kernel, limits, deadline)
        elif task == "list" and options.most_cost is not None:
            yield from within_cost.events(model, options, limits, deadline)
        elif task == "list":
            yield from _list(model, options, kernel, limits, deadline)
        elif model.costs is not None:
            yield from _cheapest(model, limits, deadline)
        else:
            yield from _solve(model, kernel, options.seed, limits, deadline)
    except OutOfRoom as fault:
        yield End(False, "memory", 0 if task == "count" else None, remark=str(fault))
    except OutOfReach as fault:
        raise Unsuitable(f"kernel {kernel.name} cannot take this cover: {fault}; expected kernel auto") from fault


def _kernel(options: EngineOptions) -> Kernel:
    return kernel_named(options.own.get("kernel", AUTO.name), options.own.get("order"))


def warm_up() -> None:
    """Import and load what most runs use, by searching small covers with each kernel that need not be compiled."""
    from exactcover.backends.search.cover import first
    from exactcover.kernel.cover import degree_buckets, fewest_options, live_lists, probe, sparse_sets, static_order
    from exactcover.kernel.jit import is_ready

    one = cover(["a", "b"], [["a"], ["b"], ["a", "b"]])
    for kernel, functions in (
        (STATIC_ORDER, (static_order.search, probe.descend_first)),
        (FEWEST_OPTIONS, (fewest_options.search, probe.descend_fewest)),
        (SPARSE, (sparse_sets._search,)),
    ):
        if all(map(is_ready, functions)):
            for task in ("count", "list"):
                list(run(task, one, EngineOptions(own={"kernel": kernel.name}), Limits()))
    if all(map(is_ready, (live_lists.search, degree_buckets.search))):
        first.warm_up()


def _count(model: Cover, options: EngineOptions, kernel: Kernel, limits: Limits, deadline: Deadline) -> Iterator[Event]:
    from exactcover.backends.search.cover import classes, counting
    from exactcover.backends.search.cover.orbits import Orbits

    spent = ahead = 0
    for few_step in _few(model, options, kernel, limits, deadline):
        spent += few_step.nodes
        ahead += few_step.selection is not None
        if ahead == limits.solutions:
            yield _end("solutions", ahead, None, spent)
            return
    orbits = Orbits(model)
    settings = counting.Settings(
        options.workers, options.seed, kernel, limits.nodes, limits.solutions, limits.memory, deadline.left
    )
    with classes.kept_meanwhile(model, orbits, settings) as (settings, kept):
        total = counting.CountProgress(0, 0, None, False, "")
        for total in counting.total(model, orbits, settings, options.checkpoint):
            if total.root is not None and options.checkpoint is not None:
                yield _done(total.root)
            count = total.solutions if total.unit == "nodes" else None
            yield Progress(total.how, total.nodes, count, total.fraction, total.how, total.unit)
            if not total.finished and deadline.over():
                yield _end("time", total.solutions, None, total.nodes)
                return
        if limits.solutions is not None and total.solutions >= limits.solutions:
            yield _end("solutions", limits.solutions, None, total.nodes)
            return
        if not total.finished:
            yield _end("nodes", total.solutions, None, total.nodes)
            return
        if len(orbits.group) == 1:
            yield _end(None, total.solutions, None if model.symmetries is None else total.solutions, total.nodes)
            return
        counted = End(True, count=total.solutions, remark="classes not counted: the run was stopped before they were")
        yield Standing(counted)
        step = total
        resumed = options.checkpoint is not None and bool(options.checkpoint.done)
        for step in classes.classes(kept, orbits, total.solutions, resumed=resumed):
            nodes = total.nodes + step.nodes
            may_end = total.unit == counting.COLUMNS and not options.up_to_symmetry
            if not step.finished and (deadline.over() or (may_end and _too_long(step))):
                stopped = (
                    replace(counted, stop_reason="time") if deadline.over() else replace(counted, remark=CLASSES_LEFT)
                )
                yield replace(stopped, statistics=Statistics(nodes=nodes))
                return
            note = f"{total.how}; {step.how}" if step.finished else ""
            yield Progress(step.how, nodes, total.solutions, plan=note)
        yield _end(None, total.solutions, step.solutions, total.nodes)


def _too_long(step: CountProgress) -> bool:
    """Return whether the classes take too long beside a count by a determinant."""
    most = NODES_OF_CLASSES if step.fraction is None else min(NODES_OF_CLASSES, step.fraction * MOST_FORECAST)
    return step.nodes > max(most, NODES_BEFORE_FORECAST)


def _few(
    model: Cover, options: EngineOptions, kernel: Kernel, limits: Limits, deadline: Deadline
) -> Iterator[few.Step]:
    """Yield the events of a search for a few solutions; nothing if all are wanted, or if a kernel or its details were
    requested."""
    from exactcover.backends.search.cover import few

    plain = kernel == AUTO and limits.nodes is None and options.checkpoint is None and not options.up_to_symmetry
    if plain and limits.solutions is not None and few.fits(model, limits.solutions):
        for step in few.solutions(model, limits.solutions, options.seed):
            yield step
            if deadline.over():
                return


def _done(root: RootResult) -> RootDone:
    return RootDone(root.roots_digest, root.number, root.solutions, root.nodes)


def _end(stop: StopReason | None, count: int | None, classes: int | None, nodes: int) -> End:
    return End(stop is None, stop, count, classes=classes, statistics=Statistics(nodes=nodes))


def _list(model: Cover, options: EngineOptions, kernel: Kernel, limits: Limits, deadline: Deadline) -> Iterator[Event]:
    from exactcover.backends.search.cover import roots
    from exactcover.backends.search.cover.orbits import Orbits
    from exactcover.backends.search.cover.strategy import Chooser
    from exactcover.backends.search.cover.waiting import Waiting

    ahead = set[bytes]()
    for step in _few(model, options, kernel, limits, deadline):
        if step.selection is not None:
            ahead.add(np.sort(step.selection).tobytes())
            yield Found(step.selection, more=len(ahead) == limits.solutions)
        if len(ahead) == limits.solutions:
            yield _end("solutions", None, None, 0)
            return
    orbits, up_to_symmetry = Orbits(model), options.up_to_symmetry
    # A few solutions are more varied that way, and a checkpoint may be resumed without the limit.
    chain = up_to_symmetry or limits.solutions is None or options.checkpoint is not None
    chooser = Chooser(model, orbits, whole_group=True, seed=options.seed, chain=chain, kernel=kernel.searching)
    cut = not up_to_symmetry and (options.workers > 1 or options.checkpoint is not None)
    runner = roots.runner_of_strategy(
        model, "list", chooser.best(), orbits=orbits, cut=cut, up_to_symmetry=up_to_symmetry
    )
    plan, checkpoint = runner.plan, options.checkpoint or Checkpoint()
    nodes = roots.merge(plan, plan.resumed(checkpoint)).nodes
    finished, listed, before = len(checkpoint.done), len(ahead), nodes
    waiting = Waiting(model.options)
    stop: StopReason | None = None
    left = [number for number in range(len(plan.roots)) if number not in checkpoint.done]
    for slice_ in runner.run(left, workers=options.workers, nodes=limits.nodes, most=limits.solutions):
        if slice_ is not None:
            some = slice_.selections
            if ahead:
                some = some[[line[line >= 0].astype(np.int64).tobytes() not in ahead for line in some]]
            some = some if limits.solutions is None else some[: limits.solutions - listed]
            listed += len(some)
            waiting.add(some)
            if listed == limits.solutions:
                yield from waiting.handed_over()
                yield _end("solutions", None, None, nodes + slice_.nodes)
                return
            nodes += slice_.nodes
            finished += slice_.result is not None
            if slice_.result is not None and options.checkpoint is not None:
                yield from waiting.handed_over()
                yield _done(slice_.result)
        if waiting.due():
            yield from waiting.handed_over()
        took = (nodes - before) * (STATIC_NODE_SECONDS if plan.terms[0].kernel.name == STATIC_ORDER.name else 0.0)
        yield Progress(plan.how, nodes, None, finished / max(len(plan.roots), 1), plan.how, seconds=took)
        before = nodes
        if deadline.over():
            stop = "time"
            break
    if stop is None and finished < len(plan.roots):
        stop = "nodes"
    yield from waiting.handed_over()
    yield _end(stop, None, None, nodes)


def _connected(
    task: Task, model: Cover, options: EngineOptions, kernel: Kernel, limits: Limits, deadline: Deadline
) -> Iterator[Event]:
    """List the connected covers; count them, or stop at the first. The End says how many others there were.

    A symmetry maps connected covers to connected ones.
    """
    from exactcover.backends.search.cover.orbits import Orbits

    assert model.connectivity is not None
    if options.checkpoint is not None or (task == "solve" and model.costs is not None):
        raise Unsuitable(
            "where items must be connected exact only lists, counts, and solves without costs; expected cpsat to minimise"
        )
    joints = Joints(model.connectivity)
    plain = replace(model, connectivity=None, costs=None)
    orbits = Orbits(plain) if task == "count" and model.symmetries is not None else None
    enough = 1 if task == "solve" else limits.solutions
    together, apart, classes = 0, 0, 0
    every = replace(limits, solutions=None)
    options = replace(options, up_to_symmetry=options.up_to_symmetry and task == "list")
    if options.most_cost is None:
        events = _list(plain, options, kernel, every, deadline)
    else:
        from exactcover.backends.search.prices import within_cost

        events = within_cost.events(replace(plain, costs=model.costs), options, every, deadline)
    for event in (one for each in events for one in (each.each() if isinstance(each, FoundMany) else (each,))):
        if isinstance(event, Found):
            covered = model.members[np.isin(model.owners, event.selection)]
            if next(joints.cuts(set(covered.tolist())), None) is not None:
                apart += 1
                continue
            together += 1
            classes += orbits is not None and orbits.is_first(event.selection)
            if task != "count":
                yield Found(event.selection)
            if together == enough:
                yield _end("solutions", together if task == "count" else None, None, 0)
                return
        elif isinstance(event, End):
            remark = f"{apart} covers that are not connected were left out" if apart else ""
            counted = classes if orbits is not None and event.exhausted else None
            yield replace(event, count=together if task == "count" else None, classes=counted, remark=remark)
        else:
            yield replace(event, count=together) if isinstance(event, Progress) and task == "count" else event


def _sample(
    model: Cover, options: EngineOptions, kernel: Kernel, limits: Limits, deadline: Deadline
) -> Iterator[Event]:
    """Draw solutions uniformly and independently: by layers, or from a list of all of them."""
    from exactcover.backends.search.cover import sampling
    from exactcover.kernel.instance import OutOfReach, OutOfRoom

    search = _list if model.connectivity is None else partial(_connected, "list")
    every = search(model, replace(options, checkpoint=None), kernel, replace(limits, solutions=None), deadline)
    try:
        yield from sampling.events(model, limits, options.seed, deadline, every)
    except OutOfRoom:
        raise
    except OutOfReach as fault:
        raise InvalidInput(
            f"uniform samples need every layer of states or all solutions, and {fault}; expected a smaller puzzle"
        ) from fault


def _solve(model: Cover, kernel: Kernel, seed: int, limits: Limits, deadline: Deadline) -> Iterator[Event]:
    """Let kernels take turns, each for about the same time in a round, and longer in the next."""
    from exactcover.backends.search.cover import first, watching

    spent = 0
    for search, nodes in first.rounds(first.turns(first.prepared(model), kernel, seed)):
        left = NO_LIMIT if limits.nodes is None else limits.nodes - spent - search.slack
        if left <= 0:
            yield _end("nodes", None, None, spent)
            return
        step = watching.run(limits, search, min(nodes, left))
        spent += step.nodes
        if step.solutions:
            selection = step.selections[0]
            yield Found(selection[selection >= 0].astype(np.int64), more=True)
            yield _end("solutions", None, None, spent)
            return
        if step.finished:
            yield _end(None, None, None, spent)
            return
        yield Progress("searching", spent)
        if deadline.over():
            yield _end("time", None, None, spent)
            return


def _done_of_first(state: State) -> float:
    """Return the fraction of the options of the item branched on first that are done."""
    item = int(state.levels[0, 0])
    every = int(state.set_starts[item + 1] - state.set_starts[item]) if item < len(state.size) else 0
    return max(0, every - int(state.size[item]) - 1) / every if every else 0.0


def _cheapest(model: Cover, limits: Limits, deadline: Deadline) -> Iterator[Event]:
    """Find a cheapest solution by branch and bound; every improvement is yielded."""
    from exactcover.backends.search.prices.within_cost import stopped
    from exactcover.kernel.cover import sparse_sets as sparse
    from exactcover.kernel.instance import instance

    state = sparse.prepare(instance(model), model.costs)
    buffer = np.empty(len(state.levels) * 2 + 4096, dtype=np.int64)
    registers = state.registers
    while True:
        left = NO_LIMIT if limits.nodes is None else limits.nodes - int(registers[sparse.NODES])
        slice_ = min(NODES_PER_SLICE, max(FIRST_NODES, int(registers[sparse.NODES])), left)
        code = sparse.advance(state, slice_, 0, buffer, keep=True, improve=True)
        selections = list(sparse.selections_in(buffer[: registers[sparse.WRITTEN]]))
        yield from (Found(selection.copy()) for selection in selections[-1:])
        nodes = int(registers[sparse.NODES])
        if code == sparse.EXHAUSTED:
            best = int(registers[sparse.BEST]) if registers[sparse.SOLUTIONS] else None
            yield End(True, bound=best, statistics=Statistics(nodes=nodes))
            return
        stop = stopped(code == sparse.OUT_OF_NODES, nodes, limits, deadline)
        if stop is not None:
            yield _end(stop, None, None, nodes)
            return
        yield Progress("searching", nodes, fraction=_done_of_first(state))
