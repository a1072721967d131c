"""Engines side by side: every engine keeps its place, one without an answer says so, and families repeat published figures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exactcover import api
from exactcover.cli import main
from exactcover.comparison import Case, answers, engines_of, families, limited, plot, shown
from exactcover.model.answer import Answer, Limits
from exactcover.model.errors import InvalidInput, StopReason
from exactcover.solving.comparable import NotApplicable
from tests.schemas import validate

FIVE = "pentominoes-5x5-lnuwy"


def compared(name: str, *engines: str, limits: Limits = Limits()) -> Case:
    """A puzzle and the answers of these engines."""
    what = api.puzzle(name)
    return Case(what, engines, tuple(answers(what, engines, limits)), limits)


def family_cases(name: str, *engines: str, limits: Limits = Limits()) -> list[Case]:
    """The cases of a family, answered by these engines."""
    return list(families.run(families.family(name), engines, limits))


def test_every_engine_has_its_line() -> None:
    """A table has a line an engine in the order asked, with status and cost."""
    lines = shown(compared("8-puzzle", "astar:h2", "greedy:h2")).splitlines()
    assert lines[0].split()[:3] == ["engine", "status", "cost"]
    assert lines[1].startswith("astar:h2")
    assert "OPTIMAL" in lines[1]
    assert "31" in lines[1]
    assert "FEASIBLE" in lines[2]


def test_an_engine_without_an_answer_is_unknown_with_its_limit() -> None:
    """Breadth-first search of few nodes is UNKNOWN, says at which limit, and its work is not shown as nothing."""
    case = compared("8-puzzle", "bfs", "astar:h2", limits=Limits(nodes=100))
    assert [each.status for each in case.answered] == ["UNKNOWN", "UNKNOWN"]
    line = shown(case).splitlines()[1]
    assert "UNKNOWN at 100 nodes" in line


def test_every_way_to_stop_is_told() -> None:
    """Time, memory and nodes are told with their limit, a beam that runs dry as giving up, a family's place in its table."""
    case = compared("two-ls", "beam:1")
    assert "UNKNOWN after giving up" in shown(case)
    (answer,) = case.answered
    stops: tuple[tuple[StopReason, Limits, str], ...] = (
        ("time", Limits(time=2.5), "at 2.5 s"),
        ("memory", Limits(memory=300), "at 300 MB"),
        ("memory", Limits(), "at the memory limit"),
        ("nodes", Limits(nodes=18400), "at 18,400 nodes"),
    )
    for stop, limits, told in stops:
        assert replace(case, limits=limits).stopped(replace(answer, stop_reason=stop)) == told
    table = families.FAMILIES["8-puzzle-table"]
    limited = list(families.run(table, ["astar:h1"], Limits(nodes=18_400)))
    assert "UNKNOWN at 18,400 nodes" in families.shown(table, limited, ["astar:h1"]).splitlines()[-1]


