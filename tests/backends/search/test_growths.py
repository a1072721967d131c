"""Growths built at random: each is a solution, on large boards one is there at once, and what is cheaper is still looked for."""

from __future__ import annotations

import pytest

from exactcover import judges
from exactcover.backends.search.growths import by_rows
from exactcover.backends.search.growths.tables import Builder, tables
from exactcover.model.answer import Limits
from exactcover.model.events import End, Found
from tests.backends.test_connected_growths import growth, position
from tests.random_models import end_of, run


def test_what_is_built_is_a_solution() -> None:
    """The judge accepts every growth that is built on small positions, and for most goals some are."""
    built = 0
    for seed in range(40):
        model = growth(position(seed))
        builder = Builder(tables(model), seed)
        for _ in range(5):
            selection = builder.build()
            if selection is not None:
                assert not judges.faults(model, selection), position(seed)
                built += 1
    assert built > 20


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("blokus-fill-14x14", None),
        ("blokus-corners-14x14", 46),
        ("blokus-mini-contest-15x15", 30),
        ("blokus board=20x20 goal=corners", 72),
        ("blokus board=8x8 goal=most", 62),
    ],
)
def test_first_solutions_of_large_boards(line: str, most: int | None) -> None:
    """Within forty tries there is a solution, not far from the best one known."""
    model = growth(line)
    builder = Builder(tables(model), 0)
    selections = [selection for _ in range(40) if (selection := builder.build()) is not None]
    assert selections
    assert not any(judges.faults(model, selection) for selection in selections)
    costs = [cost for selection in selections if (cost := judges.cost(model, selection)) is not None]
    assert (min(costs) <= most) if most is not None else not costs


def test_the_same_seed_builds_the_same() -> None:
    """Two builders with one seed agree."""
    model = growth("blokus-corners-8x8")
    one, two = (Builder(tables(model), 3) for _ in range(2))
    for _ in range(10):
        first, second = one.build(), two.build()
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            assert first.tolist() == second.tolist()


def test_only_what_is_cheaper_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what was built is optimal already, CP-SAT shows that nothing is cheaper, and the bound is the cost."""
    monkeypatch.setattr(by_rows, "PATIENCE", 400)
    model = growth("blokus-corners-6x6")
    events = run("cpsat", "solve", model)
    costs = [judges.cost(model, event.selection) for event in events if isinstance(event, Found)]
    assert end_of(events).exhausted
    assert end_of(events).bound == costs[-1]
    monkeypatch.setattr(by_rows, "MOST_ENTRIES", 0)
    plain = run("cpsat", "solve", model)
    assert end_of(plain).bound == costs[-1]
    assert isinstance(plain[-1], End)


def test_no_time_is_no_search() -> None:
    """Without time nothing is built."""
    events = run("cpsat", "solve", growth("blokus-corners-6x6"), Limits(time=0.0))
    assert not any(isinstance(event, Found) for event in events)
