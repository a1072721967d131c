"""Agreement: every engine finds what the oracle finds, on random covers and on random packings."""

from __future__ import annotations

import pytest

from encoders.puzzle import puzzle_of
from exactcover import judges
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Bound, Found
from tests.random_models import counted, end_of, listed, random_coloured_cover, random_cover, random_packing, run

ENGINES = ("exact", "cpsat", "sat")


def covers(engine: str) -> list[Cover]:
    """Random covers, with connectivity for the engines that know it."""
    plain = [random_cover(seed) for seed in range(120)]
    return plain if engine == "exact" else plain[:60] + [random_cover(seed, connected=True) for seed in range(60)]


def agree(engine: str, model: Model) -> int:
    """Hold an engine's list, count and solve against the oracle's; return how many solutions there are."""
    right = listed("brute", model)
    assert listed(engine, model) == right
    assert counted(engine, model) == len(right)
    for break_symmetry in (False, True):
        events = run(engine, "solve", model, break_symmetry=break_symmetry)
        found = [event.selection for event in events if isinstance(event, Found)]
        assert bool(found) == bool(right)
        assert not any(judges.faults(model, selection) for selection in found)
        end = end_of(events)
        costs = [cost for selection in found if (cost := judges.cost(model, selection)) is not None]
        if costs:
            best = min(
                judges.cost(model, event.selection) or 0
                for event in run("brute", "list", model)
                if isinstance(event, Found)
            )
            assert end.exhausted
            assert end.bound == costs[-1] == best
            assert costs == sorted(costs, reverse=True)
            assert all(event.value <= best for event in events if isinstance(event, Bound))
        else:
            assert end.exhausted == (not right)
    return len(right)


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree_with_brute_on_random_covers(engine: str) -> None:
    """List, count and solve: multiplicities, secondary items, costs, connectivity; none, one and many solutions."""
    numbers = [agree(engine, model) for model in covers(engine)]
    assert numbers.count(0) > 20
    assert sum(number > 1 for number in numbers) > 20


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree_with_brute_on_random_colours(engine: str) -> None:
    """List, count and solve: colours of secondary items, beside multiplicities and costs."""
    numbers = [agree(engine, random_coloured_cover(seed)) for seed in range(300 if engine == "exact" else 90)]
    assert numbers.count(0) > 15
    assert sum(number > 1 for number in numbers) > 45


@pytest.mark.parametrize("kernel", ["fewest-options", "sparse"])
def test_kernels_agree_with_brute_on_random_colours(kernel: str) -> None:
    """Both kernels that know colours list what the oracle lists."""
    for seed in range(300):
        model = random_coloured_cover(seed)
        assert listed("exact", model, {"kernel": kernel}) == listed("brute", model)


@pytest.mark.parametrize("kernel", ["static-order", "layers"])
def test_other_kernels_refuse_colours(kernel: str) -> None:
    """They say in one sentence that they know none."""
    model = cover(["a", "b"], [["a", "s:x"], ["b", "s:x"], ["b", "s:y"]], secondary=["s"])
    with pytest.raises(Unsuitable, match="colours"):
        run("exact", "count", model, own={"kernel": kernel})


@pytest.mark.parametrize("engine", ["highs", "prices"])
def test_engines_by_numbers_refuse_colours(engine: str) -> None:
    """They say in one sentence that they know none."""
    model = cover(["a", "b"], [["a", "s:x"], ["b", "s:x"]], secondary=["s"], costs=[1, 1])
    with pytest.raises(Unsuitable, match="colours"):
        run(engine, "solve", model)


@pytest.mark.parametrize(
    "engine",
    [
        "exact",
        pytest.param(
            "cpsat", marks=pytest.mark.deep("lists packings one solve after the other; a plain run lists covers")
        ),
        pytest.param(
            "sat", marks=pytest.mark.deep("lists packings one solve after the other; a plain run lists covers")
        ),
    ],
)
def test_engines_agree_with_brute_on_random_packings(engine: str) -> None:
    """List, count and solve with and without symmetry breaking, in the plane and in space, planted and spoiled."""
    packings = [puzzle_of("packing", random_packing(seed, planted=seed < 10)).encode().model for seed in range(24)]
    numbers = [agree(engine, model) for model in packings]
    assert all(numbers[:10])
    assert 0 in numbers


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("model", "number"),
    [
        (cover([], []), 1),  # nothing to do is done in one way
        (cover(["a"], []), 0),
        (cover({"a": (0, 5)}, []), 1),
        (cover({"a": 0, "b": 1}, [["a", "b"], ["b"], ["a"]]), 1),  # most = 0 forbids two options
        (cover(["a"], [["b"], ["a"]], secondary=["b"]), 2),
        (cover({"a": 3}, [["a"], ["a", "b"], ["a", "c"], ["a", "d"]], secondary=list("bcd")), 4),
        (cover({"a": 3}, [["a"], ["a", "b"]], secondary=["b"]), 0),
        (cover({"a": (0, 2**62)}, [["a"], ["a", "b"]], secondary=["b"]), 4),
        (cover(dict.fromkeys("ab", (1, 2)), ["a", "b", "ab"]), 5),
    ],
)  # fmt: skip
def test_engines_agree_on_the_edges(engine: str, model: Cover, number: int) -> None:
    """No items, no options, most = 0, optional options, multiplicities out of reach and without measure."""
    assert agree(engine, model) == number


@pytest.mark.parametrize("engine", ENGINES)
def test_equal_costs_below_zero_are_minimised(engine: str) -> None:
    """The cheapest solution may take every optional option whose cost is negative, and only those."""
    model = cover(["a"], [["a"], ["a", "b"], ["b"], ["c"], ["d"]], secondary=list("bcd"), costs=[0, -1, -3, -2, 4])
    events = run(engine, "solve", model)
    last = [event.selection.tolist() for event in events if isinstance(event, Found)][-1]
    assert sorted(last) == [0, 2, 3]
    assert end_of(events).bound == -5


@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "cadical300", "glucose4", "maplechrono", "minisat22"])
def test_every_solver_of_sat_agrees(solver: str) -> None:
    """Each CDCL solver lists what the oracle lists."""
    for seed in range(15):
        model = random_cover(seed, connected=seed % 2 == 0)
        assert listed("sat", model, {"solver": solver}) == listed("brute", model)
