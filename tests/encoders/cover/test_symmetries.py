"""Classes of the solutions of covers: symmetries that are found or given, with colours, costs and equal options."""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover import api
from exactcover.cli import main
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.transform.reductions.chain import reduce

SQUARE = {"items": list("abcd"), "options": ["ab", "bc", "cd", "da"], "symmetries": [[list("abcd")]]}


def covers(keys: dict[str, Any]) -> Any:
    """The puzzle of a cover, whose options may be written as texts."""
    return api.puzzle("cover", **{**keys, "options": list(map(list, keys["options"]))})


def random_keys(seed: int) -> dict[str, Any]:
    """A cover of orbits of options under a random permutation of its items, with colours, costs or equal options by chance."""
    rng = random.Random(seed)
    primary, secondary = [f"i{n}" for n in range(rng.randint(3, 5))], [f"s{n}" for n in range(rng.randint(0, 2))]
    first, second = (rng.sample(names, len(names)) for names in (primary, secondary))
    moved = dict(zip(primary + secondary, first + second, strict=True))
    coloured, repeated, priced = (rng.random() < 0.5 for _ in range(3))
    options, costs = list[tuple[str, ...]](), list[int]()
    for _ in range(rng.randint(2, 4)):
        names = dict.fromkeys(rng.sample(primary, rng.randint(1, 2)), "")
        names |= {name: rng.choice(("", ":x", ":y")) if coloured else "" for name in secondary if rng.random() < 0.5}
        cost, orbit = rng.randint(0, 2), set[tuple[str, ...]]()
        while (option := tuple(sorted(name + hue for name, hue in names.items()))) not in orbit:
            orbit.add(option)
            names = {moved[name]: hue for name, hue in names.items()}
        for option in sorted(orbit):
            if option not in options:
                options.append(option)
                costs.append(cost)
        if repeated and rng.random() < 0.5:
            options += sorted(orbit)
            costs += [rng.randint(0, 1)] * len(orbit)
    bounds = [[name, *rng.choice(((1, 1), (1, 1), (0, 1), (1, 2), (0, 2)))] for name in primary]
    if rng.random() < 0.8:
        bounds = [[name, 1, 1] for name in primary]
    keys = {"items": [*bounds, *([name, 0, 1] for name in secondary)], "options": list(map(list, options))}
    return keys | ({"costs": costs} if priced else {})


def symmetries_of(keys: dict[str, Any]) -> list[dict[str, str]]:
    """All symmetries of a small cover, by trying every permutation of its items."""
    bounds = {name: rest for name, *rest in keys["items"]}
    costs = keys.get("costs", [0] * len(keys["options"]))
    wanted = Counter(zip(map(frozenset, keys["options"]), costs, strict=True))
    maps = []
    for images in itertools.permutations(bounds):
        to = dict(zip(bounds, images, strict=True))
        image: Counter[Any] = Counter()
        for option, cost in zip(keys["options"], costs, strict=True):
            image[frozenset(_moved(name, to) for name in option), cost] += 1
        if image == wanted and all(bounds[a] == bounds[b] for a, b in to.items()):
            maps.append(to)
    return maps


def _moved(name: str, to: dict[str, str]) -> str:
    item, colon, colour = name.partition(":")
    return to[item] + colon + colour


def classes_of(puzzle: Any, maps: list[dict[str, str]]) -> tuple[int, int]:
    """How many solutions a cover has, and how many classes, each solution moved by every symmetry."""
    canonical = puzzle.canonical()
    options = [tuple(option) for option in canonical["options"]]
    place = [options[:number].count(option) for number, option in enumerate(options)]
    listed = (dict(each) for each in api.iterate(puzzle) if isinstance(each, dict))
    solutions = [each.get("numbers") or [options.index(tuple(o)) + 1 for o in each["options"]] for each in listed]
    pending, classes = {frozenset(numbers) for numbers in solutions}, 0
    while pending:
        one = next(iter(pending))
        classes += 1
        for to in maps:
            image = set()
            for number in one:
                moved = tuple(sorted(_moved(name, to) for name in options[number - 1]))
                same = [n for n, option in enumerate(options) if tuple(sorted(option)) == moved]
                image.add(next(n for n in same if place[n] == place[number - 1]) + 1)
            pending.discard(frozenset(image))
    return len(solutions), classes


@pytest.mark.parametrize("seed", range(60))
def test_classes_agree_with_all_permutations_of_the_items(seed: int) -> None:
    """Counts and lists up to symmetry have one solution of each orbit under every permutation that keeps the cover."""
    keys = random_keys(seed)
    puzzle = api.puzzle("cover", **keys)
    count, classes = classes_of(puzzle, symmetries_of(keys))
    answer = api.count(puzzle, up_to_symmetry=True)
    assert (answer.count, answer.classes) == (count, classes)
    assert len(list(api.iterate(puzzle, up_to_symmetry=True))) == classes


