"""Plans drawn: the strip, the animated SVG and the GIF are read back and compared with the boards that a replay gives."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from encoders.catalogue import puzzle
from encoders.draw import Area, Picture, gif, moving_svg, svg, text
from encoders.draw.colours import colours
from encoders.draw.film import FIRST, STEP, film
from encoders.puzzle import Puzzle
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput
from exactcover.model.space import Sliding
from tests.commands import under_hash_seeds
from tests.encoders.sliding.oracle import Oracle

SVG = "{http://www.w3.org/2000/svg}"
CORNER = puzzle("blocks board=A../.#B/... goal=A@2,2 metric=moves identical=no")
WAY: Solution = {"moves": [["A", "DOWN", "DOWN", "RIGHT"], ["A", "RIGHT"]]}
EIGHT = puzzle("tiles start=1b2345678")
HUGHES = puzzle("hughes-puzzle")


def plan(what: Puzzle) -> Solution:
    """A shortest plan, by the oracle."""
    encoding = what.encode()
    assert isinstance(encoding.model, Sliding)
    states = Oracle(encoding.model).plan()
    assert states is not None
    return encoding.decode(states)


def boards(picture: Picture) -> list[dict[str, set[tuple[int, ...]]]]:
    """The cells of each area in each layer."""
    found: list[dict[str, set[tuple[int, ...]]]] = [{} for _ in range(picture.dims[0])]
    for area in picture.areas:
        for layer, *cell in area.cells:
            found[layer].setdefault(area.name, set()).add(tuple(cell))
    return found


def test_a_strip_has_a_board_a_move_under_its_caption() -> None:
    """Captions say which block goes where; a path of several steps is one board in the strip, and several in the film."""
    strip = CORNER.picture(WAY)
    assert strip.captions == ("start", "1 A↓↓→", "2 A→")
    assert [board["A"] for board in boards(strip)] == [{(0, 0)}, {(2, 1)}, {(2, 2)}]
    assert all(board["B"] == {(1, 2)} for board in boards(strip))
    frames = CORNER.film(WAY)
    assert frames.captions == ("start", "1 A↓↓→", "1 A↓↓→", "1 A↓↓→", "2 A→")
    assert [board["A"] for board in boards(frames)] == [{(0, 0)}, {(1, 0)}, {(2, 0)}, {(2, 1)}, {(2, 2)}]


def test_strips_of_tiles_follow_the_tiles_or_the_blank() -> None:
    """A plan told by tiles and one told by the blank are the same strip, which ends at the goal."""
    what = puzzle("tiles start=351/47b/682")
    found = plan(what)
    by_tile, by_blank = (what.picture({key: found[key]}) for key in ("moves", "blank"))
    assert by_tile == by_blank
    last = boards(by_tile)[-1]
    assert last == {str(tile): {divmod(tile, 3)} for tile in range(1, 9)}
    tile, direction = found["moves"][0]
    assert by_tile.captions[1] == f"1 {tile}{'↑↓←→'[('UP', 'DOWN', 'LEFT', 'RIGHT').index(direction)]}"


def test_a_puzzle_alone_is_drawn_with_its_goal() -> None:
    """Tiles and blocks show start and goal side by side; of a goal that names no places the start alone is shown."""
    assert EIGHT.picture().captions == ("start", "goal")
    assert boards(HUGHES.picture())[1] == {"A": {(2, 2), (3, 2)}}
    assert puzzle("two-ls").picture().dims == (5, 5)
    assert len(puzzle("two-ls").picture().areas) == 9


def test_the_text_of_a_strip() -> None:
    """Boards stand side by side under their captions, as many as the terminal has room for."""
    assert text(CORNER.picture(WAY)).splitlines() == [
        "start           1 A↓↓→          2 A→",
        "┌───┬───────┐   ┌───────────┐   ┌───────────┐",
        "│ A │ ·   · │   │ ·   ·   · │   │ ·   ·   · │",
        "├───┼───┬───┤   │   ┌───┬───┤   │   ┌───┬───┤",
        "│ · │▒▒▒│ B │   │ · │▒▒▒│ B │   │ · │▒▒▒│ B │",
        "│   └───┴───┤   │   ├───┼───┤   │   └───┼───┤",
        "│ ·   ·   · │   │ · │ A │ · │   │ ·   · │ A │",
        "└───────────┘   └───┴───┴───┘   └───────┴───┘",
    ]
    narrow = text(EIGHT.picture(plan(EIGHT)), columns=20).splitlines()
    assert [line for line in narrow if not line.startswith(tuple("┌│├└")) and line] == ["start", "1 1→"]


def test_captions_are_one_per_layer_and_harmless() -> None:
    """As many captions as layers, and what they say cannot break out of the drawing."""
    cells = frozenset({(0, 0, 0), (1, 0, 0)})
    with pytest.raises(InvalidInput, match="a picture has 1 captions; expected one for each layer, or none"):
        Picture((2, 1, 1), (), cells, ("start",))
    with pytest.raises(InvalidInput, match="captions"):
        Picture((1, 1), (), frozenset({(0, 0)}), ("start",))
    picture = Picture((2, 1, 1), (Area("A", ((0, 0, 0), (1, 0, 0))),), cells, ("<b>&\x1b", "1"))
    for drawn in (svg(picture), moving_svg(picture)):
        found = [element.text or "" for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
        assert "<b>& " in [words.strip("\n") for words in found]
    assert "\x1b" not in text(picture)


def test_a_block_keeps_its_colour_through_the_plan() -> None:
    """A block is one area with one colour; blocks of different letters that touch differ."""
    picture = HUGHES.picture(plan(HUGHES))
    assert len(picture.areas) == 7
    assert len(set(colours(picture))) == 7


def shift(group: ElementTree.Element, second: float) -> tuple[float, float]:
    """Where an animated group is at a moment, as a player works it out: (x, y) in user units."""
    animation = group.find(f"{SVG}animateTransform")
    if animation is None:
        return 0.0, 0.0
    whole = float(animation.attrib["dur"].rstrip("s"))
    times = [float(time) * whole for time in animation.attrib["keyTimes"].split(";")]
    values = [tuple(map(float, value.split())) for value in animation.attrib["values"].split(";")]
    assert len(times) == len(values)
    assert (times[0], times[-1]) == (0.0, whole)
    assert times == sorted(times)
    later = next(number for number, time in enumerate(times) if time > second)
    share = (second - times[later - 1]) / (times[later] - times[later - 1])
    (x, y), (to_x, to_y) = values[later - 1], values[later]
    return x + share * (to_x - x), y + share * (to_y - y)


@pytest.mark.parametrize(
    "what", [CORNER, EIGHT, HUGHES, puzzle("dads-puzzle")], ids=["corner", "eight", "hughes", "dad"]
)
def test_an_animated_svg_shows_every_board(what: Puzzle) -> None:
    """At the end of each step every block stands where the film has it, and the step's caption alone is visible."""
    frames = what.film(WAY if what is CORNER else plan(what))
    root = ElementTree.fromstring(moving_svg(frames))
    groups = root.findall(f".//{SVG}g[@class='pieces']/{SVG}g")
    first = boards(frames)[0]
    for number, board in enumerate(boards(frames)):
        second = FIRST + number * STEP - 0.02
        for group, area in zip(groups, frames.areas, strict=True):
            x, y = shift(group, second)
            gone = {(row + round(y / 30, 2), column + round(x / 30, 2)) for row, column in first[area.name]}
            assert gone == board[area.name]
        assert visible(root, second) == [frames.captions[number]]
    assert all(area.name == group.findtext(f"{SVG}text") for group, area in zip(groups, frames.areas, strict=True))


