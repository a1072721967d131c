"""Classes of solutions under a cover's symmetries, counted by Burnside's lemma from the solutions that each symmetry fixes.

Those are the solutions of a quotient (symmetry/fixed_by_symmetry.py). If some orbits of options cover an item more often than
others, layers count with weights; if layers are hopeless, the search lists what the parts of the item allow and filters out
what does not satisfy the sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Semaphore

import numpy as np

from exactcover.backends.search.ahead import Ahead
from exactcover.backends.search.cover import burnside, counting, roots
from exactcover.backends.search.cover.counting import CountProgress, Settings
from exactcover.backends.search.cover.kernel_names import AUTO
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.plans import mean_kept
from exactcover.backends.search.cover.strategy import Chooser
from exactcover.kernel.instance import Instance
from exactcover.model.cover import Cover
from exactcover.transform.symmetry.fixed_by_symmetry import Quotient

SAID = "classes: solutions that a symmetry keeps"


def classes(
    kept: Iterable[CountProgress], orbits: Orbits, count: int, *, resumed: bool = False
) -> Iterator[CountProgress]:
    """Count the classes of `count` solutions in all; the last progress is their number.

    kept: see kept_by_others; resumed: part of the count comes from a checkpoint, see mean_kept.
    """
    for progress in kept:
        if not progress.finished:
            yield progress
            continue
        number = mean_kept(count + progress.solutions, len(orbits.group), resumed=resumed)
        yield progress._replace(solutions=number, how="classes by Burnside's lemma")


@contextmanager
def kept_meanwhile(
    cover: Cover, orbits: Orbits, settings: Settings
) -> Iterator[tuple[Settings, Iterable[CountProgress]]]:
    """Provide what kept_by_others yields, counted in the background while the caller counts with the accompanying settings.

    One of the workers counts it once the caller's count has started it, and returns to the caller when done: fixed solutions
    are few, and a single thread waits for nobody. If it was not started, with one worker, or if nodes or solutions are
    limited, it is counted on demand: in parallel with a short count it would only be in the way.
    """
    limited = settings.nodes is not None or settings.most is not None
    if settings.workers == 1 or limited or len(orbits.group) == 1:
        yield settings, kept_by_others(cover, orbits, settings)
        return
    turns, others = Semaphore(settings.workers - 1), list[Ahead[CountProgress]]()
    by_one = kept_by_others(cover, orbits, settings._replace(workers=1))

    def in_turn() -> Iterator[CountProgress]:
        try:
            yield from by_one
        finally:
            turns.release()

    def begin() -> None:
        turns.acquire()
        others.append(Ahead(in_turn()))

    def kept() -> Iterator[CountProgress]:
        yield from others[0].rest() if others else by_one

    try:
        yield settings._replace(turns=turns, begin=begin), kept()
    finally:
        for each in others:
            each.stop()


def kept_by_others(cover: Cover, orbits: Orbits, settings: Settings) -> Iterator[CountProgress]:
    """Count, for each symmetry but the identity, its fixed solutions; the last progress is the total.

    The fraction is that of the present symmetry's layers, None if it is unknown.
    """
    solutions = nodes = 0
    for _, members, quotient in burnside.conjugates(cover, orbits):
        last = None
        for last in fixed(quotient, settings):
            fraction = last.fraction if last.unit == "states" else None
            yield CountProgress(0, nodes + last.nodes, fraction, False, SAID)
        assert last is not None
        solutions += last.solutions * members
        nodes += last.nodes
    yield CountProgress(solutions, nodes, 1.0, True, SAID)


def fixed(quotient: Quotient, settings: Settings) -> Iterator[CountProgress]:
    """Count the solutions of a quotient; the last progress is the count."""
    settings = settings._replace(most=None, nodes=None, kernel=AUTO)
    if not quotient.sums:
        yield from counting.total(quotient.cover, None, settings)
        return
    chooser = roots.chooser_of(quotient, settings.seed)
    nodes = 0
    for progress in counting.by_layers(weighted(quotient), settings, chooser):
        yield progress
        nodes = progress.nodes
        if progress.finished:
            return
    yield from listed(quotient, chooser, settings, nodes)


def listed(quotient: Quotient, chooser: Chooser, settings: Settings, spent: int = 0) -> Iterator[CountProgress]:
    """Count the solutions of a quotient by listing those of its cover; the last progress is the count.

    spent: the nodes spent before.
    """
    runner = roots.runner_of_strategy(quotient.cover, "count", chooser.best(), quotient=quotient)
    yield from counting.by_roots(runner, settings, spent=spent)


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