def test_the_command_prints_answers_that_follow_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """`compare --json` prints one object whose answers are answers, UNKNOWN included, and ends with 0."""
    assert main(["compare", FIVE, "--backends", "exact,dfs,bfs", "--node-limit", "200", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["schema"], told["task"]) == (1, "compare")
    assert told["limits"] == {"time": 60, "memory": None, "nodes": 200}
    validate("compare", told)
    assert told["backends"] == ["exact", "dfs", "bfs"]
    assert told["answers"][2]["status"] == "UNKNOWN"


def test_families_are_printed_as_their_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    """`compare --family --json` prints one object with a case for every place on the axis, each with all answers."""
    assert main(["compare", "--family", "two-ls-by-heuristic", "--backends", "astar:h2,beam:1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    validate("compare", told)
    assert [case["backends"] for case in told["cases"]] == [["astar:h2", "beam:1"]]


def test_the_published_table_is_repeated() -> None:
    """A* with both heuristics and the batched search count what the published table of the 8-puzzle says."""
    facts: list[list[Any]] = json.loads((Path(__file__).parent / "eight_puzzle_table.json").read_text())["rows"]
    assert [row[1] for row in facts] == list(families.TABLE)
    for case, row in zip(family_cases("8-puzzle-table", *families.SEARCHES), facts, strict=True):
        one, two, five, ten = case.answered
        assert [each.statistics.popped for each in case.answered] == [row[2], row[3], row[4], row[6]]
        assert (one.cost, two.cost, five.cost, ten.cost) == (row[0], row[0], row[5], row[7])


def test_heuristics_of_two_ls_count_what_is_published() -> None:
    """A* on the two L's, pieces numbered, generates and expands what is published for h1, h2 and their maximum."""
    (case,) = family_cases("two-ls-by-heuristic", *families.FAMILIES["two-ls-by-heuristic"].engines[:3])
    assert [each.cost for each in case.answered] == [30, 30, 30]
    assert [(each.statistics.generated, each.statistics.expanded) for each in case.answered] == [
        (28984, 6828), (4319, 1037), (4311, 1036),
    ]  # fmt: skip


@pytest.mark.deep("compares engines on a family of puzzles and draws it")
def test_depths_of_a_family_are_the_lengths_of_its_plans() -> None:
    """States drawn at a distance from the goal have shortest plans of that length, up to the largest, 31."""
    layers = families.layers()
    assert [len(layers), len(layers[22]), len(layers[31]), sum(map(len, layers))] == [32, 23952, 2, 181440]
    cases = family_cases("8-puzzle-by-depth", "astar:h2")
    assert all(case.answered[0].cost == case.at for case in cases)
    assert {case.at for case in cases} == set(families.DEPTHS)


@pytest.mark.deep("compares engines on a family of puzzles, with limits that grow")
def test_shares_grow_with_the_limit() -> None:
    """The part that A* solves within a limit never falls as the limit grows, and h2 is never behind h1."""
    what = families.family("8-puzzle-by-max-nodes")
    cases = family_cases(what.name, "astar:h1", "astar:h2")
    one, two = ([point.solved for point in families.curve(what, cases, engine)] for engine in ("astar:h1", "astar:h2"))
    assert one == sorted(one)
    assert two == sorted(two)
    assert all(a <= b for a, b in zip(one, two, strict=True))
    assert one[0] < one[-1] == two[-1] == families.STARTS


def test_tetrominoes_fill_every_size_of_their_family() -> None:
    """Each board of the family, 28x70 included, is packed by composing, and the sets are even in number."""
    cases = family_cases("tetrominoes-by-size", "compose")
    assert [case.at for case in cases] == [40, 40, 80, 120, 280, 1960]
    for case in cases:
        (answer,) = case.answered
        assert answer.status == "FEASIBLE"
        assert isinstance(answer.solution, dict)
        assert len(answer.solution["placements"]) * 4 == case.at


def test_pentominoes_fill_every_size_of_their_family() -> None:
    """The first n pentominoes fill 5xn for every n of the family."""
    cases = family_cases("pentominoes-by-size", "exact")
    assert [case.at for case in cases] == list(range(5, 13))
    assert all(case.answered[0].status == "FEASIBLE" for case in cases)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["compare"], "expected one of them"),
        (["compare", FIVE, "--family", "8-puzzle-table"], "expected one of them"),
        (["compare", "--family", "8-puzzle-by-dept"], "did you mean '8-puzzle-by-depth'"),
        (["compare", FIVE, "--backends", "exact,exact"], "is named twice"),
        (["compare", FIVE, "--backends", ","], "no engine is named"),
        (["compare", FIVE, "--backends", "exat"], "did you mean 'exact'"),
        (["compare", FIVE, "--backends", "exact", "--plot", "x.gif"], "a plot cannot be written as '.gif'"),
        (["compare", FIVE, "--backends", "exact", "--plot", "/none/x.png"], "no such folder"),
        (["compare", "8-puzzle", "--backends", "exact"], "no engine can be compared here (exact: "),
        (["compare", FIVE, "--backends", "greedy:h1"], "no engine can be compared here (greedy:h1: "),
        (["compare", "mutilated-chessboard", "--backends", "dfs,ucs"], "no engine can be compared here (dfs: "),
    ],
)
def test_bad_comparisons_are_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be compared or drawn is refused with status 2."""
    assert main(words) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_an_engine_that_does_not_suit_is_a_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An engine that cannot take the puzzle keeps its place as not applicable, with the reason, in table, JSON and plot."""
    words = ["compare", "8-puzzle", "--backends", "exact,astar:h2"]
    assert main([*words, "--plot", str(tmp_path / "x.svg")]) == 0
    told = capsys.readouterr().out
    assert "exact     not applicable" in told
    assert "exact: a sliding model was given; expected one that leads to cover" in told
    assert main([*words, "--json"]) == 0
    compared_ = json.loads(capsys.readouterr().out)
    validate("compare", compared_)
    assert list(compared_["answers"][0]) == ["not_applicable"]
    assert compared_["answers"][1]["status"] == "OPTIMAL"


def test_bfs_is_compared_from_one_end_unless_both_are_asked_for() -> None:
    """`bfs` expands what bfs:one does and bfs:both less; pieces that grow have no other end, which bfs:both says."""
    one, plain, both = (
        each.statistics.expanded for each in compared("8-puzzle", "bfs:one", "bfs", "bfs:both").answered
    )
    assert one == plain > both
    grown = compared("blokus-corners-5x5", "bfs", "bfs:both")
    assert isinstance(grown.answers[0], Answer)
    assert isinstance(grown.answers[1], NotApplicable)


