"""Estimated marginals: shares from random descents, against exact numbers, and the errors that they state."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover
from exactcover import api, cli
from exactcover.api import option_shares
from exactcover.api.cover_options import Options
from exactcover.api.option_counts import refuse_marginals
from exactcover.backends.search.cover import marginals as counting
from exactcover.backends.search.cover import shares
from exactcover.backends.search.cover.descents import Group, Tree
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput, JudgeRefused, Unsuitable
from tests.schemas import validate

DOMINOES = "packing board=8x8 pieces=dominoes copies=any"
FIVES = "packing board=5x5 pieces=pentominoes copies=0..1"


def exact(line: str) -> list[float]:
    """Return the exact share of each placement or option."""
    document: Any = exactcover.marginals(line)
    each = document["placements"] or document["options"]
    return [int(one["solutions"]) / int(document["solutions"]) for one in each]


def errors_in_units(line: str, samples: int, seed: int) -> np.ndarray:
    """Return for each option how many stated errors its estimate is from the exact share."""
    document: Any = exactcover.marginals(line, samples=samples, seed=seed)
    validate("marginals", document)
    each = document["placements"] or document["options"]
    return np.array([abs(one["share"] - own) / one["error"] for one, own in zip(each, exact(line), strict=True)])


@pytest.mark.parametrize(
    ("line", "samples"),
    [
        (DOMINOES, 800),
        (FIVES, 1200),
        ("queens n=8", 1200),
        pytest.param("pentominoes-6x10", 8000, marks=pytest.mark.deep("descends for ten seconds")),
    ],
)
def test_estimates_are_near_the_exact_shares(line: str, samples: int) -> None:
    """No estimate is more than two and a half stated errors from the exact share, and most are within one."""
    units = errors_in_units(line, samples, seed=1)
    assert units.max() < 2.5
    assert (units <= 1).mean() >= 0.85


@pytest.mark.parametrize("line", ["queens n=7", "packing board=4x6 pieces=tetrominoes copies=any"])
def test_intervals_contain_about_95_percent_of_the_exact_shares(line: str) -> None:
    """Over 20 seeds, the intervals contain at least 95 % of the shares, and are not so wide that they contain all."""
    units = np.concatenate([errors_in_units(line, 200, seed) for seed in range(20)])
    assert 0.95 <= (units <= 1).mean() < 1


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    """Return a small cover with items of several multiplicities."""
    bounds: list[int | tuple[int, int]] = [1, (0, 1), (1, 2), (0, 2), 2]
    items = {name: draw(st.sampled_from(bounds)) for name in "abcde"}
    options = draw(st.lists(st.sets(st.sampled_from("abcde"), min_size=1, max_size=3), min_size=1, max_size=9))
    return cover(items, [sorted(option) for option in dict.fromkeys(map(frozenset, options))])


@given(covers())
def test_a_group_without_draws_sees_every_solution_once(model: Cover) -> None:
    """The tree of a cover has each solution once, whatever the multiplicities of its items."""
    group = Group(Tree(model), 10_000, np.random.default_rng(0))
    each, solutions = np.zeros(model.options, dtype=int), 0
    for level in group.levels():
        for selection in level.selections:
            each[selection] += 1
            solutions += 1
    listed = next(counts for counts in counting._by_list(model) if counts is not None)
    assert not group.drawn
    assert (solutions, each.tolist()) == (listed.solutions, listed.each)


@given(covers(), st.integers(0, 3))
def test_weights_count_without_bias(model: Cover, seed: int) -> None:
    """The mean over many groups of the weighted number of solutions is near their number, five standard errors at most."""
    tree = Tree(model)
    solutions = sum(len(level.selections) for level in Group(tree, 10_000, np.random.default_rng(0)).levels())
    totals = []
    for number in range(300):
        levels = Group(tree, 2, np.random.default_rng([seed, number])).levels()
        totals.append(sum(len(level.selections) * np.exp(level.weight) for level in levels))
    assert abs(np.mean(totals) - solutions) <= 5 * np.std(totals) / np.sqrt(len(totals)) + 1e-9 + solutions * 0.05


def test_same_seed_same_estimate() -> None:
    """The seed decides everything."""
    first, again = (exactcover.marginals(FIVES, samples=400, seed=7) for _ in range(2))
    assert first == again
    assert exactcover.marginals(FIVES, samples=400, seed=8) != first


def test_the_sentence_says_that_it_is_an_estimate() -> None:
    """People read what the numbers are, and the largest error."""
    document = exactcover.marginals(FIVES, samples=1200, seed=1)
    assert (document["status"], document["solutions"], document["samples"]) == ("FEASIBLE", None, 1200)
    assert document["sentence"].startswith("An estimate: 1,200 random descents reached ")
    assert "95 %" in document["sentence"]


def test_few_effective_groups_are_called_a_guess() -> None:
    """Five descents say nothing of their errors."""
    document = exactcover.marginals(DOMINOES, samples=5)
    assert document["effective_groups"] < option_shares.LEAST_EFFECTIVE
    assert document["sentence"].startswith("A guess, not an estimate")


def test_one_group_has_no_error_to_state() -> None:
    """One group cannot be compared with any other: each error is 1."""
    document = exactcover.marginals(DOMINOES, samples=1)
    assert {each["error"] for each in document["placements"] or []} == {1.0}


def test_enough_descents_give_exact_numbers() -> None:
    """If no group has to draw, the document is the one without samples but for its sentence."""
    line = "packing board=4x4 pieces=dominoes copies=any"
    estimated, counted = exactcover.marginals(line, samples=4000), exactcover.marginals(line)
    assert {**estimated, "sentence": ""} == {**counted, "sentence": ""}


def test_a_tree_without_solutions_that_is_seen_whole_is_infeasible() -> None:
    """Descents that need not draw prove that there is no solution."""
    document = exactcover.marginals("packing board=3x3 pieces=dominoes copies=any", samples=400)
    assert (document["status"], document["solutions"]) == ("INFEASIBLE", "0")


def test_descents_that_reach_no_solution_leave_it_open() -> None:
    """Ten descents reach none of the 8x8 board without two corners of one colour, and prove nothing."""
    document = exactcover.marginals(f"{DOMINOES} holes=0,0/7,7", samples=10)
    validate("marginals", dict(document))
    assert (document["status"], document["reached"], document["placements"]) == ("UNKNOWN", 0, None)
    assert "nothing is known" in document["sentence"]


def test_coloured_covers_have_marginals() -> None:
    """Two options of one solution may give an item the same colour; its shares then add up to more than 1."""
    puzzle = exactcover.cover({"a": 1, "b": 1, "x": (0, 1)}, [["a", "x:r"], ["b", "x:r"], ["a", "x:g"], ["b", "x:g"]])
    assert [each["solutions"] for each in exactcover.marginals(puzzle)["options"] or []] == ["1"] * 4
    assert [each["share"] for each in exactcover.marginals(puzzle, samples=40)["options"] or []]


def test_cells_that_stay_empty_have_shares() -> None:
    """A cell that stays empty is a placement without a piece."""
    document = exactcover.marginals("packing board=++++++/++++++ pieces=dominoes copies=any", samples=200)
    validate("marginals", dict(document))
    assert any(each["piece"] is None and each["share"] > 0 for each in document["placements"] or [])


def test_a_time_limit_keeps_what_is_known() -> None:
    """An estimate ends with the groups that are done."""
    document = exactcover.marginals(DOMINOES, samples=10**6, time_limit=2)
    validate("marginals", dict(document))
    assert document["stop_reason"] == "time"
    assert 0 <= document["samples"] < 10**6


def test_a_time_limit_may_leave_nothing() -> None:
    """Without a group that is done nothing is known."""
    document = exactcover.marginals(DOMINOES, samples=1000, time_limit=0)
    validate("marginals", dict(document))
    assert (document["status"], document["stop_reason"], document["samples"]) == ("UNKNOWN", "time", 0)


@pytest.mark.parametrize("samples", [0, -1, 2.5, True, 10**30])
def test_wrong_numbers_of_samples_are_refused(samples: Any) -> None:
    """The sentence names the number and what was expected."""
    with pytest.raises(InvalidInput, match="the number of samples is"):
        exactcover.marginals(DOMINOES, samples=samples)


def test_connected_covers_are_refused() -> None:
    """Descents do not keep a region connected."""
    with pytest.raises(Unsuitable, match="connected"):
        exactcover.marginals("packing board=+++/+++ pieces=dominoes copies=any connected=yes", samples=40)


def test_the_refusal_of_an_exact_count_names_the_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot have exact numbers learns how to have an estimate."""
    monkeypatch.setattr(counting, "MOST_LISTED", 10)
    with pytest.raises(Unsuitable, match="--samples N"):
        exactcover.marginals("packing board=16x16 pieces=pentominoes copies=any holes=0,0", memory_limit=1)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("share", 0.9, "add up to"),
        ("share", 1.5, "expected 0 to 1"),
        ("share", None, "no marginals"),
        ("error", -1, "no marg"),
    ],
)
def test_forged_shares_are_refused(key: str, value: Any, sentence: str) -> None:
    """The shares of the placements over a cell add up to 1, and errors are parts of 1."""
    document: Any = exactcover.marginals(DOMINOES, samples=400)
    refuse_marginals(api.puzzle(DOMINOES), document)
    document["placements"][0][key] = value
    with pytest.raises(JudgeRefused, match=sentence):
        refuse_marginals(api.puzzle(DOMINOES), document)


