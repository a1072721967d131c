"""Predicts the size of a layered count from the layers so far.

The logarithm of the width of layers grows ever more slowly until the widest, at about 0.4 of the steps, and then falls
symmetrically. Accurate to a factor of about four once a fifth of the steps is done: enough to give up a count that would take
longer than search, or more memory than there is. Forecasts from the first steps are far too high; a third of the growth
predicted then is a bound that measured counts kept to, and shows at once that layers of solids do not merge.

Historical note. Widths by step of pentominoes on 5x18 one-sided (give up), tetrominoes in four sets on 8x10 and one-sided on
3x30 (continue): predicted 350, 300 and 2 million transitions in all; the last two took 250 and 1.9 million.
Not here: the decision (counting.py).
"""

from __future__ import annotations

import math

from exactcover.kernel.layers.layers import Progress

WIDEST = 0.4  # fraction of the steps before the widest layer
LATELY = 0.75  # growth is measured since this fraction of the steps done
PLAIN = 4.0  # the area under a width that rises and falls is 1/4 of steps times the widest


class GrowthForecast:
    """Observes a count from layer to layer, and predicts its total transitions."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, float]] = [(0, 0.0)]

    def see(self, progress: Progress) -> None:
        """Record the newest layer."""
        if progress.steps > self.seen[-1][0]:
            self.seen.append((progress.steps, math.log(max(progress.width, 1))))

    def widest(self, progress: Progress, part: float = 1.0) -> float:
        """Return the approximate number of states of the widest layer; part: the fraction of the predicted growth that is
        believed."""
        steps, width = self.seen[-1]
        before, narrower = next((each for each in reversed(self.seen) if each[0] <= LATELY * steps), self.seen[0])
        growth = max(width - narrower, 0.0) / max(steps - before, 1)
        rise = growth * max(WIDEST * progress.of - steps, 0.0) / 2
        return math.exp(min(width + part * rise, 700.0))

    def paths(self, progress: Progress, part: float = 1.0) -> float:
        """Return the approximate transitions of the whole count, at least those so far; part: as above."""
        ways = self.widest(progress, part) * progress.of / PLAIN * progress.paths / max(progress.states, 1)
        return max(ways, float(progress.paths))
