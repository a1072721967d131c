"""Searches for a colouring: weights under which every placement has the weight of its piece, but the board does not add up.

First periodic templates, whose equations do not grow with the board; then the complete test, an elimination over all cells,
which finds a colouring or proves that there is none; then templates that use ranges of copies. Sources: S. W. Golomb,
Polyominoes (1965, 1994), chapter 1; D. A. Klarner, Packing a rectangle with congruent n-ominoes (1969).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

import numpy as np

from exactcover.judges.colouring import judge
from exactcover.judges.demands import Demands, demands
from exactcover.model.answer import Limits
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers import colouring_cells, colouring_folds, colouring_templates
from exactcover.proofs.provers.colouring_folds import Folds
from exactcover.proofs.provers.colouring_lattice import Echelon, Weights, remainder, telling
from exactcover.proofs.provers.colouring_pieces import Pieces, pieces
from exactcover.proofs.provers.colouring_templates import Family, Proof, Template

accepts = ("tiling", "cover")

PERIODS = {1: (2, 3, 4, 5, 6, 7, 8, 9), 2: (2, 3, 4, 6, 5, 8, 7, 9), 3: (2, 3, 4)}
PLAIN = 3  # periods tried before the complete test
RANGED = {1: (2, 3, 4), 2: (2, 3), 3: (2,)}
LARGEST_RANGED = 5
WIDEST = 130  # items in the complete test: about a second of elimination per thousand items
MOST_OPTIONS = 200_000

MOST_ITEMS = 700
PRIMES = (2, 3, 5)  # tried one by one if the complete test would be larger

TOO_LARGE = "no template gives a colouring, and the complete test would be too large"
SIGNED = "a signed {} exists (some parts taken a negative number of times), so that no colouring proves anything"
LOOSELY = (
    "a signed {} exists with some numbers of copies left open, so that no colouring in which such pieces weigh 0 proves"
    " anything; no template was found that uses the bounds of copies"
)


def run(model: Model, limits: Limits) -> Iterator[Event]:
    """Search for a colouring, the simplest first; see `provers`."""
    deadline = Deadline(limits.time)
    end: End | None = None
    for end in _search(model):
        if end is None:
            yield Progress("looking for a colouring")
        if end is not None or deadline.over():
            break
    yield end or End(exhausted=False, stop_reason="time", remark="no colouring was found within the time")


def _search(model: Model) -> Iterator[End | None]:
    """Yield None while running, finally the end."""
    if isinstance(model, Cover):
        yield from _by_item(model)
    elif isinstance(model, Tiling):
        yield from _of_tiling(model)
    else:
        yield _nothing("a linear model has no cells to colour")


def _nothing(remark: str) -> End:
    return End(exhausted=False, remark=remark)


def _of_tiling(tiling: Tiling) -> Iterator[End | None]:
    periods = PERIODS.get(tiling.dimension, ())
    folds = yield from _folded(tiling, periods)
    known = pieces(tiling, folds.placements)
    if known is None:
        yield _nothing("sizes and numbers alone leave no solution")
        return
    tried: set[Template] = set()
    families: dict[int, Family] = {}
    for period in periods[:PLAIN]:
        yield from _by_period(tiling, folds, period, known, tried, families)
    complete = _nothing(TOO_LARGE)
    if sum(folds.placements) <= MOST_OPTIONS:
        for event in _by_cell(tiling, known):
            yield None
            complete = event or complete
    if complete.refutation is not None or complete.remark == TOO_LARGE:
        for period in periods[PLAIN:]:
            yield from _by_period(tiling, folds, period, known, tried, families)
    if complete.refutation is None and not all(known.known):
        for period in RANGED.get(tiling.dimension, ()):
            ranged = colouring_templates.search_ranges(families[period], known, tiling.dimension, LARGEST_RANGED)
            for proof in ranged:
                yield None if proof is None else _proved(proof)
    yield complete


def _folded(tiling: Tiling, periods: tuple[int, ...]) -> Generator[None, None, Folds]:
    """Yield None while running; return the tiling folded by periods."""
    every: Folds | None = None
    for step in colouring_folds.folds(tiling, periods):
        yield None
        every = step
    assert every is not None  # the last is the whole
    return every


def _by_period(
    tiling: Tiling,
    folds: Folds,
    period: int,
    known: Pieces,
    tried: set[Template],
    families: dict[int, Family],
) -> Iterator[End | None]:
    for every in colouring_templates.family(tiling, folds, period):
        yield None
        if every is not None:
            families[period] = every
    for proof in colouring_templates.search(families[period], known, tried, tiling.dimension):
        yield None if proof is None else _proved(proof)


def _proved(proof: Proof) -> End:
    body = {
        "modulus": proof.weights.modulus,
        "template": [{"steps": list(steps), "modulus": modulus} for steps, modulus in proof.template],
        "weights": list(proof.weights.values),
        "pieces": list(proof.pieces),
    }
    return End(exhausted=False, refutation=Refutation("colouring", body))


def _by_cell(tiling: Tiling, known: Pieces) -> Iterator[End | None]:
    """Yield None while running, finally the result of the complete test of a tiling."""
    # The elimination carries nearby cells in the order of the cells: starting with the longest axis keeps them few.
    axes = np.argsort([-n for n in tiling.region.shape], kind="stable")
    pieces = [replace(piece, orientations=tuple(o[:, axes] for o in piece.orientations)) for piece in tiling.pieces]
    grounds = None if tiling.grounds is None else tiling.grounds.transpose(0, *(axes + 1).tolist())
    turned = Tiling(tiling.region.transpose(axes), tuple(pieces), grounds=grounds)
    needs = demands(turned)
    # Numbers that follow from the area count as given; the others get wide bounds, because their pieces weigh 0.
    every = zip(known.least, known.most, known.known, strict=True)
    ranges = [(least, most if sure else most + 1) for least, most, sure in every]
    copies = np.array(ranges, dtype=np.int64).reshape(-1, 2).T
    least, most = (np.concatenate((np.ones(needs.cells, dtype=np.int64), ends)) for ends in copies)
    sure = all(known.known) or len(pieces) == 1
    for event in _eliminated(replace(needs, least=least, most=most), (SIGNED if sure else LOOSELY), "tiling"):
        if not isinstance(event, Weights):
            yield event
            continue
        spread = np.zeros(turned.region.shape, dtype=np.int64)
        spread[turned.region] = event.values[: needs.cells]
        # An option with its piece weighs 0, so a placement's cells weigh minus the piece's item.
        lacking = [-weight % event.modulus if event.modulus else -weight for weight in event.values[needs.cells :]]
        weights = spread.transpose(np.argsort(axes))[tiling.region].tolist()
        body = {"modulus": event.modulus, "weights": weights, "pieces": lacking}
        try:
            judge(tiling, body)
        except InvalidCertificate as fault:
            yield _nothing(f"a colouring exists that the judge cannot verify: {fault}")
        else:
            yield End(exhausted=False, refutation=Refutation("colouring", body))


def _by_item(cover: Cover) -> Iterator[End | None]:
    """Yield None while running, finally the result of the complete test of a cover."""
    needs = demands(cover)
    sure = bool((needs.least == needs.most).all())
    for event in _eliminated(needs, SIGNED if sure else LOOSELY, "selection"):
        if isinstance(event, Weights):
            body = {"modulus": event.modulus, "weights": list(event.values)}
            yield End(exhausted=False, refutation=Refutation("colouring", body))
        else:
            yield event


def _eliminated(needs: Demands, signed: str, noun: str) -> Iterator[End | Weights | None]:
    """Yield None while running, finally weights of all items, or the reason that there are none."""
    items = colouring_cells.known_items(needs)
    weighted: Weights | None = None
    yield None
    if colouring_cells.reach(needs) <= WIDEST:
        form: Echelon = {}
        for so_far in colouring_cells.eliminated(needs):
            yield None
            form = so_far
        target = {place: int(number) for place, number in enumerate(needs.least[items]) if number}
        if remainder(form, target) is None:
            yield _nothing(signed.format(noun))
            return
        weighted = telling(form, target, len(items))
    elif len(items) <= MOST_ITEMS:
        for prime in PRIMES:
            for weights in colouring_cells.modulo(needs, prime) if weighted is None else ():
                yield None
                weighted = weights
    if weighted is None:
        yield _nothing(TOO_LARGE)
        return
    values = np.zeros(needs.items, dtype=np.int64)
    values[items] = weighted.values
    yield Weights(weighted.modulus, tuple(values.tolist()))
