"""The judge of counts: published numbers, agreement with brute force in every order, and certificates that it refuses."""

from __future__ import annotations

import itertools
import json
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover
from exactcover.judges import states
from exactcover.judges.demands import Demands, demands
from exactcover.model.cover import Cover, cover
from exactcover.model.refuted import without_colours
from exactcover.proofs.item_orders import best_order
from tests.schemas import validate

PUBLISHED = {
    "soma": 240 * 48,
    "queens n=8": 92,
    "packing board=8x8 pieces=dominoes copies=any": 12_988_816,
    "packing board=12x12 pieces=dominoes copies=any": 53_060_477_521_960_000,
    "langford n=8": 2 * 150,
    "packing board=3x20 pieces=pentominoes": 8,
    "packing board=4x5 pieces=tetrominoes": 0,
}


@pytest.mark.parametrize("words", PUBLISHED)
def test_published_counts_are_certified(words: str) -> None:
    """By a certificate that the judge accepts, and refuses with any other number."""
    certificate = exactcover.count_certificate(words)
    assert certificate is not None
    assert certificate.count == PUBLISHED[words]
    validate("count_certificate", certificate.to_json())
    assert exactcover.check(certificate)["verified"][:2] == ["certificate", "count"]
    for wrong in (certificate.count + 1, certificate.count - 1, 0):
        if wrong not in (certificate.count, -1):
            verdict = exactcover.check({**certificate.to_json(), "count": str(wrong)})
            assert not verdict["accepted"]
            assert f"says {wrong} solutions; counted along its order there are {certificate.count}" in str(verdict)


@st.composite
def needs(draw: st.DrawFn) -> Demands:
    """Of a few options with few items, with all kinds of multiplicities."""
    items = draw(st.integers(1, 5))
    rows = draw(st.lists(st.sets(st.integers(0, items - 1), min_size=1), max_size=9))
    least = draw(st.lists(st.integers(0, 2), min_size=items, max_size=items))
    most = [each + draw(st.integers(0, 3)) for each in least]
    most = [max(each, 1) for each in most]
    starts = np.cumsum([0, *map(len, rows)])
    members = np.array([item for row in rows for item in sorted(row)], dtype=np.int64)
    return Demands(np.array(least), np.array(most), starts, members, 0, tuple(map(str, range(items))))


def plain_count(model: Demands) -> int:
    """By trying every selection of options."""
    rows = [model.members[a:b] for a, b in itertools.pairwise(model.starts)]
    count = 0
    for chosen in itertools.product((False, True), repeat=len(rows)):
        covered = np.zeros(model.items, dtype=np.int64)
        for row in itertools.compress(rows, chosen):
            covered[row] += 1
        count += bool((covered >= model.least).all() and (covered <= model.most).all())
    return count


@settings(max_examples=150, deadline=None)
@given(model=needs(), data=st.data())
def test_every_order_gives_the_number_of_brute_force(model: Demands, data: st.DataObject) -> None:
    """With items that may be covered several times, or any number of times, or need not be covered."""
    order = data.draw(st.permutations(range(model.items)))
    count = plain_count(model)
    assert states.recount(model, order).solutions == count
    best = best_order(model)
    assert best is not None
    assert states.recount(model, best).solutions == count


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"order": [0, 0, 1]}, "the order is not one of the items; expected 0 to 45, each once"),
        ({"order": "0"}, "no list of whole numbers"),
        ({"order": [0.5]}, "no list of whole numbers"),
        ({"order": [True]}, "no list of whole numbers"),
        ({"count": 92}, "no whole number in digits"),
        ({"count": "-1"}, "no whole number in digits"),
        ({"count": "092"}, "no whole number in digits"),
        ({"schema": True}, "another schema"),
        ({"more": 1}, "other keys"),
        ({"puzzle_sha256": "0" * 64}, "of another puzzle"),
        ({"puzzle": 8}, "does not name its puzzle"),
    ],
)
def test_what_is_no_certificate_is_refused(change: dict[str, Any], sentence: str) -> None:
    """With one sentence that names the key."""
    certificate = exactcover.count_certificate("queens n=8")
    assert certificate is not None
    verdict = exactcover.check({**certificate.to_json(), **change}, "queens n=8")
    assert not verdict["accepted"]
    assert sentence in verdict["faults"][0]


def test_a_certificate_is_of_its_puzzle_only() -> None:
    """That of 6 queens is refused for 8."""
    certificate = exactcover.count_certificate("queens n=6")
    assert certificate is not None
    verdict = exactcover.check(certificate, "queens n=8")
    assert "of another puzzle" in verdict["faults"][0]