def test_what_an_engine_does_not_count_is_a_gap() -> None:
    """Decisions of a SAT solver are no states: an engine that expands none has no point, and a dash in the table."""
    what = replace(families.family("8-puzzle-table"), cases=lambda seed: iter([(1.0, api.puzzle("8-puzzle"), None)]))
    cases = list(families.run(what, ("astar:h2", "sat"), Limits(time=60)))
    (counted,), (gap,) = (families.curve(what, cases, engine) for engine in ("astar:h2", "sat"))
    assert counted.mean
    assert (gap.mean, gap.solved) == (None, 1)
    assert families.shown(what, cases, ("astar:h2", "sat")).splitlines()[-1].split()[-1] == "-"


def _ran(case: Case) -> list[Answer]:
    assert all(isinstance(each, Answer) for each in case.answered)
    return [each for each in case.answered if isinstance(each, Answer)]


def test_every_comparison_ends() -> None:
    """Where no time limit is asked for there is one, and others are kept."""
    assert limited(Limits(nodes=5)) == Limits(time=60, nodes=5)
    assert limited(Limits(time=1)) == Limits(time=1)


def test_engines_may_have_several_options() -> None:
    """In a list of engines, `;` stands between the options of one."""
    assert engines_of("exact, astar:heuristic=h1;closed=final") == ("exact", "astar:heuristic=h1,closed=final")


@pytest.mark.deep("compares engines on a family of puzzles and draws it")
def test_a_family_says_in_its_picture_what_was_not_solved(tmp_path: Path) -> None:
    """An engine without an answer has its line above the curves, one that solved a part a hollow mark, a long plan its word."""
    what = families.family("8-puzzle-table")
    engines = ("astar:h1", "batch:5")
    plot.draw(tmp_path / "table.svg", list(families.run(what, engines, Limits(nodes=100))), what)
    drawn = (tmp_path / "table.svg").read_text()
    assert "astar:h1: UNKNOWN at 100 nodes" in drawn
    assert "batch:5: UNKNOWN at 100 nodes" in drawn
    assert "(not proved shortest)" in drawn
    assert "some not solved" not in drawn
    plot.draw(tmp_path / "all.svg", list(families.run(what, engines[:1], Limits())), what)
    assert "UNKNOWN" not in (tmp_path / "all.svg").read_text()
    partly = families.family("8-puzzle-by-depth")
    plot.draw(tmp_path / "depth.svg", list(families.run(partly, engines[:1], Limits(nodes=300))), partly)
    assert "some not solved" in (tmp_path / "depth.svg").read_text()


def test_a_family_that_nobody_solved_is_drawn(tmp_path: Path) -> None:
    """Where no engine has an answer the strip says so, and there are no curves."""
    what = families.family("pentominoes-by-size")
    plot.draw(tmp_path / "none.svg", family_cases(what.name, "bfs", limits=Limits(nodes=1)), what)
    assert "bfs: UNKNOWN at 1 nodes" in (tmp_path / "none.svg").read_text()


def test_a_family_of_one_puzzle_is_drawn_as_bars(tmp_path: Path) -> None:
    """Two-L's by heuristic shows the states generated, which the family is about, and its name."""
    what = families.family("two-ls-by-heuristic")
    plot.draw(tmp_path / "bars.svg", family_cases(what.name, *what.engines[:2]), what)
    drawn = (tmp_path / "bars.svg").read_text()
    assert all(told in drawn for told in ("two-ls-by-heuristic", "states generated", "28,984", "4,319", "30 moves"))


@pytest.mark.deep("compares engines on a family of puzzles and draws it")
def test_pictures_are_drawn_for_puzzles_and_families(tmp_path: Path) -> None:
    """Bars for one puzzle, curves for a family; the same answers give the same file."""
    case = compared("8-puzzle", "astar:h2", "bfs", limits=Limits(nodes=10_000))
    plot.draw(tmp_path / "one.svg", [case])
    first = (tmp_path / "one.svg").read_bytes()
    plot.draw(tmp_path / "one.svg", [case])
    assert (tmp_path / "one.svg").read_bytes() == first
    assert [each.status for each in case.answered] == ["OPTIMAL", "UNKNOWN"]
    assert first.count(b"UNKNOWN at 10,000 nodes") == 4
    what = families.family("pentominoes-by-size")
    plot.draw(tmp_path / "family.png", family_cases(what.name, "exact"), what)
    assert (tmp_path / "family.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InvalidInput, match="cannot be written as"):
        plot.draw(tmp_path / "x.txt", [case])
