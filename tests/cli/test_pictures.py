"""Commands that draw: sheets of solutions, the view of a solution, what a terminal shows of a list, the catalogue by words."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import exactcover
from exactcover import cli

PACKINGS = ("packing", "board=4x5", "pieces=dominoes", "copies=any")  # 95 packings
Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """Return a function that runs a command in a folder of its own, and returns its status, output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        status = cli.main(words)
        return status, *capsys.readouterr()

    return run


def panels(name: str) -> int:
    """Return how many pictures a sheet has."""
    return Path(name).read_text().count('<g class="panel"')


def test_a_file_of_solutions_is_drawn_as_a_sheet(said: Said) -> None:
    """`draw` of a list's file draws all, with a limit so many, and says how many more there are, on the sheet too."""
    said("list", *PACKINGS, "--quiet", "-o", "all.jsonl")
    assert said("draw", *PACKINGS, "all.jsonl", "-o", "all.svg") == (0, "", "")
    assert panels("all.svg") == 95
    status, _, err = said("draw", *PACKINGS, "all.jsonl", "-o", "some.svg", "--limit", "7")
    assert (status, panels("some.svg")) == (0, 7)
    assert "the first 7 of 95 solutions; 88 more" in err
    assert "the first 7 of 95 solutions; 88 more" in Path("some.svg").read_text()
    status, out, err = said("draw", *PACKINGS, "all.jsonl")
    assert out.rstrip().endswith("the first 20 of 95 solutions; 75 more")
    assert "--limit N" in err


def test_a_solution_of_a_sheet_is_judged(said: Said) -> None:
    """A wrong solution among right ones is refused, and nothing is written."""
    said("list", *PACKINGS, "--quiet", "-o", "all.jsonl")
    lines = Path("all.jsonl").read_text().splitlines()
    spoiled = json.loads(lines[1])
    spoiled["placements"].pop()
    Path("bad.jsonl").write_text("\n".join([lines[0], json.dumps(spoiled)]))
    status, _, err = said("draw", *PACKINGS, "bad.jsonl", "-o", "bad.svg")
    assert (status, Path("bad.svg").exists()) == (2, False)
    assert "the solution is wrong and cannot be drawn" in err


@pytest.mark.parametrize("option", [("--pieces",), ("--window", "0,0/1,1"), ("--film",)])
def test_a_sheet_refuses_what_is_of_one_solution(said: Said, option: tuple[str, ...]) -> None:
    """Pieces, a window and a film are of one solution: beside several they are refused with what to do instead."""
    said("list", *PACKINGS, "--quiet", "-o", "all.jsonl")
    status, _, err = said("draw", *PACKINGS, "all.jsonl", "-o", "x.svg", *option)
    assert status == 2
    assert "--limit 1" in err


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_list_is_written_as_a_sheet(said: Said, ending: str) -> None:
    """`list -o` writes a picture of the solutions listed."""
    assert said("list", *PACKINGS, "--limit", "3", "--quiet", "-o", f"x.{ending}")[0] == 0
    assert Path(f"x.{ending}").read_bytes()[:4] == {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[ending]
    if ending == "svg":
        assert panels("x.svg") == 3
        assert "3 solutions, and perhaps others" in Path("x.svg").read_text()


def test_a_long_list_says_what_its_sheet_leaves_out(said: Said) -> None:
    """Of more than 300 solutions the sheet has the first 300, and both it and a sentence say how many more there are."""
    _, _, err = said("list", "packing", "board=5x6", "pieces=dominoes", "copies=any", "--quiet", "-o", "x.svg")
    assert panels("x.svg") == 300
    assert "the first 300 of 1,183 solutions; 883 more" in Path("x.svg").read_text()
    assert "the first 300 of 1,183 solutions; 883 more" in err


def test_a_list_without_solutions_writes_no_sheet(said: Said) -> None:
    """Where nothing was found no picture is written, which is said."""
    _, _, err = said("list", "packing", "board=1x3", "pieces=dominoes", "copies=any", "-o", "x.svg")
    assert not Path("x.svg").exists()
    assert "there is no solution to write" in err


def test_solve_draws_in_a_view(said: Said) -> None:
    """`solve --view iso -o` is what `draw --view iso` makes of the answer; as text the view is refused."""
    said("solve", "soma", "--view", "iso", "-o", "i.svg", "--quiet")
    said("solve", "soma", "-o", "s.json", "--quiet")
    said("draw", "soma", "s.json", "--view", "iso", "-o", "d.svg")
    assert Path("i.svg").read_text() == Path("d.svg").read_text()
    assert said("solve", "soma", "--view", "iso")[0] == 2
    assert said("solve", "soma", "--view", "izo", "-o", "i.svg")[2].endswith("did you mean 'iso'?\n")


@pytest.mark.parametrize(
    ("options", "shown"), [((), 20), (("--all",), 95), (("--limit", "30"), 30), (("--json",), 0), (("--quiet",), 0)]
)
def test_a_terminal_shows_the_first_of_a_list(
    said: Said, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], shown: int
) -> None:
    """On a terminal `list` prints 20 solutions and says how many more there are; all, or the limit, where that is asked for."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    _, out, _ = said("list", *PACKINGS, *options)
    assert len(re.findall(r"^solution \d+$", out, re.MULTILINE)) == shown
    assert ("and 75 more; --all prints all" in out) is (shown == 20)
    assert ("95 solutions" in out) is (not {"--limit", "--json"} & set(options))
    assert out.count('{"placements"') == (95 if "--json" in options else 0)


def test_a_pipe_and_a_file_have_the_whole_list(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody looks, and in a file of a command at a terminal, all solutions are."""
    assert said("list", *PACKINGS)[1].count("solution ") == 95
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said("list", *PACKINGS, "-o", "all.jsonl")
    assert len(Path("all.jsonl").read_text().splitlines()) == 95


