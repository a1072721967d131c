"""Equal options are different choices: counted, listed, priced, proved and judged as such, by every engine, in every format."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.cover.order import in_order
from encoders.solutions import Selection
from exactcover import api, backends, judges
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidModel
from exactcover.model.events import End, Found, FoundMany
from exactcover.transform.reductions import chain
from tests.brute_covers import solutions
from tests.commands import run as command

ITEMS = ["a", "b"]
OPTIONS = [["a", "b"], ["a"], ["b"], ["a", "b"]]


def small(**keys: Any) -> Any:
    """Two items and four options, of which two are equal: three solutions."""
    return api.puzzle("cover", items=ITEMS, options=OPTIONS, **keys)


def numbers(solution: object) -> list[int]:
    """The numbers of the options that a solution has."""
    assert isinstance(solution, Selection)
    assert solution.numbers is not None
    return solution.numbers


def ended(engine: str, task: Task, model: Cover) -> tuple[list[tuple[int, ...]], End]:
    """The selections of an engine that is run on what it accepts, and its End."""
    known = backends.engine(engine)
    reduced = chain.reduce(model, known.accepts)
    found: list[tuple[int, ...]] = []
    for event in known.run(task, reduced.model, EngineOptions(), Limits()):
        if isinstance(event, FoundMany):
            found += [tuple(sorted(reduced.lift(each).tolist())) for each in event.selections]
        elif isinstance(event, Found):
            found.append(tuple(sorted(reduced.lift(event.selection).tolist())))
        elif isinstance(event, End):
            end = event
    return found, end


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    """Covers of up to three items and seven options, few of them different, with costs or without."""
    ranges = st.sampled_from([(1, 1), (1, 1), (0, 1), (1, 2), (0, 2)])
    bounds = {name: draw(ranges) for name in "abc"}
    some = draw(st.lists(st.sets(st.sampled_from("abc"), min_size=1), min_size=1, max_size=3))
    options = draw(st.lists(st.sampled_from(some), min_size=1, max_size=7))
    costs = draw(st.none() | st.lists(st.integers(-3, 6), min_size=len(options), max_size=len(options)))
    return in_order(cover(bounds, options, costs=costs, repeated=True))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(covers())
def test_engines_agree_with_brute_force(model: Cover) -> None:
    """Lists have each selection once, counts are their number, and what is found costs least; prices prove it."""
    bounds: dict[Any, tuple[int, int]] = dict(
        zip(model.items, zip(model.least.tolist(), model.most.tolist(), strict=True), strict=True)
    )
    right = solutions(bounds, [model.option(number) for number in range(model.options)])
    for engine in ("exact", "cpsat", "sat", "brute"):
        assert sorted(ended(engine, "list", model)[0]) == sorted(right)
        assert ended(engine, "count", model)[1].count == len(right)
    priced = model.costs is not None
    for engine in ("exact", "cpsat", "sat", "brute", "highs", *(["prices"] if priced else [])):
        found, end = ended(engine, "solve", model)
        assert bool(found) == bool(right)
        assert set(found) <= set(right)
        if model.costs is not None and right:
            cheapest = min(int(model.costs[list(each)].sum()) for each in right)
            assert int(model.costs[list(found[-1])].sum()) == cheapest
        assert end.refutation is None or not judges.refutation_faults(model, end.refutation)


def test_two_crews_on_the_same_flights() -> None:
    """From Python, keys, TOML and Knuth's text: three solutions, told apart by the numbers of their options."""
    texts = {
        "toml": f'kind = "cover"\nitems = {json.dumps(ITEMS)}\noptions = {json.dumps(OPTIONS)}\n',
        "dlx": "a b\na b\na\nb\na b\n",
    }
    sent = [api.puzzle_sent({"format": name, "text": text})[0] for name, text in texts.items()]
    for subject in (small(), api.cover(ITEMS, OPTIONS), *sent):
        answer = api.count(subject)
        assert (answer.count, answer.exhausted) == (3, True)
        listed = list(api.iterate(subject))
        assert sorted(numbers(each) for each in listed) == [[1, 4], [2], [3]]
        assert not any(api.faults(subject, each) for each in listed)