@pytest.mark.parametrize(
    "words", [["packing", "board=4x5", "pieces=I3,L4,V3,V5,N5"], ["pentominoes-6x10"], ["queens", "n=6"]]
)
def test_covers_written_by_hand_have_the_classes_of_their_puzzles(words: list[str]) -> None:
    """The symmetries that are found in items and options are those of the board."""
    puzzle = api.puzzle(*words)
    cover = reduce(puzzle.encode().model, ("cover",), with_symmetries=False).model
    assert isinstance(cover, Cover)
    by_hand = api.cover(
        [[name, int(least), int(most)] for name, least, most in zip(cover.items, cover.least, cover.most, strict=True)],
        list(cover.every_option()),
    )
    plain, ours = api.count(puzzle), api.count(by_hand, up_to_symmetry=True)
    assert (ours.count, ours.classes) == (plain.count, plain.classes)


@pytest.mark.cluster
def test_classes_are_counted_by_cubes() -> None:
    """An executor counts the classes of a cover with colours, like one process."""
    keys = random_keys(40)
    ours = api.count(api.puzzle("cover", **keys), up_to_symmetry=True, executor="local")
    assert (ours.count, ours.classes) == classes_of(api.puzzle("cover", **keys), symmetries_of(keys))


def test_given_symmetries_count_without_a_request() -> None:
    """Of a square's two ways to cover its corners by sides, a quarter turn makes one class; the group {identity} leaves two."""
    assert (api.count(covers(SQUARE)).count, api.count(covers(SQUARE)).classes) == (2, 1)
    assert api.count(covers({**SQUARE, "symmetries": []})).classes == 2
    assert api.count(covers({**SQUARE, "symmetries": [[["a", "c"]]]})).classes == 1
    assert api.count(covers({**SQUARE, "symmetries": [{"b": "d", "d": "b"}]})).classes == 1
    half_turn = [["a", "c"], ["b", "d"]]
    assert api.count(covers({**SQUARE, "symmetries": [half_turn]}), up_to_symmetry=True).classes == 2


def test_equal_groups_have_one_canonical_form() -> None:
    """Generators of the same group, however written, make the same puzzle, which is read back."""
    whole = covers({**SQUARE, "symmetries": [[list("abcd")], [["a", "c"]]]}).canonical()
    assert (
        covers({**SQUARE, "symmetries": [[["b", "d"]], {"a": "d", "d": "c", "c": "b", "b": "a"}]}).canonical() == whole
    )
    assert api.puzzle("cover", **{k: v for k, v in whole.items() if k != "kind"}).canonical() == whole
    assert covers(SQUARE).canonical() != whole


def test_permutations_of_twins_make_no_difference() -> None:
    """Items that all options have together may be permuted in any way; that leaves the group as large as that of the options."""
    twins = [f"t{number}" for number in range(12)]
    options = [["a", *twins], ["b"], ["b", *twins], ["a"]]
    assert api.count(covers({"items": ["a", "b", *twins], "options": options}), up_to_symmetry=True).classes == 1


@pytest.mark.parametrize(
    ("symmetries", "fault"),
    [
        ("all", "symmetries is 'all'; expected for each symmetry a list of cycles"),
        (["ab"], "symmetry 1 is 'ab'; expected for each symmetry a list of cycles"),
        ([[["a", "e"]]], "symmetry 1 has unknown item 'e'"),
        ([[["a", "b"], ["b", "c"]]], "symmetry 1 has item 'b' twice; expected each item in one cycle"),
        ([{"a": "b"}], "symmetry 1 maps two items to one; expected a permutation of the items"),
        (
            [[list("abcd")], [["a", "b"]]],
            "symmetry 2 maps option 'a d' to 'b d', which is no option; expected an option like it",
        ),
    ],
)
def test_permutations_that_are_no_symmetries_are_refused(symmetries: Any, fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    with pytest.raises(InvalidInput) as refused:
        covers({**SQUARE, "symmetries": symmetries})
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"costs": [1, 2, 1, 1]}, "with other costs or copies"),
        ({"items": ["a", "b", "c", ["d", 1, 2]]}, "which has other bounds; expected the same"),
        ({"options": ["ab", "bc", "cd", "da", "ab"]}, "with other costs or copies"),
    ],
)
def test_costs_bounds_and_copies_are_kept(changes: dict[str, Any], fault: str) -> None:
    """A permutation that maps items of options to those of options is refused if it changes a cost, a bound or a number."""
    with pytest.raises(InvalidInput, match=fault):
        covers({**SQUARE, **changes})