def test_shares_of_other_options_are_refused() -> None:
    """An estimate of another puzzle is refused."""
    document: Any = exactcover.marginals(DOMINOES, samples=400)
    with pytest.raises(JudgeRefused, match="other options"):
        refuse_marginals(api.puzzle("packing board=7x8 pieces=dominoes copies=any"), document)


def test_selections_are_judged_before_they_count() -> None:
    """A selection that is no solution ends the estimate as a fault of the program."""
    options = Options(api.puzzle(DOMINOES))
    with pytest.raises(JudgeRefused, match="covered 0 times"):
        options.judge(np.array([0]))


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 39, 200])
def test_students_quantiles_are_those_of_scipy(degrees: int) -> None:
    """The expansion is exact to a part in a hundred from 3 degrees on."""
    stats = pytest.importorskip("scipy.stats")
    assert shares._student(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=0.01)


def test_the_command_line_prints_shares_with_errors(capsys: pytest.CaptureFixture[str]) -> None:
    """The likeliest placements are printed with their errors, or all as JSON."""
    words = [*DOMINOES.split(), "--samples", "400", "--seed", "2"]
    assert cli.main(["marginals", *words, "--limit", "3"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("An estimate: 400 random descents")
    assert len(lines) == 3
    assert all("±" in line and "I2:" in line for line in lines)
    assert cli.main(["marginals", *words, "--json", "--time-limit", "60"]) == 0
    document = json.loads(capsys.readouterr().out)
    validate("marginals", document)
    assert document == exactcover.marginals(DOMINOES, samples=400, seed=2)
