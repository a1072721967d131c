"""Pages of reference that come from the program: the kinds of puzzle and their keys, and the options of engines.

Meanings and defaults of keys are written in the contract, those of options in the page of engines; these pages have what the
program itself says: its keys, the hints of its page for them, and what it accepts, in the words with which it refuses another
value.

Not here: the HTTP interface (`tests/docs_http.py`), the pages of commands and of schemas (`tests/docs_pages.py`).
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from encoders.kinds import FOLDERS, KINDS
from encoders.listing import listed
from exactcover import api, backends, cli
from exactcover.backends import astar, batch, beam, bfs, idastar, sat, wastar
from exactcover.backends.search.boards import settings
from exactcover.backends.search.cover import kernel_names
from exactcover.backends.search.graphs import growths, state_graphs
from exactcover.model.answer import EngineOptions
from exactcover.model.errors import InvalidInput

PUZZLES_PAGE = Path(__file__).parent.parent / "encoders" / "PUZZLES.md"
WRONG: tuple[Any, ...] = (["?"], {"?": 1}, "?")
"""Values that no key has."""


class Example(NamedTuple):
    """A kind in one sentence, the section of the page of puzzles about it, if any, and a puzzle that is solved in a moment."""

    rules: str
    section: str
    words: str


EXAMPLES = {
    "packing": Example(
        "Pieces fill a board, in the plane, in space, or on other lattices.",
        "packings-and-covers",
        "board=4x5 pieces=I5,L5,P5,V5",
    ),
    "blokus": Example(
        "Pieces of one player grow from a start, touching each other at corners only.",
        "blokus",
        "board=5x5 goal=corners pieces=blokus-small",
    ),
    "tiles": Example(
        "Sliding tiles: the 8-puzzle, the 15-puzzle, and boards of other sizes.", "sliding-puzzles", "start=142305678"
    ),
    "blocks": Example(
        "Sliding blocks of any shape, Rush Hour among them.", "sliding-puzzles", "board=AB/.. goal=A@1,0"
    ),
    "cover": Example(
        "Options, each a set of items, are chosen so that every item is covered as often as it says, also at least cost.",
        "packings-and-covers",
        "four.toml",
    ),
    "sudoku": Example(
        "Sudoku of any size, with its variants: regions, cages, diagonals, several grids.", "", "boxes=2x2"
    ),
    "queens": Example("Queens, rooks or superqueens that do not attack each other.", "", "n=8"),
    "langford": Example("Langford's sequences: between the two copies of k are k places.", "", "n=7"),
    "latin": Example("Latin squares.", "", "n=4"),
    "edge-matching": Example(
        "Square tiles whose edges have one colour where two meet.",
        "grids-and-tiles",
        "board=2x2 tiles=abcd,cbda,dacb,bdca",
    ),
    "nonogram": Example(
        "A picture of black and white cells from the lengths of its runs.",
        "grids-and-tiles",
        "rows=1,1/5/5/3/1 columns=2/4/4/4/2",
    ),
    "star-battle": Example(
        "Stars, as many in each row, column and region, that do not touch.",
        "grids-and-tiles",
        "regions=DDDBB/DDDAB/DCAAE/CCCAE/CCCCE",
    ),
    "dominosa": Example(
        "A set of dominoes hidden in a grid of numbers.", "grids-and-tiles", "grid=33113/01002/20223/20311"
    ),
    "golfers": Example(
        "Groups that change every week, in which no two golfers meet twice.",
        "golfers-and-block-designs",
        "groups=3 size=3 weeks=4",
    ),
    "block-design": Example(
        "Blocks of points in which any t points are together equally often.", "golfers-and-block-designs", "v=7 k=3"
    ),
}


def plain(text: str) -> str:
    """Return a text as it is in a cell of a table, nothing in it meaning anything to Markdown."""
    return re.sub(r"([\\`*_<>\[\]|#{}$~])", r"\\\1", " ".join(text.split()))


ABOUT_KINDS = """# Kinds and keys

