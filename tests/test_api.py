"""The door: what Python users call, and what `check` makes of answers."""

from __future__ import annotations

import inspect
import json
import pickle
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import exactcover
from exactcover import api
from exactcover.cli import main
from exactcover.model.errors import InvalidInput
from tests.schemas import FOLDER, validate_by

FIVE = "pentominoes-5x5-lnuwy"


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    """A right answer to solve."""
    return exactcover.solve(FIVE).to_json()


def judged(given: Any) -> list[str]:
    """The faults that `check` finds."""
    text = given if isinstance(given, str) else json.dumps(given)
    told = api.check_text(api.puzzle(FIVE), text)
    assert not told["accepted"] or not told["faults"]
    return list(told["faults"])


def test_a_right_answer_is_accepted(answer: dict[str, Any]) -> None:
    """An answer with a right solution passes, and so does the solution alone."""
    assert judged(answer) == []
    assert judged(answer["solution"]) == []


@pytest.mark.parametrize(
    ("forged", "sentence"),
    [
        ({"status": "INFEASIBLE", "exhausted": True}, "says INFEASIBLE by nothing; what else it says makes FEASIBLE"),
        ({"status": "OPTIMAL", "cost": 3, "bound": 3}, "the answer says cost 3; its solution costs None"),
        ({"count": "999"}, "the answer to solve has a count"),
        ({"puzzle_sha256": "0" * 64}, "the answer is of another puzzle"),
        ({"task": "list", "count": "7"}, "the answer to list has a solution among its keys"),
    ],
)
def test_what_an_answer_claims_is_judged(answer: dict[str, Any], forged: dict[str, Any], sentence: str) -> None:
    """An answer is refused when it claims what its solution does not bear out."""
    assert any(sentence in fault for fault in judged(answer | forged))


def test_a_solution_listed_twice_is_refused(answer: dict[str, Any]) -> None:
    """JSON lines with one solution twice, its pieces in another order, are refused."""
    line, turned = json.dumps(answer["solution"]), {"placements": answer["solution"]["placements"][::-1]}
    assert judged(f"{line}\n{json.dumps(turned)}") == ["line 2: duplicate of an earlier solution"]


def test_iterating_tells_how_the_search_ended() -> None:
    """An iterator over solutions has the answer once it is used up: all were found, or a limit was reached."""
    solutions = exactcover.iterate(FIVE)
    assert solutions.answer is None
    assert len(list(solutions)) == 8
    assert solutions.answer is not None
    assert (solutions.answer.count, solutions.answer.exhausted) == (8, True)
    cut = exactcover.iterate(FIVE, limits=exactcover.Limits(solutions=2))
    assert len(list(cut)) == 2
    assert cut.answer is not None
    assert cut.answer.stop_reason == "solutions"


def test_samples_are_drawn_by_seed() -> None:
    """The same seed draws the same solutions, each right; an impossible board draws none and is INFEASIBLE."""
    one, two, other = (list(exactcover.sample("soma", 5, seed=seed)) for seed in (1, 1, 2))
    assert one == two != other
    assert all(exactcover.faults("soma", solution) == [] for solution in one)
    nothing = exactcover.sample("mutilated-chessboard", 3)
    assert list(nothing) == []
    assert nothing.answer is not None
    assert nothing.answer.status == "INFEASIBLE"


def test_samples_that_need_too_much_memory_are_unknown() -> None:
    """Where the layers do not fit the memory limit nothing is drawn, and the answer says that memory was short."""
    samples = exactcover.sample(
        "packing board=14x14 pieces=tetrominoes copies=any", 1, limits=exactcover.Limits(memory=300)
    )
    assert list(samples) == []
    assert samples.answer is not None
    assert (samples.answer.status, samples.answer.stop_reason) == ("UNKNOWN", "memory")


def test_an_unknown_setting_is_named() -> None:
    """A misspelt setting of a request is one sentence with the nearest known name; functions name each of their arguments."""
    with pytest.raises(InvalidInput, match=r"no setting 'workerz'.*did you mean 'workers'"):
        api.request("solve", workerz=1)
    for function in (exactcover.solve, exactcover.count, exactcover.prove, exactcover.iterate, exactcover.sample):
        kinds = {parameter.kind for parameter in inspect.signature(function).parameters.values()}
        assert inspect.Parameter.VAR_KEYWORD not in kinds


@pytest.mark.parametrize("setting", ["seed", "workers"])
@pytest.mark.parametrize("value", ["x", 1.5, None, True])
def test_settings_of_another_type_are_one_sentence(setting: str, value: Any) -> None:
    """A seed or a number of workers that is no whole number is the input's fault, before anything runs."""
    with pytest.raises(InvalidInput, match=f"{setting} is {re.escape(repr(value))}; expected a whole number"):
        exactcover.solve(FIVE, **{setting: value})


