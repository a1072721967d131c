"""How large a layered count will grow, foretold from the layers made so far.

The logarithm of the width of layers grows by less and less until the widest, at about 0.4 of the steps, and falls again as
it rose. Good to a factor of about four once a fifth of the steps is done: enough to give up a count that would take longer
than search, or more memory than there is. What is foretold of the first steps is far too much; a third of the growth foretold
then is a bound that the counts kept to, and tells at once that layers of solids do not merge.

Historical note. Widths by step of pentominoes on 5x18 one-sided (give up), tetrominoes in four sets on 8x10 and one-sided
on 3x30 (go on): foretold 350, 300 and 2 million ways in all; the last two took 250 and 1.9 million.
Not here: what is done about it (counting.py).
"""

from __future__ import annotations

import math

from exactcover.kernel.layers.layers import Progress

WIDEST = 0.4  # part of the steps before the widest layer
LATELY = 0.75  # growth is that since this part of the steps done
PLAIN = 4.0  # area under a width that rises and falls, as a part of steps times the widest: one in so many


class GrowthForecast:
    """Looks on while a count goes from layer to layer, and foretells its ways in all."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, float]] = [(0, 0.0)]

    def see(self, progress: Progress) -> None:
        """Take note of the newest layer."""
        if progress.steps > self.seen[-1][0]:
            self.seen.append((progress.steps, math.log(max(progress.width, 1))))

    def widest(self, progress: Progress, part: float = 1.0) -> float:
        """Return about how many states the widest layer has; part: how much of the growth to come is believed."""
        steps, width = self.seen[-1]
        before, narrower = next((each for each in reversed(self.seen) if each[0] <= LATELY * steps), self.seen[0])
        growth = max(width - narrower, 0.0) / max(steps - before, 1)
        rise = growth * max(WIDEST * progress.of - steps, 0.0) / 2
        return math.exp(min(width + part * rise, 700.0))

    def paths(self, progress: Progress, part: float = 1.0) -> float:
        """Return about how many ways from state to state the whole count takes, at least those made so far; part: as above."""
        ways = self.widest(progress, part) * progress.of / PLAIN * progress.paths / max(progress.states, 1)
        return max(ways, float(progress.paths))