def visible(root: ElementTree.Element, second: float) -> list[str]:
    """The captions that are visible at a moment."""
    found = []
    for words in root.findall(f".//{SVG}g[@class='words']/{SVG}text"):
        state = words.attrib.get("visibility", "visible")
        animation = words.find(f"{SVG}animate")
        if animation is not None:
            whole = float(animation.attrib["dur"].rstrip("s"))
            for time, value in zip(*(animation.attrib[k].split(";") for k in ("keyTimes", "values")), strict=True):
                state = value if float(time) * whole <= second + 1e-4 else state
        if state == "visible":
            found.append((words.text or "").strip())
    return found


def test_a_gif_shows_every_board() -> None:
    """It plays for ever; the frames between slides have each block's colour on each of its cells, and grey on empty ones."""
    from PIL import Image

    frames = HUGHES.film(plan(HUGHES))
    written = io.BytesIO()
    gif(frames, written)
    image = Image.open(written)
    steps = frames.dims[0] - 1
    assert image.info["loop"] == 0
    assert image.n_frames == 1 + 3 * steps  # type: ignore[attr-defined]
    shown = dict(zip((area.name for area in frames.areas), colours(frames), strict=True))
    for number, board in enumerate(boards(frames)):
        image.seek(3 * number)
        seen = image.convert("RGB")
        owners = {cell: name for name, cells in board.items() for cell in cells}
        for row in range(4):
            for column in range(3):
                pixel = seen.getpixel((24 + 48 * column + 8, 24 + 16 + 48 * row + 8))
                assert pixel == shown.get(owners.get((row, column), ""), (242, 242, 242))


