"""Films of searches side by side: they show what the searches visit, end in solutions, and say what they leave out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import exactcover
from exactcover.api.films import Total, VisitedStates, film
from exactcover.api.visits import visits
from exactcover.cli import main

TILES = "tiles board=3x3 start=125340678 goal=012345678"
FIVE = "packing board=5x5 pieces=F5,L5,P5,W5,U5"
SVG = "{http://www.w3.org/2000/svg}"
UNIT = 30
"""User units of a square on a board."""


def seen(group: ET.Element, share: float) -> bool:
    """Whether a group of a film is opaque at a time, a share of the whole."""
    animation = group.find(f"{SVG}animate")
    if animation is None:
        return True
    times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
    assert times[0] == 0
    assert all(one < other for one, other in pairwise(times))
    values = animation.attrib["values"].split(";")
    return values[max(number for number, time in enumerate(times) if time <= share)] == "1"


def shown(group: ET.Element, share: float) -> list[ET.Element]:
    """The texts of a group that are seen at a time."""
    texts = []
    for child in group:
        if child.tag == f"{SVG}text":
            texts.append(child)
        elif child.tag == f"{SVG}g" and seen(child, share):
            texts += shown(child, share)
    return texts


def strips(svg: str) -> list[tuple[ET.Element, ET.Element]]:
    """The group of each search, and that of its board."""
    return [
        (group, board)
        for group in ET.fromstring(svg).findall(f"{SVG}g")
        for board in group.findall(f"{SVG}g[@transform]")
    ]


def middles(steps: int) -> list[float]:
    """The middle of each frame, as shares of the film."""
    step = max(0.1, min(0.5, round(40 / steps, 2)))
    whole = 1 + (steps - 1) * step + 2.5
    return [0.5 / whole, *((1 + (frame - 0.5) * step) / whole for frame in range(1, steps))]


@pytest.mark.parametrize("engines", [["bfs", "greedy", "idastar"], ["astar", "dfs"]])
def test_every_frame_shows_the_states_of_the_searches(engines: list[str]) -> None:
    """In the middle of each frame the tiles, the counter and the figures are those of the state with that number."""
    value = film(TILES, engines)
    recorded = [visits(TILES, engine)["visits"] for engine in engines]
    assert [list(search.states) for search in value.searches] == recorded
    parts = strips(value.svg())
    assert len(parts) == len(engines)
    steps = max(map(len, recorded))
    for frame, share in enumerate(middles(steps)):
        for (group, board), states in zip(parts, recorded, strict=True):
            state = states[min(frame, len(states) - 1)]
            tiles = {
                (int(float(text.attrib["y"])) // UNIT, int(text.attrib["x"]) // UNIT): text.text
                for text in shown(board, share)
            }
            assert tiles == {(cells[0] // 3, cells[0] % 3): name for name, cells in state["pieces"]}
            counter = [
                text
                for text in shown(group, share)
                if re.fullmatch(r"\d", text.text or "") and text not in shown(board, share)
            ]
            digits = sorted((float(text.attrib["x"]), text.text or "") for text in counter)
            assert int("".join(digit for _, digit in digits)) == min(frame, len(states) - 1) + 1
            solved = any("solution" in (text.text or "") for text in shown(group, share))
            assert solved == state["goal"]


def test_the_film_of_a_packing_ends_in_its_solution() -> None:
    """The last frame of the exact cover search has all five pieces, in their places of the solution; the others are cut."""
    value = film(FIVE, ["dfs", "exact"], 40)
    naive, exact = value.searches
    assert (naive.whole, exact.whole, exact.solved) == (False, True, True)
    assert {name for name, _ in exact.states[-1]["pieces"]} == {"F5", "L5", "P5", "W5", "U5"}
    (_, first), (_, second) = strips(value.svg())
    assert len(shown(second, 1.0)) == 5
    assert len(shown(first, 1.0)) == len(naive.states[-1]["pieces"]) == naive.states[-1]["moves"]


def test_words_say_how_many_states_there_are() -> None:
    """A film that is cut says of how many states in all, if that is known; one that is not, whether there is a solution."""
    state: dict[str, Any] = {"pieces": [], "moves": 0, "estimate": None, "priority": None, "goal": False}
    cut = VisitedStates("bfs", (state,) * 300, whole=False, total=Total(12345))
    assert str(cut) == "first 300 of 12,345 states"
    stopped = VisitedStates("exact", (state,) * 2, whole=False, unit="nodes", total=Total(12345, over=True))
    assert str(stopped) == "first 2 of over 12,345 nodes"
    assert str(VisitedStates("bfs", (state,) * 300, whole=False)) == "first 300 states"
    assert str(VisitedStates("bfs", (state,), whole=False)) == "first state"
    assert str(VisitedStates("bfs", (state,), whole=True)) == "1 state, no solution"
    assert str(VisitedStates("bfs", (state, {**state, "goal": True}), whole=True)) == "2 states"


def test_a_comparison_knows_how_many_states_there_are_in_all() -> None:
    """The totals are those of the comparison; an engine without states keeps its reason, in the value and below the film."""
    comparison = exactcover.compare("8-puzzle", ["astar", "greedy", "anneal"], limits=exactcover.Limits(time=20))
    value = comparison.searches(25)
    assert [str(search) for search in value.searches] == ["first 25 of 6,813 states", "first 25 of 83 states"]
    assert list(value.left_out) == ["anneal"]
    assert "Not shown: anneal (the engine anneal keeps no order of visits)." in value.svg()
    assert "(first 25 of 6,813 states)" in value.svg()
    assert value._repr_html_() == value.svg()


def test_pieces_keep_their_shade() -> None:
    """From frame to frame a domino that stays keeps its colour; dominoes of one shade do not touch."""
    value = film("packing board=4x4 pieces=I2 copies=any", ["exact"])
    drawn = value._drawn()
    (strip,) = drawn.strips
    frames = [
        dict(zip(board.pieces, grounds, strict=True))
        for board, grounds in zip(strip.boards, drawn.grounds(strip), strict=True)
    ]
    for one, other in pairwise(frames):
        assert all(one[piece] == other[piece] for piece in one.keys() & other.keys())
    for frame in frames:
        for piece, colour in frame.items():
            for (_, cells), shade in frame.items():
                touching = any(abs(a - c) + abs(b - d) == 1 for a, b in piece[1] for c, d in cells)
                assert (piece[1] == cells) or not touching or shade != colour
    assert len(frames[-1]) == 8


def test_films_of_other_lattices_are_drawn_on_them() -> None:
    """Hexagons are drawn as hexagons."""
    svg = film("packing lattice=hexagon board=3x3 pieces=trihexes", ["exact"]).svg()
    assert re.search(r'stroke-width="[\d.]+" d="M[^"]*l', svg)  # sloping sides


def test_a_film_is_written_as_gif(tmp_path: Path) -> None:
    """The GIF has a frame for each state of the longest search, evenly timed, and is the same for the same film."""
    pillow = pytest.importorskip("PIL.Image")
    value = film(TILES, ["bfs", "greedy"])
    for name in ("a.gif", "b.gif"):
        value.save(tmp_path / name)
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()
    with pillow.open(tmp_path / "a.gif") as image:
        durations = []
        for frame in range(image.n_frames):
            image.seek(frame)
            durations.append(image.info["duration"])
    steps = max(len(search.states) for search in value.searches)
    assert durations == [1000, *[500] * (steps - 2), 3000]


@pytest.mark.parametrize(
    ("puzzle", "engines", "states", "words"),
    [
        ("queens n=4", ["exact"], 10, "the queens has no such board"),
        ("soma", ["exact"], 10, "flat boards"),
        ("8-puzzle", ["sat", "anneal"], 10, "none of the engines sat, anneal has an order of visits to show"),
        ("8-puzzle", ["bfs"], 0, "expected 1 to 1,000"),
        ("8-puzzle", [f"beam:{width}" for width in range(1, 10)], 10, "at most 8"),
        ("8-puzzle", ["astar:closed=final"], 10, "no search can be shown here"),
        ("tiles board=3x3 start=125430678 goal=012345678", ["bfs"], 10, "before it visits a state"),
    ],
)
def test_what_cannot_be_shown_is_refused(puzzle: str, engines: list[str], states: int, words: str) -> None:
    """Puzzles without flat boards, engines without an order of visits, and wrong numbers of states are refused."""
    with pytest.raises(exactcover.InvalidInput, match=words):
        film(puzzle, engines, states)


def test_several_puzzles_have_no_film() -> None:
    """A film shows one puzzle."""
    comparison = exactcover.compare([TILES, TILES], ["greedy"])
    with pytest.raises(exactcover.InvalidInput, match="2 puzzles are compared"):
        comparison.searches()


def test_the_command_line_writes_the_film(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--film` writes the animation after the table, and says what it shows."""
    path = tmp_path / "film.svg"
    assert main(["compare", *TILES.split(), "--backends", "bfs,greedy", "--film", str(path), "--states", "5"]) == 0
    printed = capsys.readouterr()
    assert "bfs: first 5 of 12 states" in printed.err
    assert "greedy: 4 states" in printed.err
    comparison = exactcover.compare(TILES, ["bfs", "greedy"])
    assert path.read_text() == comparison.searches(5).svg()
    comparison.film(tmp_path / "again.svg", 5)
    assert (tmp_path / "again.svg").read_text() == path.read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([*TILES.split(), "--film", "x.mp4"], "a film of searches cannot be written as '.mp4'"),
        ([*TILES.split(), "--film", "/none/x.svg"], "no such folder"),
        ([*TILES.split(), "--backends", "sat", "--film", "x.svg"], "none of the engines sat"),
        (["--family", "8-puzzle-table", "--film", "x.svg"], "expected a puzzle in place of --family"),
    ],
)
def test_films_that_cannot_be_written_are_refused_first(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any engine runs, a film is refused that could not be written, or would show nothing."""
    assert main(["compare", *words]) == 2
    printed = capsys.readouterr()
    assert reason in printed.err
    assert printed.out == ""