The kinds of puzzle, the keys of each, and what the program accepts for them, in its own words. What each key means in full,
with its default, is in the [contract](contract.md#puzzle-specifications). A puzzle is written `KIND key=value ...`, in a file,
or as a dictionary in Python.
"""
ABOUT_ENGINES = """# Engines and options

What `exactcover engines` lists, with the values that each option accepts, as the program says when it refuses another one. What
the engines are, and which one `auto` chooses, is on the [page of engines](engines.md). Options are given as
`--backend NAME:KEY=VALUE,...`, the first one also as `--backend NAME:VALUE`. An empty default
depends on the puzzle, or means that the option is off.
"""
FOUR = {"items": ["a", "b", "c"], "options": [["a", "b"], ["b", "c"], ["a"], ["c"]]}
"""The example of a cover, which is a file."""
ALSO = {
    ("packing", "cell_values"): {"maximise": "value"},
    ("packing", "values"): {"maximise": "value"},
    ("blokus", "targets"): {"goal": "cover"},
    ("sudoku", "sums"): {"cages": "AABB/AABB/CCDD/CCDD"},
}
"""What the other keys of a puzzle must be for a key to be read."""


def keys_of(name: str) -> dict[str, Any]:
    """Return the keys of the example of a kind."""
    return FOUR if name == "cover" else dict(word.split("=", 1) for word in EXAMPLES[name].words.split())


def accepted(name: str, key: str) -> str:
    """Return what a kind accepts for a key, by its refusal of wrong values: first of those about the value as a whole."""
    refusals = []
    keys = {} if key == "rush-hour" else {**keys_of(name), **ALSO.get((name, key), {})}
    for value in WRONG:
        try:
            KINDS[name].read({**keys, key: value})
        except InvalidInput as fault:
            refusals.append(str(fault))
    refusals.sort(
        key=lambda each: (not each.startswith(f"{key} is "), not each.startswith(f"{key} has "), "piece '?' is" in each)
    )
    return re.sub(r"(, did you mean.*|: '\?')$", "", refusals[0].partition("expected ")[2])


def hints(name: str) -> dict[str, str]:
    """Return what the program's own page says of the keys of a kind, and of other keys what the page of puzzles says."""
    editor = KINDS[name].editor
    fields = editor.fields if editor else ()
    said = {each.key: plain(f"{each.label}. {each.hint}" if each.hint else f"{each.label}.") for each in fields}
    heading = "| kind | key |" if name in ("tiles", "blocks") else f"| key of a `{name}` |"
    for row in PUZZLES_PAGE.read_text().partition(heading)[2].partition("\n\n")[0].splitlines()[2:]:
        *_, keys, meaning = (cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip("|")))
        said |= {key: meaning for key in re.findall("`([^`]+)`", keys) if key not in said}
    return {"begun": "A partly filled board."} | said


def answered(name: str) -> str:
    """Return the block of the example of a kind: a file if it needs one, a command, and the first line that this prints."""
    words = f"{name} {EXAMPLES[name].words}"
    if name != "cover":
        task = "solve" if KINDS[name].film or name == "blokus" else "count"
        return f"```console\n$ exactcover {task} {words} --quiet\n{first_line(task, *words.split())}\n...\n```\n"
    text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in {"kind": "cover", **FOUR}.items())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "four.toml"
        file.write_text(text)
        first = first_line("count", str(file))
    command = f"```console\n$ exactcover count four.toml --quiet\n{first}\n...\n```\n"
    return f"<!-- file: four.toml -->\n```toml\n{text}\n```\n\n{command}"


