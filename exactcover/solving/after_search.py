"""Which arguments are tried during a search that finds nothing, and which after it has ended without a solution.

Not here: the arguments of `prove`, and those before a search (portfolio.py); when each gets its turn (execute.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.growth import Growth
from exactcover.model.tiling import Tiling
from exactcover.solving.plan import Beside, Plan, Prove, Share, Stage
from exactcover.solving.portfolio import QUICK

EXHAUSTED: tuple[Stage, ...] = (QUICK[0], *((share,) for share in QUICK[1]), *QUICK[2:])
"""Arguments tried after a search that has ended: one after the other, for dead placements slow down an easy colouring."""
BRIEFLY: tuple[Stage, ...] = ((Share("tree", 0.2, part=0.1, nodes=20_000),),)
EASILY_COLOURED, FEW_OPTIONS = 40, 200
SOON, LATER = 0.008, 0.06
"""Seconds before, and of, a first turn of arithmetic and colourings; of those that take long: most small searches have ended.

Historical note. CPU milliseconds to refute the mutilated chessboard, one of 10x10 and one of L4: 33, 28 and 33 with a first turn
after 25, 12, 13 and 16 after 8. Nine boards with packings took as long.
"""
CLASH_SECONDS = 4e-6
"""Approximate seconds, for each clash of two options in an item, of the items that provers need for that (written_out.py).

Historical note. MacMahon's squares on 4x6, 682,000 clashes: the search took 0.02 CPU seconds, what provers needed 2.5.
"""
EASILY: tuple[Stage, ...] = (QUICK[0], (Share("colouring", 0.5, part=0.1),))
"""The argument tried before these after a search of few nodes; before it sizes and colourings, if pieces have few orientations,
or a cover few options.

Historical note. Ten boards of 72 triangles that twelve hexiamonds do not fill: the search took 49 to 1,429,419 nodes, 0.01 to
0.09 CPU seconds; the count 0.35 to 0.92 when all of QUICK came after it, 0.02 to 0.3 in this order.
"""


def beside(plan: Plan, model: Model, stages: tuple[Stage, ...]) -> Plan:
    """Return a search with provers that take turns with it; without stages the search alone."""
    if not stages:
        return plan
    if isinstance(model, Growth):
        return Beside(plan, Prove(stages))
    if _easily_coloured(model):
        return Beside(plan, Prove(stages), EXHAUSTED, (*EASILY, *BRIEFLY), max(SOON, _writing_seconds(model)))
    return Beside(plan, Prove(stages), EXHAUSTED, BRIEFLY, max(LATER, _writing_seconds(model)))


def _writing_seconds(model: Model) -> float:
    """Return about how long it takes to write colours as items; 0 without any."""
    if not isinstance(model, Cover) or model.colours is None:
        return 0.0
    pairs = sum(int(number) ** 2 for number in np.bincount(model.members))
    alike = sum(int(number) ** 2 for number in np.unique(model.codes, return_counts=True)[1])
    return CLASH_SECONDS * (pairs - alike) / 2


def _easily_coloured(model: Model) -> bool:
    """Return whether a colouring takes about as long as a small tree, and is the better reason."""
    if isinstance(model, Cover):
        return model.options <= FEW_OPTIONS
    return isinstance(model, Tiling) and sum(len(piece.orientations) for piece in model.pieces) <= EASILY_COLOURED
