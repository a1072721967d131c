"""In how many solutions of a cover each option is: by layers there and back, or by a list of all solutions, whichever ends first.

Both take turns of about the same CPU time. Not here: the steps back through the layers (kernel/layers/marginals.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from exactcover.backends import exact
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import OutOfReach, OutOfRoom
from exactcover.kernel.layers import layers
from exactcover.kernel.layers.marginals import Marginals
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidModel, Unsuitable
from exactcover.model.events import End, Found, FoundMany
from exactcover.model.written_out import written_out

MOST_LISTED = 30_000_000
"""Solutions after which the list is given up: about a minute."""


class OptionCounts(NamedTuple):
    """The number of solutions, and of those with each option; how: by which method."""

    solutions: int
    each: list[int]
    how: str


def option_counts(cover: Cover, memory: int) -> Iterator[OptionCounts | None]:
    """Yield None until the counts are known, and then these.

    memory: bytes for layers. Raises Unsuitable if the layers do not fit there, and there are over `MOST_LISTED` solutions.
    """
    racing = [each for each in (_by_layers(cover, memory), _by_list(cover)) if each is not None]
    spent, whys = [0.0] * len(racing), list[str]()
    while racing:
        turn = min(range(len(racing)), key=spent.__getitem__)
        begin = time.process_time()
        try:
            counts = next(racing[turn])
        except (OutOfReach, OutOfRoom, InvalidModel, Unsuitable) as fault:
            whys.append(str(fault))
            del racing[turn], spent[turn]
            continue
        spent[turn] += time.process_time() - begin
        yield counts
        if counts is not None:
            return
    raise Unsuitable(
        f"the solutions with each option cannot be counted: {'; '.join(whys)}; expected a smaller puzzle, or an"
        " estimate: --samples N, in Python samples=N"
    )


def _by_layers(cover: Cover, memory: int) -> Iterator[OptionCounts | None]:
    if cover.connectivity is not None:
        raise OutOfReach("layers cannot tell whether items are connected")
    instance = bare(written_out(cover))
    counting = Marginals(layers.prepare(instance, *orders.layer_order(instance)), memory)
    for _ in counting.layers():
        yield None
    yield OptionCounts(counting.solutions, counting.marginals, "layer by layer, there and back")


def _by_list(cover: Cover) -> Iterator[OptionCounts | None]:
    each, solutions = np.zeros(cover.options, dtype=np.int64), 0
    for event in exact.run("list", cover, EngineOptions(), Limits()):
        if isinstance(event, FoundMany):
            table = event.selections
            times = np.bincount(table.lines[table.lines >= 0], minlength=len(table.parts))
            each[table.parts] += times
            solutions += len(table)
        elif isinstance(event, Found):
            each[event.selection] += 1
            solutions += 1
        elif isinstance(event, End):
            yield OptionCounts(solutions, each.tolist(), "a list of all solutions")
            return
        if solutions > MOST_LISTED:
            raise OutOfReach(f"there are over {MOST_LISTED:,} solutions to be listed")
        yield None
