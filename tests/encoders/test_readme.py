"""The page that says how to add puzzles and kinds is true: its files exist, its keys and fields are the program's."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from encoders import catalogue, kind, puzzle
from encoders.kinds import KINDS

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "encoders" / "README.md").read_text()
KIND_FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "encoders").rglob("kind.py"))


def test_files_that_the_page_names_exist() -> None:
    """Each path of the repository in the text, and each line of the map, is a file or a folder."""
    paths = re.findall(r"`((?:encoders|exactcover|tests)(?:/[\w.-]+)+)`", README)
    mapped = [f"encoders/{name}" for name in re.findall(r"^    ([\w/.]+)  +\w", README, re.MULTILINE)]
    assert len(set(paths)) > 20
    assert len(mapped) > 10
    assert [path for path in (*paths, *mapped) if not (ROOT / path).exists()] == []


def test_the_map_is_whole() -> None:
    """Every module and folder of the package is on the map."""
    inside = [path.name for path in (ROOT / "encoders").iterdir() if path.suffix == ".py" or path.is_dir()]
    folders = {name for name in inside if not name.startswith("__")}
    mapped = {name.split("/")[0] for name in re.findall(r"^    ([\w/.]+)  +\w", README, re.MULTILINE)}
    assert folders == mapped


def test_every_kind_has_the_files_that_the_page_says() -> None:
    """Each folder with a kind has a referee and an encoding beside it, reads its keys and draws itself, and is listed."""
    folders = [ROOT / path for path in KIND_FILES if path != "encoders/kind.py"]
    assert len(folders) == len(KINDS)
    for path in folders:
        beside = {other.name for other in path.parent.glob("*.py")}
        assert {"__init__.py", "referee.py"} <= beside
        assert [name for name in beside if name.startswith("to_") and name != "to_picture.py"]
    for each in KINDS.values():
        own = each.encode.__module__.rpartition(".")[0]
        assert each.read.__module__.startswith(own)
        assert each.picture.__module__.startswith(own)


def test_referees_know_no_encoding() -> None:
    """A referee imports neither the encoding of its kind, its `kind.py` nor a picture, nor what an encoding is built on."""
    referees = sorted(path for kind_file in KIND_FILES for path in (ROOT / kind_file).parent.glob("referee*.py"))
    assert len(referees) >= len(KINDS)
    lines = [(path, line) for path in referees for line in path.read_text().splitlines()]
    imported = [(path, line) for path, line in lines if re.match(r"(?:from|import) \S", line)]
    assert [each for each in imported if re.search(r"\bto_|\bslides\b|\bgeometry\.piece\b|\bkind\b", each[1])] == []


def test_names_that_the_page_uses_are_the_programs() -> None:
    """The fields, keys and functions that the steps name exist."""
    for name in ("cost", "identity", "faults", "encoding_faults"):
        assert f"`{name}`" in README
        assert name in {field.name for field in fields(kind.Kind)}
    for name in ("title", "source"):
        assert f"`{name}`" in README
        assert name in puzzle.TEXTS
    assert callable(puzzle.puzzle_of)
    assert callable(catalogue.read_bounded)


def test_each_field_of_a_kind_is_described() -> None:
    """The docstring of Kind says of every field what it is."""
    described = set(re.findall(r"(?:^|; )\s*(\w+):", str(kind.Kind.__doc__), re.MULTILINE))
    assert {field.name for field in fields(kind.Kind)} <= described