@pytest.mark.parametrize(
    ("function", "arguments", "settings", "sentence"),
    [
        ("solve", [FIVE], {"limits": 3}, "limits is 3; expected a Limits, such as Limits(time=60)"),
        ("iterate", [FIVE], {"limits": None}, "limits is None; expected a Limits"),
        ("sample", [FIVE, 2], {"limits": 3}, "limits is 3; expected a Limits"),
        ("count_many", [[FIVE]], {"limits": 3}, "limits is 3; expected a Limits"),
        ("count", [FIVE], {"backend": None}, "backend is None; expected the name of an engine as a text"),
        ("solve", [3], {}, "the puzzle is 3; expected a puzzle, a cover, or a text that names a puzzle"),
        ("iterate", [["soma"] * 99], {}, "the puzzle is ['soma', 's"),
        ("solve_many", [[FIVE, 3]], {}, "the puzzle is 3; expected a puzzle, a cover, or a text"),
        ("puzzle", [Path("a.toml")], {}, "a word of the puzzle is PosixPath('a.toml'); expected a text"),
        ("puzzle", ["packing", 3], {}, "a word of the puzzle is 3; expected a text"),
        ("solve", [FIVE], {"on_progress": 3}, "on_progress is 3; expected a function that takes a Progress, or None"),
        ("iterate", [FIVE], {"on_progress": "x"}, "on_progress is 'x'; expected a function"),
    ],
)
def test_arguments_of_another_type_are_one_sentence(
    function: str, arguments: list[Any], settings: dict[str, Any], sentence: str
) -> None:
    """What is no puzzle, no limits, no engine or no function is a TypeError of one short sentence, before anything runs."""
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}") as raised:
        getattr(exactcover, function)(*arguments, **settings)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(("limit", "value"), [("time", "5s"), ("memory", [1]), ("nodes", 1.5), ("solutions", "all")])
def test_limits_of_another_type_are_one_sentence(limit: str, value: Any) -> None:
    """A limit that is no number is the input's fault."""
    with pytest.raises(InvalidInput, match=f"the {limit} limit is {re.escape(repr(value))}; expected a number"):
        exactcover.Limits(**{limit: value})


def test_names_are_sorted_and_their_signatures_say_what_they_take() -> None:
    """`__all__` is sorted, and no public function takes or returns just anything: neither Any nor a bare dictionary of it."""
    names = exactcover.__all__
    assert list(names) == sorted(set(names))
    functions = [getattr(exactcover, name) for name in names if inspect.isroutine(getattr(exactcover, name))]
    assert len(functions) > 20
    told = {function.__name__: get_type_hints(function) for function in functions}
    assert [
        f"{name}: {parameter} is {hint}"
        for name, hints in told.items()
        for parameter, hint in hints.items()
        if "typing.Any" in str(hint)
    ] == []
    assert get_type_hints(exactcover.solve)["return"] is exactcover.Answer


def test_schemas_are_those_of_the_files() -> None:
    """Without plugins the schemas are those of the files, by their names."""
    told = exactcover.schemas()
    assert told == {path.name.split(".")[0]: json.loads(path.read_text()) for path in FOLDER.iterdir()}
    validate_by(told, "answer", json.loads(json.dumps(exactcover.solve(FIVE).to_json())))


def test_help_shows_what_is_public_and_nothing_else() -> None:
    """`help(exactcover)` describes the functions, which are imported when first used, and no trick that does so."""
    shown = pydoc.plain(pydoc.render_doc(exactcover))
    assert "__getattr__" not in shown
    assert set(exactcover.__all__) <= set(dir(exactcover))
    for name in exactcover.__all__:
        assert re.search(rf"^    (class |async )?{name}\(", shown, re.MULTILINE), name
    with pytest.raises(AttributeError, match="has no attribute 'sovle'"):
        getattr(exactcover, "so" + "vle")


def test_clients_without_their_extra_are_missing_attributes() -> None:
    """Where httpx is not installed `exactcover.AsyncClient` is an AttributeError that names the extra, and `import *` works."""
    code = """
import pydoc, sys
sys.modules["httpx"] = None
import exactcover
from exactcover import *
print(solve is exactcover.solve, hasattr(exactcover, "Client"), hasattr(exactcover, "AsyncClient"), "AsyncClient" in globals())
print("class Puzzle" in pydoc.plain(pydoc.render_doc(exactcover)))
exactcover.AsyncClient
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert told.stdout.splitlines() == ["True True False False", "True"]
    assert told.stderr.splitlines()[-1] == (
        "AttributeError: exactcover.AsyncClient needs httpx, which is missing; expected the extra exactcover-solver[service]"
    )


def test_everything_public_is_imported_at_once() -> None:
    """`from exactcover import *` imports all public names, the clients included where their extra is installed."""
    names: dict[str, Any] = {}
    exec("from exactcover import *", names)
    assert set(exactcover.__all__) <= set(names)
    assert {"Client", "solve", "solve_many"} <= set(exactcover.__all__)


def test_covers_are_made_of_names() -> None:
    """`exactcover.cover` makes a cover that the functions take; one that is none is the input's fault."""
    cover = exactcover.cover({"a": 1, "b": (0, 2)}, [["a"], ["a", "b"], ["b"]], secondary=["c"], costs=[1, 2, 0])
    assert exactcover.solve(cover).cost == 1
    assert exactcover.count(exactcover.cover(["a", "b"], [["a"], ["b"], ["a", "b"]])).count == 2
    with pytest.raises(InvalidInput, match="option 0 has unknown item 'd'"):
        exactcover.cover(["a"], [["d"]])