def test_a_cost_is_that_of_the_option_chosen() -> None:
    """Equal options may cost differently: the cheaper is chosen, all optima are listed, a solution says which it has."""
    subject = small(costs=[7, 3, 3, 5])
    answer = api.solve(subject)
    assert (answer.status, answer.cost) == ("OPTIMAL", 5)
    assert answer.solution == {"options": [["a", "b"]], "numbers": [2]}
    assert subject.cost({"options": [["a", "b"]], "numbers": [3]}) == 7
    assert subject.cost({"options": [["a", "b"]]}) == 5
    alike = small(costs=[5, 3, 3, 5])
    assert sorted(numbers(each) for each in api.iterate(alike, optimal=True)) == [[2], [3]]
    both = api.puzzle("cover", items=[["a", 2, 2]], options=[["a"]] * 3, costs=[4, 1, 2])
    assert api.solve(both).cost == 3
    assert both.cost({"options": [["a"], ["a"]]}) == 3


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        ({"options": [["a", "b"]], "numbers": [4]}, "option 4 is .*other items for it"),
        ({"options": [["a", "b"]], "numbers": [5]}, "option 5 does not exist; expected 1 to 4"),
        ({"options": [["a", "b"]], "numbers": [2, 3]}, "2 different numbers; expected one for each of its 1 options"),
        ({"options": [["a"], ["b"]], "numbers": [1, 1]}, "1 different numbers"),
        ({"options": [["a", "b"]], "numbers": [True]}, "not a list of whole numbers"),
        ({"options": [["a", "b"]], "numbers": 2}, "not a list of whole numbers"),
        ({"options": [["b", "a"]] * 3}, "is chosen more than 2 times"),
        ({"options": [["a"], ["a"], ["b"]]}, "is chosen twice"),
    ],
)
def test_the_referee_refuses_wrong_numbers(solution: Any, fault: str) -> None:
    """Numbers must be of options that have the items, each its own; no option is chosen more often than it is there."""
    assert any(re.search(fault, each) for each in small().faults(solution))


def test_the_order_of_equal_options_changes_no_digest() -> None:
    """Costs put equal options in order; another number of them is another puzzle."""
    one, other = small(costs=[7, 3, 3, 5]), small(costs=[5, 3, 3, 7])
    assert api.digest_of(one.canonical()) == api.digest_of(other.canonical())
    assert api.digest_of(small().canonical()) != api.digest_of(
        api.puzzle("cover", items=ITEMS, options=OPTIONS[:3]).canonical()
    )


def test_lists_and_checkpoints_have_each_choice_once(tmp_path: Path) -> None:
    """A list through the command line, cut by a checkpoint or not, has no duplicate, and `check` verifies its number."""
    path = tmp_path / "crews.json"
    path.write_text(json.dumps({"kind": "cover", "items": ["a", "b", "c"], "options": [[x] for x in "aabbcc"]}))
    for words in ([], ["--checkpoint", str(tmp_path / "done")]):
        listed = tmp_path / f"listed{len(words)}.jsonl"
        done = command("list", str(path), "--json", "-o", str(listed), *words)
        assert (done.returncode, len(listed.read_text().splitlines())) == (0, 8)
        told = json.loads(command("check", str(path), str(listed), "--json").stdout)
        assert told["accepted"], told["faults"]
    answer = tmp_path / "answer.jsonl"
    answer.write_text(command("list", str(path), "--json").stdout)
    told = json.loads(command("check", str(path), str(answer), "--recount", "--json").stdout)
    assert told["accepted"]
    assert "count" in told["verified"]


def test_a_refutation_of_repeated_options_is_judged() -> None:
    """Where equal options leave an item open the certificate speaks of all of them."""
    subject = api.cover(["a", "b", "c"], [["a", "b"], ["a", "b"], ["b", "c"], ["b", "c"], ["a", "c"], ["a", "c"]])
    answer = api.prove(subject)
    assert answer.status == "INFEASIBLE"
    assert answer.certificate is not None
    assert api.check_text(subject, json.dumps(answer.to_json()))["accepted"]


@pytest.mark.parametrize("to", ["dlx", "dimacs", "opb", "lp", "mps", "json"])
def test_exports_number_every_option(to: str) -> None:
    """Each of two equal options is a variable of its own in what is written, and other solvers' numbers are judged so."""
    subject = small()
    text = api.export(subject, to)[""].decode()
    if to == "dlx":
        assert Counter(text.splitlines()[2:])["a b"] == 2
    if to == "json":
        assert json.loads(text)["options"].count(["a", "b"]) == 2
    for numbers in ("[2]", "[3]", "[1, 4]"):
        assert api.check_text(subject, numbers)["accepted"]
    assert not api.check_text(subject, "[2, 3]")["accepted"]


def test_models_with_symmetries_may_have_equal_options() -> None:
    """The image of the first of two equal options is the first; as without symmetries, they are allowed only if repeated."""
    keys: dict[str, Any] = {"items": ("a",), "least": [1], "most": [1], "starts": [0, 1, 2], "members": [0, 0]}
    assert Cover(**keys, symmetries=np.array([[0]]), repeated=True).repeated
    with pytest.raises(InvalidModel, match="option 1 repeats option 0"):
        Cover(**keys, symmetries=np.array([[0]]))


def test_classes_are_those_of_all_choices() -> None:
    """Up to symmetry a cover without symmetries has as many classes as solutions."""
    listed = api.iterate(small(), up_to_symmetry=True)
    assert len(list(listed)) == 3
    assert listed.answer is not None
    assert listed.answer.classes == 3
