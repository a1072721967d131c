"""Copies of some layers of a count, for what walks from the last layer back to the first.

Layers are kept at about every sqrt(steps)-th step, and the others recomputed one block at a time, so memory holds 2 sqrt(steps)
layers.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from exactcover.kernel.instance import OutOfRoom
from exactcover.kernel.layers.layers import Counting, Layer


class Kept(NamedTuple):
    """A copy of the layer after some steps."""

    steps: int
    layer: Layer


def kept_layers(counting: Counting, every: int, until: int) -> Generator[int, None, list[Kept]]:
    """Run a count up to a step, yielding the states of each layer; return copies of the layers after every `every`-th step.

    The first layer and the last one are among them. Raises OutOfRoom if they exceed the memory of the count.
    """
    first, held = counting.progress.steps, 0
    layers: list[Kept] = []
    while True:
        steps, states = counting.progress.steps, counting.progress.states
        if (steps - first) % every == 0 or steps == until:
            layer = counting.layer
            layers.append(Kept(steps, Layer(layer.keys.copy(), layer.counts.copy())))
            held += layer.keys.nbytes + layer.counts.nbytes
            if held > counting.memory:
                raise OutOfRoom(
                    f"the layers to go back through need more than {counting.memory >> 20} MB; count or search instead"
                )
        if steps == until:
            return layers
        yield counting.run(1 << 62, until=steps + 1).states - states