def test_colours_are_kept() -> None:
    """A symmetry maps a colour to the colour of that name, not to another one."""
    keys = {"items": ["a", "b", ["s", 0, 1]], "options": [["a", "s:x"], ["b", "s:x"], ["a"], ["b"]]}
    assert (api.count(covers(keys)).count, api.count(covers(keys), up_to_symmetry=True).classes) == (4, 3)
    keys = {"items": ["a", "b", ["s", 0, 1]], "options": [["a", "s:x"], ["b", "s:y"], ["a"], ["b"]]}
    assert (api.count(covers(keys)).count, api.count(covers(keys), up_to_symmetry=True).classes) == (3, 3)
    with pytest.raises(InvalidInput, match="which is no option"):
        covers({**keys, "symmetries": [[["a", "b"]]]})


def test_groups_that_are_too_large_are_refused() -> None:
    """Ten items in an option each, all alike, have 10! symmetries."""
    names = [f"n{number}" for number in range(10)]
    keys: dict[str, Any] = {"items": names, "options": [[name] for name in names]}
    with pytest.raises(
        InvalidInput, match="the cover has 3628800 symmetries; expected at most 10000, or the key symmetries"
    ):
        api.count(covers(keys), up_to_symmetry=True)
    with pytest.raises(InvalidInput, match="the symmetries generate more than 10000; expected at most that many"):
        covers({**keys, "symmetries": [[names], [names[:2]]]})
    assert api.count(covers({**keys, "symmetries": [[names]]})).classes == 1


def test_options_with_an_item_twice_are_refused() -> None:
    """Such a cover is searched as rows with coefficients, whose symmetries no engine uses."""
    keys: dict[str, Any] = {"items": [["a", 2, 2], ["b", 2, 2]], "options": ["aa", "bb"]}
    with pytest.raises(InvalidInput, match="an option has an item twice; expected different items in each option"):
        api.count(covers(keys), up_to_symmetry=True)
    with pytest.raises(
        InvalidInput, match="an option has an item twice, and the cover has symmetries; expected one of them"
    ):
        covers({**keys, "symmetries": [[["a", "b"]]]})


def test_without_igraph_symmetries_must_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says what to install, and what to write instead."""
    monkeypatch.setitem(sys.modules, "igraph", None)
    keys = {key: value for key, value in SQUARE.items() if key != "symmetries"}
    with pytest.raises(
        InvalidInput, match=r"igraph, which finds .* not installed; expected it \(pip install igraph\), or the key"
    ):
        covers(keys).encode().with_symmetries()
    assert covers(SQUARE).encode().with_symmetries().symmetries is not None


def test_the_referee_refuses_what_is_no_symmetry_of_the_cover() -> None:
    """A model with a permutation that is no symmetry, or with only some of a group, is not that of the puzzle."""
    puzzle = covers({**SQUARE, "symmetries": []})
    cover = covers({key: value for key, value in SQUARE.items() if key != "symmetries"})
    model = cover.encode().model
    wrong = replace(model, symmetries=np.array([[0, 1, 2, 3], [1, 0, 2, 3]]))
    assert cover.encoding_faults(wrong) == [
        "generator 1 of the symmetries maps option 'a d' to 'b d', which is no option; expected an option like it"
    ]
    some = replace(model, symmetries=np.array([[0, 1, 2, 3], [1, 2, 3, 0]]))
    assert cover.encoding_faults(some) == ["the model's symmetries are not a group in increasing order"]
    assert puzzle.encoding_faults(model) == ["the model's symmetries are not the cover's"]


@pytest.mark.parametrize("seed", [1, 34, 40, 44])
def test_lists_up_to_symmetry_are_judged(seed: int) -> None:
    """A list of one solution of each class is verified, and refuted if one is missing."""
    puzzle = api.puzzle("cover", **random_keys(seed))
    own = list(api.iterate(puzzle, up_to_symmetry=True))
    listed = api.iterate(puzzle, up_to_symmetry=True)
    own = list(listed)
    assert listed.answer is not None
    answer = listed.answer.to_json()
    report = api.check_text(puzzle, "\n".join(map(json.dumps, [*own, answer])), api.answered)
    assert (report["accepted"], report["unverified"]) == (True, [])
    fewer = {**answer, "count": str(len(own) - 1), "classes": str(len(own) - 1)}
    assert not api.check_text(puzzle, "\n".join(map(json.dumps, [*own[1:], fewer])), api.answered)["accepted"]


def test_commands_list_one_of_each_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of a cover is counted and listed up to symmetry on the command line."""
    file = tmp_path / "square.toml"
    file.write_text('kind = "cover"\nitems = ["a", "b"]\noptions = [["a"], ["b"], ["a", "b"]]\ncosts = [1, 1, 2]\n')
    assert main(["count", str(file), "--up-to-symmetry", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["count"], answer["classes"]) == ("2", "2")
    assert main(["list", str(file), "--up-to-symmetry", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
