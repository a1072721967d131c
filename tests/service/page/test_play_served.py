"""The front page and the page to play a puzzle by hand, as they are served: stored solutions, tables, links, refusals."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

import exactcover
from exactcover import api
from exactcover.api import tables
from exactcover.service.page import rendering, solved
from tests.service.page.markup import HOSTILE, Tags

if TYPE_CHECKING:
    import httpx

PLANE = [
    name
    for name in exactcover.puzzles()
    if name.startswith(("pentominoes", "tetrominoes", "y-pent", "dominoes", "mutilated"))
]
CARDS = [solved.HERO, *solved.CARDS]


def table_in(page: str) -> dict[str, Any]:
    """The table that a page of a puzzle has for its scripts."""
    shown = re.search(r'data-table="([^"]*)"', page)
    assert shown is not None
    table: dict[str, Any] = json.loads(unescape(shown[1]))
    return table


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card.name}-{len(card.pictures)}")
def test_the_judges_accept_each_stored_solution(card: solved.Card) -> None:
    """Every solution that the front page draws is a different one that the judges accept, and its number is the published one."""
    solutions = card.solutions()
    for solution in solutions:
        placements = [{"piece": name, "cells": cells} for name, cells in solution]
        assert exactcover.check({"placements": placements}, card.name)["accepted"]
    assert len({json.dumps(sorted(solution)) for solution in solutions}) == len(solutions)
    published = api.puzzle(card.name).published
    key = "classes" if "different" in card.fact else "total"
    assert card.fact.startswith(f"{int(published[key]):,} ".replace(",", " "))


def test_the_front_page_needs_no_look_up(http: httpx.Client) -> None:
    """The front page has its solutions in it, and leads to play, to the editor, to a proof, to the gallery and to jobs."""
    page = http.get("/").text
    shown = re.search(r'data-solutions="([^"]*)"', page)
    assert shown is not None
    assert len(json.loads(unescape(shown[1]))) == len(solved.HERO.pictures)
    assert page.count("data-solution=") == len(solved.CARDS)
    assert f"One of {api.puzzle('pentominoes-6x10').published['classes']:,}".replace(",", " ") in page
    for link in set(re.findall(r'href="(/[^"#]*)', page)):
        assert http.get(unescape(link)).status_code == 200, link


def test_links_to_the_editor_keep_their_path(http: httpx.Client) -> None:
    """`/` with a puzzle, keys or a kind is the editor, as in all links that were ever copied; `/design` is the same."""
    for path in ("/?puzzle=soma", "/?kind=cover", "/design", "/design?puzzle=soma", '/?keys={"kind":"cover"}'):
        assert "bench/bench.js" in http.get(path).text, path
    assert "bench/bench.js" not in http.get("/").text


@pytest.mark.parametrize("name", PLANE)
def test_every_plane_packing_of_the_catalogue_is_played(http: httpx.Client, name: str) -> None:
    """The page of a plane packing has its board and its pieces, and enough of them for the cells."""
    table = table_in(http.get(f"/play/{name}").raise_for_status().text)
    cells = "".join(table["rows"]).count(".")
    assert cells == exactcover.info(name)["cells"]
    assert sum(len(piece["cells"]) * piece["copies"] for piece in table["pieces"]) >= cells - 1
    assert len(PLANE) > 10


def test_what_is_not_played_is_refused_in_a_sentence(http: httpx.Client) -> None:
    """A kind without a table has a page that says so and leads to the editor; an unknown name has one too."""
    page = http.get("/play", params={"keys": '{"kind":"langford","n":"7"}'})
    assert page.status_code == 422
    assert "expected pieces to place on a flat board of squares" in page.text
    assert 'href="/design' in page.text
    unknown = http.get("/play/no-such-puzzle")
    assert unknown.status_code == 404
    assert "unknown puzzle" in unknown.text


def test_the_whole_catalogue_is_played(http: httpx.Client) -> None:
    """Every puzzle of the catalogue is played by hand on a page, but designs, symbols on lines, and some lattices."""
    refused = [name for name in exactcover.puzzles() if http.get(f"/play/{name}").status_code != 200]
    kinds = ("block-design", "cover", "dominosa", "edge-matching", "golfers", "langford", "nonogram", "star-battle")
    others = ("tetraspheres-tetrahedron", "tetrasticks-5x5", "torus-tetrominoes-4x5")
    assert refused == [name for name in exactcover.puzzles() if exactcover.puzzle(name).kind in kinds or name in others]


SIX = [f"{name}{size}" for name, size in (("I", 1), ("I", 2), ("I", 3), ("I", 4), ("I", 5), ("L", 4))]


@pytest.mark.parametrize(
    "keys",
    [
        {
            "board": "5x5",
            "pieces": SIX,
            "optional": "all",
            "colours": {"cells": "abcde/f..../...../...../.....", "pieces": dict(zip(SIX, "abcdef", strict=True))},
        },
        {"board": "200x200", "pieces": "dominoes", "copies": "any"},
        {"board": "40x40", "pieces": "dominoes", "copies": "any"},
    ],
    ids=["six colours", "large board", "many pieces"],
)
def test_large_boards_and_many_colours_are_not_played(keys: dict[str, Any]) -> None:
    """A table has a limited number of positions, of pieces and of colours."""
    with pytest.raises(exactcover.InvalidInput, match="by hand"):
        tables.table({"kind": "packing", **keys})


def test_tables_have_colours() -> None:
    """Each colour of pieces is a ground, the cells where it may lie; the cells of a piece name theirs in every orientation."""
    colours = {"cells": "abab/baba/abab/....", "pieces": {"L4": "aba/b.."}}
    table = tables.table({"kind": "packing", "board": "4x4", "pieces": "L4", "copies": 4, "colours": colours})
    assert table["grounds"] == [[".#.#", "#.#.", ".#.#", "...."], ["#.#.", ".#.#", "#.#.", "...."]]
    [piece] = table["pieces"]
    assert piece["cells"] == [[0, 0, 1], [0, 1, 2], [0, 2, 1], [1, 0, 2]]
    assert (piece["turns"], piece["flips"]) == (True, True)
    halves = {"cells": "aabb", "pieces": {"I2": "ab"}}
    [domino] = tables.table({"kind": "packing", "board": "1x4", "pieces": "I2", "copies": 2, "colours": halves})[
        "pieces"
    ]
    assert domino["cells"] == [[0, 0, 1], [0, 1, 2]]
    assert domino["turns"], "a half turn exchanges its colours"


@pytest.mark.parametrize(
    ("keys", "rows", "empty"),
    [
        ({"board": "..+/.++"}, ["..+", ".++"], [0, 3]),
        ({"board": "2x3", "optional": "0,0/1,2", "holes_free": "2..2"}, ["+..", "..+"], [2, 2]),
        ({"board": "2x2"}, ["..", ".."], [0, 0]),
    ],
    ids=["picture", "coordinates", "none"],
)
def test_tables_have_cells_that_may_stay_empty(keys: dict[str, Any], rows: list[str], empty: list[int]) -> None:
    """Cells that may stay empty are marked, with how many of them stay empty; no piece of the table stands for them."""
    table = tables.table({"kind": "packing", "pieces": "dominoes", "copies": "any", **keys})
    assert table["rows"] == rows
    assert table["empty"] == empty
    assert [piece["name"] for piece in table["pieces"]] == ["I2"]


def test_a_table_has_what_is_left_to_place() -> None:
    """Copies are those still to place, pre-placed pieces lie on the board, and motions are those that a piece is allowed."""
    keys = {
        "kind": "packing",
        "board": "AA../..../....",
        "legend": {"A": "I2"},
        "pieces": ["I2", "L4", "L4"],
        "copies": "1",
    }
    table = tables.table(keys | {"reflections": "no"})
    assert table["fixed"] == [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]
    assert table["rows"] == ["....", "....", "...."]
    by_name = {piece["name"]: piece for piece in table["pieces"]}
    assert by_name["L4"]["copies"] == 2
    assert by_name["I2"]["copies"] == 0
    assert (by_name["L4"]["turns"], by_name["L4"]["flips"]) == (True, False)
    free = tables.table(keys | {"reflections": "yes"})
    assert all(piece["flips"] for piece in free["pieces"] if piece["name"] == "L4")


def test_placed_pieces_are_added_to_the_keys_of_a_table(http: httpx.Client) -> None:
    """The keys of a table with placed pieces under `fixed` are the puzzle of which `remaining` tells what is left."""
    keys = table_in(http.get("/play/pentominoes-6x10").text)["keys"]
    placed = {"piece": "I5", "cells": [[row, 0] for row in range(5)]}
    body = {"puzzle": keys | {"fixed": [*keys["fixed"], placed]}, "solution": True, "seconds": 5}
    left = http.post("/v1/remaining", json=body).raise_for_status().json()
    assert left["count"] == "838"
    assert placed in left["solution"]["placements"]


def test_a_puzzle_of_a_link_is_played(http: httpx.Client) -> None:
    """`/play` takes the keys that the links of the editor carry; wrong ones are refused in a sentence."""
    keys = json.dumps({"kind": "packing", "board": "2x2", "pieces": "dominoes", "copies": "any", "title": "Two by two"})
    page = http.get("/play", params={"keys": keys})
    assert table_in(page.raise_for_status().text)["title"] == "Two by two"
    assert table_in(http.get("/play?puzzle=tetrominoes-4x10").text)["pieces"][0]["copies"] == 2
    for wrong in ("[", '{"kind": "packing", "board": "2x2", "pieces": "pentonimoes"}'):
        refused = http.get("/play", params={"keys": wrong})
        assert refused.status_code == 422
        assert "Not to be played here" in refused.text


@pytest.mark.parametrize("words", HOSTILE)
def test_names_of_strangers_do_nothing_on_the_table(http: httpx.Client, words: str) -> None:
    """A title, a source and a name with markup are text on the page of a table."""
    pieces = [{"name": words, "picture": "##", "copies": 2}]
    keys = {"kind": "packing", "board": "2x2", "pieces": pieces, "title": words, "source": words}
    pages = [http.get("/play", params={"keys": json.dumps(keys)}), http.get("/play", params={"puzzle": words})]
    for page in pages:
        assert page.status_code in (200, 404, 422)
        assert Tags(page.text).alive == []


def test_modules_have_the_version_in_their_path(http: httpx.Client) -> None:
    """Modules import each other by name and are kept for a year, so their version is in the path; another is not kept."""
    version = rendering.version()
    assert f'src="/static/{version}/play/play.js"' in http.get("/play").text
    for name in ("play/play.js", "tokens.css", "figtree.woff2"):
        file = http.get(f"/static/{version}/{name}")
        assert "immutable" in file.headers["cache-control"]
        assert http.get(f"/static/old/{name}").headers["cache-control"] == "no-store"
    assert http.get(f"/static/{version}/figtree.LICENSE").status_code == 404
    folder = rendering.FOLDER / "static"
    for module in folder.rglob("*.js"):
        for other in re.findall(r'from "(\.[^"]+)"', module.read_text()):
            assert (module.parent / other).exists(), f"{module.name} imports {other}"


def test_scripts_of_the_new_pages_are_short() -> None:
    """Each module of the front page and of the table has under 400 lines."""
    folder = rendering.FOLDER / "static"
    lengths = {path.name: len(path.read_text().splitlines()) for path in folder.rglob("*.js")}
    assert len(lengths) > 10
    assert {name: lines for name, lines in lengths.items() if lines >= 400} == {}


def test_the_font_comes_with_its_licence() -> None:
    """Beside the font is the SIL Open Font License with the notice of its authors."""
    text = (rendering.FOLDER / "static" / "figtree.LICENSE").read_text()
    assert "The Figtree Project Authors" in text
    assert "SIL OPEN FONT LICENSE" in text
