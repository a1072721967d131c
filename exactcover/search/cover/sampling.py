"""Uniform samples of a cover's solutions, from the layers of a count.

Not here: the walk back through the layers (kernel/layers/samples.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.cover import orders
from exactcover.kernel.layers import layers
from exactcover.kernel.layers.samples import Samples
from exactcover.model.cover import Cover
from exactcover.search.cover.strategy import bare


class SamplingProgress(NamedTuple):
    """How far the layers are: states made so far, layers made of how many, and the samples, once they are drawn.

    drawn: (samples, longest) increasing option numbers, padded with -1; no rows where there is no solution.
    """

    states: int
    made: int
    of: int
    drawn: NDArray[np.int32] | None = None


def sample(cover: Cover, number: int, seed: int, memory: int) -> Iterator[SamplingProgress]:
    """Draw solutions, each as likely as any other and independent of the others; the last progress has them.

    memory: bytes. Raises OutOfReach where the cover is too wide for layers, OutOfRoom where they exceed the memory.
    """
    instance = bare(cover)
    yield SamplingProgress(0, 0, 0)
    samples = Samples(layers.prepare(instance, *orders.layer_order(instance)), number, seed, memory)
    states = made = 0
    for states_of_layer in samples.layers():
        states, made = states + states_of_layer, made + 1
        yield SamplingProgress(states, made, samples.of)
    yield SamplingProgress(states, made, samples.of, samples.drawn)
