"""Classes of solutions under a cover's symmetries, counted by Burnside's lemma: the solutions that each symmetry keeps.

Those are the solutions of a quotient (symmetry/fixed_by_symmetry.py). Where some orbits of options cover an item more
often than others, layers count with weights; where layers are hopeless the search lists what the parts of the item
allow, and what does not add up is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.kernel.instance import Instance
from exactcover.model.cover import Cover
from exactcover.search.cover import counting, thread_pool
from exactcover.search.cover.counting import CountProgress, Settings
from exactcover.search.cover.orbits import Orbits
from exactcover.search.cover.strategy import Chooser
from exactcover.symmetry.fixed_by_symmetry import Quotient, cover_fixed_by


def classes(cover: Cover, orbits: Orbits, count: int, settings: Settings) -> Iterator[CountProgress]:
    """Count the classes of solutions under the cover's symmetries, given how many solutions there are.

    The last tally is the number of classes.
    """
    order = len(orbits.group)
    kept, nodes = count, 0
    for members in _conjugacy_classes(orbits):
        symmetry = members[0]
        if symmetry == 0 or _keeps_nothing(cover, orbits, symmetry):
            continue
        quotient = cover_fixed_by(cover, orbits.group[symmetry], orbits.images[symmetry])
        if quotient is None:
            continue
        tally = None
        for tally in fixed(quotient, settings):
            yield CountProgress(0, nodes + tally.nodes, None, False, "classes: solutions that a symmetry keeps")
        assert tally is not None
        kept += tally.solutions * len(members)
        nodes += tally.nodes
    assert kept % order == 0, "Burnside's mean is not whole"
    yield CountProgress(kept // order, nodes, 1.0, True, "classes by Burnside's lemma")


def fixed(quotient: Quotient, settings: Settings) -> Iterator[CountProgress]:
    """Count the solutions of a quotient; the last tally is the count."""
    asked = settings._replace(most=None, nodes=None, kernel="auto")
    if not quotient.sums:
        yield from counting.total(quotient.cover, None, asked)
        return
    orbits = Orbits(quotient.cover)
    chooser = Chooser(quotient.cover, orbits, whole_group=False, seed=settings.seed, chain=False)
    nodes = 0
    for tally in counting.by_layers(weighted(quotient), asked, chooser):
        yield tally
        nodes = tally.nodes
        if tally.finished:
            return
    for tally in listed(quotient, chooser, settings.workers):
        yield tally._replace(nodes=nodes + tally.nodes)


def weighted(quotient: Quotient) -> Instance:
    """Return a quotient for layers alone: the parts of a sum as one item, which an option lists as often as it covers it."""
    cover = quotient.cover
    number = np.arange(len(cover.items))
    weight = np.ones(len(cover.items), dtype=np.int64)
    least, most = cover.least.copy(), cover.most.copy()
    for items, weights, fewest, greatest in quotient.sums:
        number[list(items)] = items[0]
        weight[list(items)] = weights
        least[items[0]], most[items[0]] = fewest, greatest
    leading = np.unique(number)
    times = weight[cover.members]
    members = np.repeat(np.searchsorted(leading, number[cover.members]), times)
    lengths = np.bincount(cover.owners, weights=times, minlength=cover.options).astype(np.int64)
    return Instance(least[leading], most[leading], np.concatenate([[0], np.cumsum(lengths)]), members)


def listed(quotient: Quotient, chooser: Chooser, workers: int) -> Iterator[CountProgress]:
    """Count the solutions of a quotient by listing those of its cover; the last tally is the count."""
    cover, sums = quotient.cover, quotient.sums
    weights = np.zeros((len(sums), cover.options + 1), dtype=np.int64)  # of an option; the last is of the padding, -1
    for line, sum_ in zip(weights, sums, strict=True):
        for item, weight in zip(sum_.items, sum_.weights, strict=True):
            line[cover.owners[cover.members == item]] = weight
    least, most = (np.array([getattr(sum_, name) for sum_ in sums])[:, None] for name in ("least", "most"))
    plan = chooser.best()
    tasks = counting.tasks_of(plan)
    solutions, nodes, finished = 0, 0, 0
    how = f"kernel {plan.kernel}, {plan.why}"
    slices = thread_pool.run(
        lambda task: plan.begin(tasks[task].root), range(len(tasks)), keep=True, workers=workers, nodes=None, most=None
    )
    for slice_ in slices:
        if slice_ is not None:
            step = slice_.step
            totals = weights[:, step.selections].sum(axis=2)
            solutions += int(((totals >= least) & (totals <= most)).all(axis=0).sum())
            nodes += step.nodes
            finished += step.finished
        yield CountProgress(solutions, nodes, finished / max(len(tasks), 1), False, how)
    yield CountProgress(solutions, nodes, 1.0, True, how)


def _keeps_nothing(cover: Cover, orbits: Orbits, symmetry: int) -> bool:
    """Return whether some item covered once is kept by a symmetry that keeps none of its options."""
    kept_options = orbits.images[symmetry] == np.arange(cover.options)
    kept_items = orbits.once & (orbits.group[symmetry] == np.arange(len(cover.items)))
    return bool(
        (np.bincount(cover.members[kept_options[cover.owners]], minlength=len(cover.items))[kept_items] == 0).any()
    )


def _conjugacy_classes(orbits: Orbits) -> list[list[int]]:
    """Return the classes of conjugate symmetries: all of a class keep equally many solutions."""
    group = orbits.group
    number = {permutation.tobytes(): g for g, permutation in enumerate(group)}
    found: list[list[int]] = []
    seen: set[int] = set()
    for g in range(len(group)):
        if g in seen:
            continue
        # h g h^-1 sends h(x) to h(g(x)).
        moved = np.empty_like(group)
        np.put_along_axis(
            moved, group, np.take_along_axis(group, np.broadcast_to(group[g], group.shape), axis=1), axis=1
        )
        members = sorted({number[permutation.tobytes()] for permutation in moved})
        seen.update(members)
        found.append(members)
    return found