def test_puzzles_are_found_by_words(said: Said) -> None:
    """`puzzles WORD ...` lists those whose names or titles have every word, in any case; where there is none it says so."""
    told = json.loads(said("puzzles", "BLOKUS", "corners", "--json")[1])["puzzles"]
    assert {each["name"] for each in told} == {f"blokus-corners-{n}x{n}" for n in (5, 6, 8, 14)}
    assert [line.split()[0] for line in said("puzzles", "cube")[1].splitlines()[1:]].count("soma") == 1
    assert said("puzzles", "zzz")[1].startswith("no puzzle of ")
    assert json.loads(said("puzzles", "zzz", "--json")[1])["puzzles"] == []


def test_draw_takes_answers() -> None:
    """In Python `draw` takes an answer, its object and a solution; one about another puzzle, or of a count, is refused."""
    answer = exactcover.solve("soma")
    drawn = exactcover.draw("soma", answer.solution)
    assert exactcover.draw("soma", answer) == exactcover.draw("soma", answer.to_json()) == drawn
    with pytest.raises(exactcover.InvalidInput, match="about another puzzle"):
        exactcover.draw("bedlam", answer)
    with pytest.raises(exactcover.InvalidInput, match="has no solution and no certificate"):
        exactcover.draw("soma", exactcover.count("soma"))
    with pytest.raises(exactcover.InvalidInput, match="is wrong and cannot be drawn"):
        exactcover.draw("soma", answer.to_json() | {"solution": {"placements": []}})


def test_draw_takes_the_answer_of_a_proof() -> None:
    """The answer of a proof by a colouring is drawn as the colouring, from the value and from its object."""
    impossible = exactcover.puzzle("packing", board="4x5", pieces="tetrominoes")
    answer = exactcover.prove(impossible, argument="colouring")
    assert exactcover.draw(impossible, answer) == exactcover.draw(impossible, answer.to_json())
    assert exactcover.draw(impossible, answer).count("1") == 10


def test_a_film_shows_how_pieces_come_apart(said: Said) -> None:
    """As SVG and as GIF, of a solution in a file, on every lattice of cells; pieces that go round a board have none."""
    said("solve", "soma", "--quiet", "-o", "soma.json")
    assert said("draw", "--film", "soma", "soma.json", "-o", "soma.svg")[0] == 0
    assert "stage 1 of 6, move 1 of 1" in Path("soma.svg").read_text()
    assert said("draw", "soma", "soma.json", "-o", "soma.gif")[0] == 0
    assert Path("soma.gif").read_bytes().startswith(b"GIF89a")
    hexagons = ("packing", "board=hexagon:2", "lattice=hexagon", "pieces=trihexes,dihex,monohex", "copies=any")
    said("solve", *hexagons, "--quiet", "-o", "hexagons.json")
    assert said("draw", "--film", *hexagons, "hexagons.json", "-o", "hexagons.svg")[0] == 0
    assert "stage 1 of" in Path("hexagons.svg").read_text()
    wrapped = ("packing", "board=4x4", "wrap=both", "pieces=I2", "copies=any")
    said("solve", *wrapped, "--quiet", "-o", "wrapped.json")
    status, _, err = said("draw", *wrapped, "wrapped.json", "-o", "x.gif")
    assert (status, "pieces that go round a board cannot be taken apart" in err) == (2, True)