def first_line(*words: str) -> str:
    """Return the first line that a command prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert cli.main([*words, "--quiet"]) == 0
    return printed.getvalue().splitlines()[0]


def kind(name: str, catalogue: Mapping[str, list[str]]) -> str:
    """Return the section of a kind; catalogue: the names of puzzles, by kind."""
    own, example, said = KINDS[name], EXAMPLES[name], hints(name)
    value = own.read(keys_of(name))
    rows = [f"| `{key}` | {said.get(key, '')} | {plain(accepted(name, key))} |" for key in own.keys]
    facts = [f"Engines that are worth comparing: {', '.join(map('`{}`'.format, own.engines(value)))}."]
    if own.varied:
        facts.append(f"`design --vary` takes {', '.join(map('`{}`'.format, own.varied))}.")
    if own.moves:
        facts.append("`moves` lists the legal moves.")
    if names := catalogue.get(name, []):
        some = ", ".join(map("`{}`".format, names[:5]))
        facts.append(f"In the catalogue: {some}{f' and {len(names) - 5} more' if len(names) > 5 else ''}.")
    more = f" More [about it](puzzles.md#{example.section})." if example.section else ""
    table = ["| key | what it is | accepted |", "|---|---|---|", *rows]
    return "\n".join([f"## {name}\n", f"{example.rules}{more}\n", *table, "", " ".join(facts), "", answered(name)])


def kinds() -> str:
    """Return the page of kinds and their keys."""
    catalogue: dict[str, list[str]] = {}
    for each in listed():
        catalogue.setdefault(each["kind"], []).append(each["name"])
    return "\n".join([ABOUT_KINDS, *(kind(name, catalogue) for name in FOLDERS)])


PUZZLES = {
    "tiles": ("8-puzzle", "sliding"),
    "two-L's": ("two-ls", "sliding"),
    "packings": ("soma", ""),
    "pieces that grow": ("blokus-corners-5x5", "growth"),
}
"""Puzzles whose models have all options of engines between them, and the models that an engine must accept to solve them."""
FREE = {"cache": "a folder, or none"}
"""What is accepted for an option of which every text is one."""


def defaults() -> dict[str, dict[str, str]]:
    """Return the default of each option that has one whatever the puzzle, by engine."""
    rules, cooling = settings.rules({}), settings.cooling({})
    weights = {name: str(getattr(rules.weights, name) / rules.weights.unit) for name in settings.WEIGHTS}
    own = {name: str(getattr(rules, name)) for name in ("beams", "gutter", "repeats", "steps")}
    own |= {name: str(float(getattr(rules, name))) for name in ("share", "fall", "least")} | weights
    names = ("temperature", "coldest", "sweep", "pressure", "gutter", "steps")
    annealed = {name: str(getattr(cooling, name)) for name in names} | weights | {"cooling": str(cooling.factor)}
    cells = {"cells": state_graphs.FILLED[0]}
    growing = cells | {"symmetric": growths.SYMMETRIC[0]}
    return {
        "exact": {"kernel": kernel_names.AUTO.name, "order": kernel_names.ORDERS[0]},
        "dfs": cells,
        "sat": {"solver": sat.DEFAULT_SOLVER},
        "bfs": {"ends": bfs.ENDS[0], **growing},
        "ucs": growing,
        "greedy": growing,
        "astar": {"closed": astar.CLOSED[0], "ties": astar.TIES[0], **growing},
        "wastar": cells | {"weight": wastar.USUAL_WEIGHT},
        "idastar": cells | {"grows": idastar.GROWS[0]},
        "beam": cells | {"width": str(beam.USUAL_WIDTH), "grows": beam.GROWS[0]},
        "batch": cells | {"width": str(batch.USUAL_WIDTH)},
        "local-beam": own,
        "anneal": annealed,
    }


def values(engine: str, option: str) -> str:
    """Return what an engine accepts for an option, by its refusals of another value for each sort of puzzle."""
    accepted = dict[str, list[str]]()
    for sort, (name, model) in PUZZLES.items():
        if model and model not in backends.engine(engine).accepts and "linear" not in backends.engine(engine).accepts:
            continue
        try:
            backends.check(engine, api.puzzle(name).encode().model, EngineOptions(own={option: "?"}))
        except InvalidInput as fault:
            if "'?'" in str(fault):
                accepted.setdefault(str(fault).partition("expected ")[2], []).append(sort)
    if len(accepted) < 2:
        return next(iter(accepted), FREE.get(option, ""))
    return "; ".join(f"{', '.join(sorts)}: {each}" for each, sorts in accepted.items())


def engines() -> str:
    """Return the page of engines and their options."""
    usual, parts = defaults(), [ABOUT_ENGINES]
    for each in api.engines():
        engine, name = backends.engine(each["name"]), each["name"]
        facts = {"accepts": each["accepts"], "can": each["can"], "with several workers": engine.parallel}
        facts["up to symmetry"] = engine.up_to_symmetry
        lines = [f"- {word}: {', '.join(those)}" for word, those in facts.items() if those]
        parts += [f"## {name}\n", f"{plain(each['about'])}\n", *lines, f"- unit of `--node-limit`: {each['node']}\n"]
        if each["options"]:
            parts += ["| option | default | accepted |", "|---|---|---|"]
            own = usual.get(name, {})
            parts += [
                f"| `{one}` | {plain(own.get(one, ''))} | {plain(values(name, one))} |" for one in each["options"]
            ]
            parts.append("")
    return "\n".join(parts)
