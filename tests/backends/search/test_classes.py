"""Solutions that a symmetry keeps, and classes by Burnside's lemma: by layers and by listing, against brute force."""

from __future__ import annotations

import random

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover import classes, roots
from exactcover.backends.search.cover.counting import Settings
from exactcover.backends.search.cover.kernel_names import AUTO
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.kernel.cover import orders
from exactcover.kernel.layers import layers
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover, cover
from exactcover.model.events import Standing
from exactcover.transform.symmetry.fixed_by_symmetry import Quotient, Sum, cover_fixed_by
from tests.backends.search.by_hand import cover_of
from tests.backends.search.models import EXACT, brute, counted, listed, random_symmetric_cover
from tests.parts import Few
from tests.random_models import end_of

SETTINGS = Settings(1, 0, AUTO, None, None)
BOARDS = ("2x5", "3x3", "3x4", "2x6", "4x4", "2x2x2")
PIECES = ("I1", "I2", "I3", "V3", "L4", "T4", "S4", "O4")


def random_ranges(seed: int) -> Cover:
    """A board with symmetries and pieces whose ranges of copies leave many ways to share them out."""
    rng = random.Random(seed)
    pieces = rng.sample(PIECES, rng.randint(2, 3))
    ranges = [f"{name}:{(least := rng.randint(0, 2))}..{least + rng.randint(0, 4)}" for name in pieces]
    return cover_of(
        puzzle(f"packing board={rng.choice(BOARDS)} pieces={','.join(pieces)} copies={','.join(ranges)}").value
    )


def by_layers(quotient: Quotient) -> int:
    """The solutions of a quotient by kernel layers."""
    given = classes.weighted(quotient)
    counting = layers.Counting(layers.prepare(given, *orders.layer_order(given)))
    assert counting.run(1 << 60).finished
    return counting.count


def by_listing(quotient: Quotient, workers: int) -> int:
    """The solutions of a quotient by the search that leaves out what does not add up."""
    settings = SETTINGS._replace(workers=workers)
    return list(classes.listed(quotient, roots.chooser_of(quotient, 0), settings))[-1].solutions


def agree(model: Cover, seed: int) -> int:
    """Hold the solutions that each symmetry keeps against those of the oracle; return how many quotients had sums."""
    solutions = [frozenset(selection) for selection in brute(model)]
    orbits = Orbits(model)
    weighted = 0
    for permutation, images in zip(orbits.group, orbits.images, strict=True):
        right = sum({int(images[option]) for option in solution} == solution for solution in solutions)
        quotient = cover_fixed_by(model, permutation, images)
        if quotient is None:
            assert right == 0, seed
            continue
        assert by_layers(quotient) == right, seed
        assert by_listing(quotient, 1 + seed % 2) == right, seed
        assert list(classes.fixed(quotient, SETTINGS))[-1].solutions == right, seed
        weighted += bool(quotient.sums)
    return weighted


def test_solutions_that_a_symmetry_keeps_on_random_covers(few: Few) -> None:
    """On 150 random covers with symmetries and multiplicities layers and listing count the solutions each symmetry keeps."""
    assert sum(agree(random_symmetric_cover(seed), seed) for seed in range(few(150))) > few(20)


def test_solutions_that_a_symmetry_keeps_on_boards_with_ranges(few: Few) -> None:
    """On 60 random boards whose pieces have ranges of copies layers and listing count the solutions each symmetry keeps."""
    assert sum(agree(random_ranges(seed), seed) for seed in range(few(60))) > few(60)


def test_classes_of_boards_with_ranges_are_as_many_as_are_listed(few: Few) -> None:
    """On 120 random boards with ranges of copies Burnside's lemma counts what the canonical filter lets through."""
    several = 0
    for seed in range(1_000, 1_000 + few(120)):
        model = random_ranges(seed)
        one_each = listed(model, up_to_symmetry=True)
        total, number = counted(model, ("auto", "layers", "static-order")[seed % 3], 1 + seed % 2)
        assert (total, number) == (len(listed(model)), len(one_each)), seed
        several += len(one_each) > 1
    assert several > few(20)


def many_ways(pairs: int) -> Cover:
    """Pairs of cells and a piece a pair, 0 to 2 times, that covers one cell or both; the symmetry turns every pair."""
    ranges = {f"p{k}": (0, 2) for k in range(pairs)} | {f"{side}{k}": (0, 1) for side in "lr" for k in range(pairs)}
    options = [[f"p{k}", f"{side}{k}"] for k in range(pairs) for side in "lr"]
    base = cover(ranges, options + [[f"p{k}", f"l{k}", f"r{k}"] for k in range(pairs)])
    swap = [*range(pairs), *range(2 * pairs, 3 * pairs), *range(pairs, 2 * pairs)]
    return Cover(
        base.items, base.least, base.most, base.starts, base.members, symmetries=np.array([range(3 * pairs), swap])
    )


@pytest.mark.parametrize("pairs", [1, 7, 12])
def test_classes_are_counted_however_many_ways_there_are_to_share_out_copies(pairs: int) -> None:
    """Where copies can be shared out in up to 3**12 ways under a symmetry the classes are still those of the formula."""
    assert counted(many_ways(pairs)) == (5**pairs, (5**pairs + 3**pairs) // 2)


def test_classes_with_many_copies_of_many_pieces() -> None:
    """Up to four copies of each of eight pieces on 3x6 have as many classes as the list up to symmetry has solutions."""
    model = cover_of(puzzle("packing board=3x6 pieces=I2,I3,V3,tetrominoes copies=0..4").value)
    assert counted(model) == (len(listed(model)), len(listed(model, up_to_symmetry=True)))


def test_an_item_covered_thrice_by_an_option() -> None:
    """Layers count options that cover an item several times at once: 2a + 3b + c = 6 copies in all, by hand."""
    quotient = Quotient(
        cover(
            {"x1": (0, 6), "x2": (0, 3), "x3": (0, 2)} | {f"o{k}": (0, 1) for k in range(6)},
            [["x1", "o0"], ["x1", "o1"], ["x2", "o2"], ["x2", "o3"], ["x3", "o4"], ["x3", "o5"]],
        ),
        (Sum((0, 1, 2), (1, 2, 3), 6, 6),),
    )
    # 3+3, 3+2+1 (2*2*2 ways), 2+2+1+1.
    assert by_layers(quotient) == by_listing(quotient, 1) == 1 + 8 + 1


def test_a_finished_total_is_told_before_its_classes() -> None:
    """The count says once what it comes to if it is cut, before the first symmetry is looked at."""
    model = many_ways(7)
    events = list(EXACT.run("count", model, EngineOptions(), Limits()))
    standing = [event.end for event in events if isinstance(event, Standing)]
    assert len(standing) == 1
    assert (standing[0].exhausted, standing[0].count, standing[0].classes) == (True, 5**7, None)
    assert standing[0].remark.startswith("classes not counted")
    assert end_of(events).classes == (5**7 + 3**7) // 2


def test_a_time_limit_that_cuts_the_classes_leaves_the_total() -> None:
    """Where the time is up after the total the end has it, exhausted, without classes, and says what was cut."""
    end = end_of(list(EXACT.run("count", many_ways(7), EngineOptions(own={"kernel": "layers"}), Limits(time=0))))
    assert (end.exhausted, end.stop_reason, end.count, end.classes) == (True, "time", 5**7, None)
    assert end.remark.startswith("classes not counted")