@pytest.mark.parametrize("left_out", [0, 1])
def test_a_list_with_a_certificate_is_complete(left_out: int) -> None:
    """Or else it is refused, with the number of those that there are."""
    certificate = exactcover.count_certificate("queens n=6")
    assert certificate is not None
    solutions = list(exactcover.iterate("queens n=6"))[left_out:]
    text = "\n".join([*map(json.dumps, solutions), certificate.to_text()])
    verdict = exactcover.check_text("queens n=6", text)
    assert verdict["accepted"] == (not left_out)
    if left_out:
        assert verdict["faults"] == ["line 4: there are 4 solutions; the file has 3 of them"]
    else:
        assert verdict["verified"] == ["solution", "certificate", "count", "classes"]


def test_a_coloured_cover_is_counted_with_its_colours() -> None:
    """The colours are written as items first."""
    cover = Cover(
        items=("a", "b", "x"),
        least=np.array([1, 1, 0]),
        most=np.array([1, 1, 1]),
        starts=np.array([0, 2, 4, 6, 8]),
        members=np.array([0, 2, 0, 2, 1, 2, 1, 2]),
        colours=np.array([0, 1, 0, 2, 0, 1, 0, 2]),
        palette=("k", "w"),
    )
    written = demands(without_colours(cover))
    assert states.recount(written, range(written.items)).solutions == 2


def test_puzzles_without_options_have_no_certificate() -> None:
    """One sentence says so."""
    with pytest.raises(exactcover.Unsuitable, match="only solutions of tilings and covers"):
        exactcover.count_certificate("8-puzzle")


def test_too_many_states_are_refused() -> None:
    """By the judge, before they fill the memory."""
    model = states.demands_of(exactcover.puzzle("queens", "n=8").encode().model)
    with pytest.raises(states.TooManyStates, match="states before its end"):
        states.recount(model, range(model.items), states.Effort(states=100))


def test_a_limit_ends_the_count() -> None:
    """Then there is no certificate, and no exception."""
    assert exactcover.count_certificate("packing board=20x20 pieces=pentominoes copies=any", time_limit=0.3) is None


def choices(number: int, options: int) -> Demands:
    """So many items that are covered in one of two ways, then one with many options; `options` of them can be chosen."""
    names = {f"c{each}": 1 for each in range(number)} | {f"x{each}": (0, 1) for each in range(number)} | {"z": 1}
    rows = [row for each in range(number) for row in ([f"c{each}", f"x{each}"], [f"c{each}"])]
    rows += [["z", *(f"x{each}" for each in range(number))] for _ in range(options)]
    return demands(cover(names, rows, repeated=True))


def test_options_that_are_tried_in_many_states_take_effort() -> None:
    """A few states with many options each are refused before they are tried, however few states there are in the end."""
    needs = choices(12, 3000)
    with pytest.raises(states.TooManyStates, match="tries options in states"):
        states.recount(needs, range(needs.items), states.Effort(tried=10**6))
    few = choices(3, 5)
    assert states.recount(few, range(few.items)).solutions == 5


def test_subsets_of_options_take_effort() -> None:
    """An item that may be covered often, with options by the dozen, is not tried in all their subsets."""
    items: dict[str, tuple[int, int]] = {"z": (0, 30)}
    needs = demands(cover(items, [["z"]] * 40, repeated=True))
    begun = time.process_time()
    with pytest.raises(states.TooManyStates):
        states.recount(needs, [0])
    assert time.process_time() - begun < 60


def test_wide_states_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held at once is bounded in bytes: states of many items are refused when they are fewer than those of few."""
    needs = choices(8, 1)
    assert states.recount(needs, range(needs.items)).states > 256
    monkeypatch.setattr(states, "MOST_HELD", 200 * states.OF_STATE)
    with pytest.raises(states.TooManyStates, match="between two items"):
        states.recount(needs, range(needs.items))


def test_states_of_too_many_items_are_refused() -> None:
    """A cover of 30,000 items is refused at once, although it has one solution and one state."""
    number = 30_000
    starts, members = np.arange(2 * number + 1), np.repeat(np.arange(number), 2)
    ones = np.ones(number, dtype=np.int64)
    needs = Demands(ones, ones, starts, members, 0, ("",) * number)
    begun = time.process_time()
    with pytest.raises(states.TooManyStates, match="bits of a state"):
        states.recount(needs, range(number))
    assert time.process_time() - begun < 20
