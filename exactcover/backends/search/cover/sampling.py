"""Uniform samples of a cover's solutions, from the layers of a count, or from a stream of all solutions.

Not here: the walk back through the layers (kernel/layers/samples.py).

Source of the reservoirs: J. S. Vitter, Random sampling with a reservoir, ACM Transactions on Mathematical Software 11 (1985).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.backends.search.cover.strategy import bare
from exactcover.backends.search.memory import memory_allowed
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import OutOfReach, OutOfRoom
from exactcover.kernel.layers import layers
from exactcover.kernel.layers.samples import Samples
from exactcover.model.answer import Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidModel
from exactcover.model.events import End, Event, Found, FoundMany, Progress
from exactcover.model.written_out import written_out
from exactcover.process.deadline import Deadline

MOST_LISTED = 1_000_000
"""Samples are drawn from a list of at most that many solutions: a few seconds."""


class SamplingProgress(NamedTuple):
    """The progress of the layers: states so far, layers done and in all, and the samples, once they are drawn.

    drawn: (samples, longest) increasing option numbers, padded with -1; no rows if there is no solution.
    """

    states: int
    made: int
    of: int
    drawn: NDArray[np.int32] | None = None


def sample(cover: Cover, number: int, seed: int, memory: int) -> Iterator[SamplingProgress]:
    """Draw solutions uniformly and independently; the last progress has them.

    memory: bytes. Raises OutOfReach if the cover is too wide for layers, OutOfRoom if they exceed the memory, InvalidModel if
    colours make too many options incompatible.
    """
    instance = bare(written_out(cover))
    yield SamplingProgress(0, 0, 0)
    samples = Samples(layers.prepare(instance, *orders.layer_order(instance)), number, seed, memory)
    states = made = 0
    for states_of_layer in samples.layers():
        states, made = states + states_of_layer, made + 1
        yield SamplingProgress(states, made, samples.of)
    yield SamplingProgress(states, made, samples.of, samples.drawn)


class Reservoirs:
    """Independent reservoir samples of a stream of selections, each uniform over the selections seen so far."""

    def __init__(self, number: int, seed: int) -> None:
        self.seen = 0
        self.samples: list[Integers] = []
        self._number = number
        self._rng = np.random.default_rng(seed)

    def add(self, selection: Integers) -> None:
        """Process the next selection of the stream."""
        self.seen += 1
        if self.seen == 1:
            self.samples = [selection] * self._number
            return
        for place in np.flatnonzero(self._rng.integers(self.seen, size=self._number) == 0).tolist():
            self.samples[place] = selection


def events(cover: Cover, limits: Limits, seed: int, deadline: Deadline, listing: Iterator[Event]) -> Iterator[Event]:
    """Draw as many solutions as the limits say, 1 without a limit, by layers; if that is impossible, from `listing`.

    listing: the events of a list of all solutions, started only if needed.
    Raises OutOfRoom if layers exceed the memory, OutOfReach if neither is possible.
    """
    number = 1 if limits.solutions is None else limits.solutions
    try:
        yield from _by_layers(cover, number, seed, memory_allowed(limits.memory), deadline)
    except OutOfRoom:
        raise
    except (OutOfReach, InvalidModel) as fault:
        yield from _from_list(listing, number, seed, str(fault))


def _by_layers(cover: Cover, number: int, seed: int, memory: int, deadline: Deadline) -> Iterator[Event]:
    if cover.connectivity is not None:
        raise OutOfReach("the items must be connected")
    for step in sample(cover, number, seed, memory):
        statistics = Statistics(nodes=step.states)
        if step.drawn is not None:
            yield from (Found(selection[selection >= 0].astype(np.int64)) for selection in step.drawn)
            yield End(not len(step.drawn), "solutions" if len(step.drawn) else None, statistics=statistics)
        elif deadline.over():
            yield End(False, "time", statistics=statistics)
            return
        else:
            sentence = f"counting the ways to every state, layer {step.made} of {step.of}"
            yield Progress(sentence, step.states, unit="states")


def _from_list(listing: Iterator[Event], number: int, seed: int, why: str) -> Iterator[Event]:
    """Draw solutions from a list of all of them; why: the reason that the cover cannot be sampled by layers."""
    reservoirs = Reservoirs(number, seed)
    for event in listing:
        if isinstance(event, Found):
            reservoirs.add(event.selection)
        elif isinstance(event, FoundMany):
            for selection in event.selections:
                reservoirs.add(selection)
        elif isinstance(event, End) and event.exhausted and reservoirs.seen:
            yield from map(Found, reservoirs.samples)
            yield replace(event, exhausted=False, stop_reason="solutions")
        else:
            yield event
        if reservoirs.seen > MOST_LISTED:
            raise OutOfReach(f"{why}, and there are over {MOST_LISTED:,} solutions")