def test_puzzles_and_answers_are_pickled() -> None:
    """A puzzle of each kind, an answer about it and limits come back from pickle as they were."""
    for name in ("soma", "8-puzzle", "two-ls"):
        puzzle = exactcover.puzzle(name)
        again = pickle.loads(pickle.dumps(puzzle))
        assert (again.canonical(), again.title, again.published) == (puzzle.canonical(), puzzle.title, puzzle.published)
    answer = exactcover.prove("mutilated-chessboard")
    assert pickle.loads(pickle.dumps(answer)).to_json() == answer.to_json()
    cover = exactcover.cover(["a"], [["a"]])
    assert pickle.loads(pickle.dumps(cover)).items == cover.items


def test_progress_is_told() -> None:
    """`on_progress` hears how far a run is, of an answer and of solutions; what it raises ends the run."""
    told: list[exactcover.Progress] = []
    exactcover.count(FIVE, backend="brute", limits=exactcover.Limits(nodes=50_000), on_progress=told.append)
    assert told
    assert all(isinstance(step, exactcover.Progress) for step in told)
    told.clear()
    with exactcover.iterate(FIVE, on_progress=told.append) as solutions:
        assert list(solutions)
    assert told

    def enough(_: exactcover.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        exactcover.count(FIVE, backend="brute", on_progress=enough)


def test_a_block_ends_its_search() -> None:
    """`with exactcover.iterate(...)` ends the search when its block ends, by an exception too."""
    with exactcover.iterate("dominoes-8x8") as solutions:
        first = next(solutions)
    assert exactcover.faults("dominoes-8x8", first) == []
    assert next(solutions, None) is None
    with pytest.raises(KeyError), exactcover.iterate("dominoes-8x8") as solutions:
        raise KeyError
    assert next(solutions, None) is None


def test_samples_and_lists_can_be_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`draw` takes what `sample --json` and `list --json` printed, without the puzzle."""
    for words in (["sample", FIVE], ["list", FIVE, "--limit", "2"]):
        assert main([*words, "--json"]) == 0
        (tmp_path / "some.jsonl").write_text(capsys.readouterr().out)
        assert main(["draw", str(tmp_path / "some.jsonl")]) == 0
        assert "┌" in capsys.readouterr().out


def test_ranges_without_end_are_in_the_digest() -> None:
    """`any` added to two of a piece asks for at least two: that is another puzzle than any number, and reads back."""
    merged = api.puzzle("packing board=4x4 pieces=S4,Z4,O4 copies=S4:2,rest:any")
    free = api.puzzle("packing board=4x4 pieces=S4,O4 copies=any")
    assert api.digest_of(merged.canonical()) != api.digest_of(free.canonical())
    again = api.puzzle("packing", **{key: value for key, value in merged.canonical().items() if key != "kind"})
    assert again.canonical() == merged.canonical()


def test_other_names_of_a_piece_are_known() -> None:
    """Z4 is S4 where pieces may be reflected: in copies, in fixed, and in a stranger's solution."""
    puzzle = api.puzzle("packing board=2x4 pieces=tetrominoes copies=Z4:0,rest:any fixed=J4:0,0/1,0/1,1/1,2")
    assert exactcover.count(puzzle).count == 1
    solution = exactcover.solve(puzzle).solution
    assert isinstance(solution, dict)
    renamed = {"placements": [p | {"piece": "J4"} for p in solution["placements"]]}
    assert exactcover.faults(puzzle, renamed) == []
    assert exactcover.faults(puzzle, {"placements": [p | {"piece": "Z4"} for p in solution["placements"]]}) != []


def test_copies_by_name_are_the_number_asked_for() -> None:
    """X5:3 is three, also where X5 is asked for twice."""
    piece = api.puzzle("packing board=8x8 pieces=pentominoes,X5 copies=X5:3").value.piece("X5")
    assert (piece.least, piece.most) == (3, 3)


def test_sets_with_the_same_names_are_united() -> None:
    """The free L4 and the one-sided one are different pieces, and the second gets a name of its own."""
    names = [
        piece.name for piece in api.puzzle("packing board=2x4 pieces=L4,tetrominoes-one-sided copies=any").value.pieces
    ]
    assert {"L4", "L4-2", "J4"} <= set(names)


def test_an_empty_row_of_a_drawn_piece_counts() -> None:
    """A layer that begins with an empty row has its cells in the next one."""
    drawn = api.puzzle("packing", board="2x2x2", pieces={"A": "#.\n##\n//\n\n.#"}).value.pieces[0]
    written = api.puzzle("packing", board="2x2x2", pieces={"A": "#./##//../.#"}).value.pieces[0]
    assert drawn.cells == written.cells