def test_films_are_of_blocks_that_slide() -> None:
    """An area that changes its shape, or is not in every board, is no block of a film."""
    cells = frozenset((layer, 0, column) for layer in range(2) for column in range(3))
    for after in (((1, 0, 0),), ((1, 0, 0), (1, 0, 2)), ()):
        picture = Picture((2, 1, 3), (Area("A", ((0, 0, 0), (0, 0, 1), *after)),), cells)
        with pytest.raises(InvalidInput, match="area 'A' is not the same in all boards; expected blocks that slide"):
            film(picture)
        with pytest.raises(InvalidInput, match="expected blocks that slide"):
            gif(picture, io.BytesIO())


def test_plans_too_long_to_draw_are_refused_before_they_are_laid_out() -> None:
    """A plan of a million moves gets one sentence, as strip and as film."""
    long: Solution = {"moves": [["A", "DOWN"], ["A", "UP"]] * 500_000}
    for drawn in (CORNER.picture, CORNER.film):
        with pytest.raises(
            InvalidInput, match="a plan of 1000001 boards is too long to draw; expected at most 4000000"
        ):
            drawn(long)
    with pytest.raises(InvalidInput, match="too long to draw"):
        EIGHT.picture({"blank": ["RIGHT", "LEFT"] * 500_000})


def test_plans_without_a_move_are_drawn() -> None:
    """A start that is its own goal is a strip, a film and a GIF of one board."""
    what = puzzle("tiles start=b12345678")
    assert what.picture({"moves": []}).captions == ("start",)
    assert "animate" not in moving_svg(what.film({"moves": []}))
    gif(what.film({"moves": []}), io.BytesIO())


@pytest.mark.deep("draws in processes of their own, one per hash seed")
def test_the_same_film_is_written_the_same(tmp_path: Path) -> None:
    """Animated SVG and GIF are the same, byte for byte, in two processes with different hash seeds."""
    code = (
        "import sys, hashlib; from encoders.catalogue import puzzle; from encoders.draw import gif, moving_svg, text\n"
        "w = puzzle('blocks board=A../.#B/... goal=A@2,2'); f = w.film({'moves': [['A', 'DOWN'], ['B', 'UP']]})\n"
        "gif(f, sys.argv[1]); drawn = (moving_svg(f) + text(f, True)).encode() + open(sys.argv[1], 'rb').read()\n"
        "print(hashlib.sha256(drawn).hexdigest())"
    )
    assert len(under_hash_seeds(code, tmp_path, str(tmp_path / "film.gif"))) == 1


def test_without_matplotlib_a_gif_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is missing, one sentence names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(InvalidInput, match=r"exactcover-solver\[plot\]"):
        gif(CORNER.film(WAY), io.BytesIO())


def test_an_animated_svg_is_small_and_has_no_script() -> None:
    """A film of fifty moves and more stays under 60 kB, and nothing in it is run."""
    drawn = moving_svg(puzzle("dads-puzzle").film(plan(puzzle("dads-puzzle"))))
    assert len(drawn) < 60_000
    assert not re.search("<script|href|url", drawn)
