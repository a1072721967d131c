"""Models in the formats of others: solvers that others wrote read them and agree; what a format cannot state is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from encoders.imports import knuth_text, or_library
from encoders.puzzle import puzzle_of
from exactcover import api, judges
from exactcover.files.exports import formats
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from tests.files.exports.foreign_solvers import by_highs, by_or_tools, by_pysat, number_by_pysat, opb_by_cp_sat

SOLVERS: dict[str, Callable[[str, int], list[int] | None]] = {
    "lp": lambda text, _: by_highs(text, ".lp"),
    "mps": lambda text, _: by_highs(text, ".mps"),
    "mps by OR-Tools": lambda text, _: by_or_tools(text),
    "opb": lambda text, _: opb_by_cp_sat(text),
    "dimacs": by_pysat,
}


def text_in(model: Cover, to: str) -> str:
    """The text of a model."""
    return b"".join(formats.model_in(model, to)).decode()


def selections(model: Cover) -> list[tuple[int, ...]]:
    """All solutions of a small cover, by trying all selections."""
    numbers = range(model.options)
    every = (chosen for size in range(model.options + 1) for chosen in combinations(numbers, size))
    return [chosen for chosen in every if not judges.faults(model, np.array(chosen, dtype=np.int64))]


def small_covers() -> list[Cover]:
    """Covers with multiplicities, secondary items, items and options that ask nothing, and impossible ones."""
    made = [
        cover({"a": 1, "b": (0, 1), "c": (2, 3)}, [["a", "c"], ["b"], ["b", "c"], ["c"], ["a", "b", "c"]]),
        cover({"a": (1, 9), "free": (0, 9)}, [["a"], ["free"], ["a", "free"]]),
        cover({"a": 1, "nobody": 1}, [["a"]]),
        cover({"a": (3, 4)}, [["a"]]),
        cover({"a": 1}, []),
    ]
    generator = random.Random(7)
    ranges = [(1, 1), (1, 1), (0, 1), (0, 1), (1, 2), (0, 2), (2, 2), (2, 3), (0, 7)]
    while len(made) < 25:
        items = {f"i{number}": generator.choice(ranges) for number in range(5)}
        options = {tuple(sorted(generator.sample(sorted(items), generator.randint(1, 3)))) for _ in range(8)}
        costs = [generator.randint(-3, 9) for _ in options] if len(made) % 2 else None
        made.append(cover(items, sorted(options), costs=costs))
    return made


@pytest.mark.parametrize("to", SOLVERS)
def test_solvers_of_others_agree(to: str) -> None:
    """What another program answers to the text is a solution of least cost; it answers none exactly where there is none."""
    solved = 0
    for model in small_covers():
        if to == "dimacs" and model.costs is not None:
            continue
        chosen = SOLVERS[to](text_in(model, to.split(maxsplit=1)[0]), model.options)
        right = selections(model)
        if not right:
            assert chosen is None
            continue
        assert chosen is not None
        solution = tuple(option - 1 for option in chosen)
        assert solution in right
        if model.costs is not None:
            prices = model.costs
            assert prices[list(solution)].sum() == min(prices[list(each)].sum() for each in right)
        solved += 1
    assert solved > 5


def test_dimacs_has_as_many_solutions() -> None:
    """Two assignments that agree on the options are one solution: there are as many as the cover has."""
    for model in small_covers():
        if model.costs is None:
            assert number_by_pysat(text_in(model, "dimacs"), model.options) == len(selections(model))


@pytest.mark.parametrize("to", [name for name in SOLVERS if name != "mps by OR-Tools"])
def test_packings_are_solved_by_others(to: str) -> None:
    """A packing goes out without being proved anything; what comes back tiles the board."""
    model = formats.options_of(api.puzzle("packing", "board=3x4", "pieces=I3,V3", "copies=any").encode().model)
    text = api.export("packing board=3x4 pieces=I3,V3 copies=any", to)[""].decode()
    chosen = SOLVERS[to](text, model.options)
    assert chosen is not None
    assert not judges.faults(model, np.array(chosen) - 1)


def test_texts_are_as_described() -> None:
    """Each format says items, bounds, secondary items and costs as its description has it."""
    model = cover({"a": 1, "b": (0, 1), "c": (2, 3)}, [["a", "c"], ["b"], ["c"]], costs=[3, 0, 5])
    assert text_in(model, "dlx") == "| 3 options of 3 items\na 0:1|b 2:2|c\na c |3\nb |0\nc |5\n"
    assert text_in(model, "opb") == (
        "* #variable= 3 #constraint= 2\nmin: +3 x1 +5 x3 ;\n+1 x1 = 1 ;\n+1 x1 +1 x3 = 2 ;\n"
    )
    assert "\nMinimize\n cost: +3 x1 +5 x3\nSubject To\n r1: + x1 = 1\n r3: + x1 + x3 = 2\nBinary\n" in text_in(
        model, "lp"
    )
    assert json.loads(text_in(model, "json")) == {
        "kind": "cover",
        "items": [["a", 1, 1], ["b", 0, 1], ["c", 2, 3]],
        "options": [["a", "c"], ["b"], ["c"]],
        "costs": [3, 0, 5],
    }
    free = cover({"a": 1, "s": (0, 1), "t": (0, 2)}, [["a", "s"], ["a", "t"], ["s", "t"]])
    assert text_in(free, "dlx").splitlines()[1:] == ["a 0:2|t | s", "a s", "a t", "s t"]
    odd = cover({"a b": 1, "c": 1}, [["a b"], ["c"]])
    assert text_in(odd, "dlx").splitlines()[1:] == ["1 2", "1", "2"]


def test_json_is_the_same_puzzle() -> None:
    """A cover that is written as JSON and read again has its digest."""
    for model in small_covers():
        if model.options:
            keys = json.loads(text_in(model, "json"))
            again = api.puzzle("cover", **{key: value for key, value in keys.items() if key != "kind"})
            assert api.solve(again, backend="brute").puzzle_sha256 == api.solve(model, backend="brute").puzzle_sha256


@pytest.mark.parametrize(
    ("subject", "to", "sentence"),
    [
        (cover(["a"], [["a"]], costs=[1]), "dimacs", "costs, which dimacs cannot state"),
        (cover(["a"], [["a"]], costs=[-1]), "dlx", "option 1 costs -1, which dlx cannot state"),
        (cover({"a": (0, 0)}, [["a"]]), "dlx", "item 'a' may not be covered, which dlx cannot state"),
        ("8-puzzle", "lp", "a sliding model is neither a cover nor a packing"),
        ("blokus-corners-5x5", "opb", "a growth model is neither a cover nor a packing"),
        (
            "soma",
            "cnf",
            "is 'cnf'; expected lrat, veripb, veripb2, states, trees, recount, dlx, dimacs, opb, lp, mps, txt, json, xmpuzzle",
        ),
        ("soma", "lrat", "expected --certificate FILE"),
    ],
)
def test_what_cannot_be_stated_is_refused(subject: Cover | str, to: str, sentence: str) -> None:
    """A format that cannot state the puzzle, an unknown one, one of certificates without one: a sentence each."""
    with pytest.raises(InvalidInput, match=sentence):
        api.export(subject, to)


def test_set_partitioning_goes_out_and_comes_back() -> None:
    """A cover whose items are covered once each is written as OR-Library has them, and read again it is the same."""
    model = cover(["a", "b", "c"], [["a", "b"], ["c"], ["a", "c"], ["b"]], costs=[4, 7, -2, 0])
    assert text_in(model, "txt") == " 3 4\n 4 2 1 2\n 7 1 3\n -2 2 1 3\n 0 1 2\n"
    back = or_library.keys(text_in(model, "txt"))
    assert back["options"] == [["1", "2"], ["3"], ["1", "3"], ["2"]]
    assert back["costs"] == [4, 7, -2, 0]
    spare = cover({"a": 1, "s": (0, 1), "b": 1}, [["a", "s"], ["b"]])  # nothing can cover s twice
    assert or_library.keys(text_in(spare, "txt"))["options"] == [["1"], ["2"]]
    tiling = "packing board=4x4 pieces=dominoes copies=any"
    again = or_library.keys(api.export(tiling, "txt")[""].decode())
    del again["kind"], again["costs"]
    assert api.count(api.puzzle("cover", **again)).count == api.count(tiling).count == 36


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (cover({"a": (1, 2), "s": 1}, [["a"], ["a", "s"], ["s"]]), "item 1 is covered 1 to 2 times"),
        (cover({"a": 1, "s": (0, 1)}, [["a", "s"], ["s"]]), "item 2 is covered 0 to 1 times"),
        (cover({"a": 1, "s": (0, 9)}, [["a", "s"], ["s"]]), "option 2 covers no item that must be"),
        (cover({"a": 1, "b": 1, "s": (0, 9)}, [["b", "a"], ["b"], ["a", "b", "s"]]), "options 1 and 3 cover the same"),
    ],
)
def test_what_is_no_set_partitioning_is_refused(model: Cover, sentence: str) -> None:
    """Other multiplicities, options without a row, and columns that would be merged are refused before a line is written."""
    with pytest.raises(InvalidInput, match=f"{sentence}.*; expected"):
        formats.model_in(model, "txt")


def test_connected_items_are_refused() -> None:
    """No format states that what is covered hangs together."""
    from exactcover.model.connectivity import Connectivity

    plain = cover(["a", "b"], [["a"], ["b"]])
    joined = Connectivity(np.array([0, 1]), np.array([[0, 1]]), np.array([0]))
    model = Cover(plain.items, plain.least, plain.most, plain.starts, plain.members, connectivity=joined)
    with pytest.raises(InvalidInput, match="must be connected"):
        formats.model_in(model, "mps")


def test_models_take_no_certificate() -> None:
    """A certificate beside a format of models is refused."""
    with pytest.raises(InvalidInput, match="is a format of puzzles, but a certificate was given"):
        api.export("soma", "dlx", certificate="{}")


def test_large_models_come_in_pieces() -> None:
    """The text of a large model is never held as a whole: it comes in pieces, each small."""
    puzzle = api.puzzle("packing", "board=60x60", "pieces=dominoes", "copies=any")
    for to in formats.MODELS:
        pieces = [len(piece) for piece in api.exported(puzzle, to)[""]]
        assert len(pieces) > 1
        assert max(pieces) < 200_000


COLOURED = cover(
    {"a": 1, "b": 1},
    [["a", "x:red"], ["a", "x:blue"], ["b", "x:red"], ["b", "y"]],
    secondary=("x", "y"),
    costs=[1, 0, 2, 3],
)


def by_name(model: Cover) -> list[list[tuple[str, ...]]]:
    """All solutions of a small cover, by the names in their options."""
    return sorted(sorted(model.option(number) for number in chosen) for chosen in selections(model))


def test_colours_go_out_as_knuths_text_and_as_json_and_come_back() -> None:
    """A coloured cover that went out is read as the cover that it was, with colours, costs and secondary items."""
    for to, read in (("dlx", knuth_text.keys), ("json", json.loads)):
        back = puzzle_of("cover", read(text_in(COLOURED, to))).encode().model
        assert isinstance(back, Cover)
        assert by_name(back) == by_name(COLOURED)
        assert {back.option(number) for number in range(4)} == {COLOURED.option(number) for number in range(4)}


@pytest.mark.parametrize("to", ["dimacs", "opb", "lp", "mps", "txt"])
def test_formats_that_know_no_colours_refuse_them(to: str) -> None:
    """What a format cannot state is refused in one sentence, colours too."""
    with pytest.raises(InvalidInput, match=f"the items have colours, which {to} cannot state; expected dlx or json"):
        text_in(COLOURED, to)


def test_an_option_of_coloured_items_alone_does_not_go_out_as_knuths_text() -> None:
    """An option that a reader of the text would pass over, and that cannot be written otherwise, is refused."""
    alone = cover({"a": 1}, [["a"], ["x:red"]], secondary=("x",))
    with pytest.raises(InvalidInput, match="secondary items alone and the first is coloured"):
        text_in(alone, "dlx")
