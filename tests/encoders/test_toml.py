"""TOML texts are read as the standard library reads them, unless they nest deeper than any puzzle."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import encoders
from encoders import toml
from exactcover.model.errors import InvalidInput

LONG = "a" + ".a" * 3000


@pytest.mark.parametrize(
    "bomb",
    [
        f"{LONG} = 1",
        f"[{LONG}]",
        f"[[{LONG}]]",
        '"a"' + ' . "a"' * 3000 + " = 1",
        "x = {" + "a = {" * 3000,
        "x = " + "[" * 3000,
        f'x = "\\""\n{LONG} = 1',
        f'x = {{a = """q"""", {LONG} = 1}}',
        f"x = {{a = '''q'''', {LONG} = 1}}",
        f'x = """\n"" \\"""\n""" # "\n{LONG} = 1',
        "\n".join(f"[a{number}{'.a' * 5}]" for number in range(2001)),
    ],
)
def test_what_nests_too_deeply_is_refused_before_it_is_parsed(bomb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deep dotted key, header, list or table is refused, also behind texts that end in odd ways, and never parsed."""
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed"))
    with pytest.raises(InvalidInput, match=r"nest too deeply; expected at most 8 levels|join keys; expected at most"):
        toml.loads(bomb)


@pytest.mark.parametrize(
    "text",
    [
        'board = """\n' + "[[[[{{{{" * 9 + "." * 99 + '\n"""',
        "board = '''\n" + "." * 99 + "'" + "''' # " + "." * 99,
        'board = "' + "." * 99 + '\\"' + "." * 99 + '"',
        "board = '" + "." * 99 + "\\'",
        "a.b.c.d.e.f.g = [[[[[[[1]]]]]]]",
        *(path.read_text() for path in sorted(Path(encoders.__file__).parent.glob("puzzles/*.toml"))[:5]),
    ],
)
def test_points_and_brackets_in_texts_nest_nothing(text: str) -> None:
    """Pictures full of points, comments, and shallow keys are read as the standard library reads them."""
    assert toml.loads(text) == tomllib.loads(text)
