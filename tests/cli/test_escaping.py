"""Nothing that a file says reaches a terminal as a control character, in any command, on either stream."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exactcover import api
from exactcover.cli import main
from exactcover.process.escaping import escaped, escaped_lines

EVIL = "\x1b[2J\x1b[Haccepted\r\x07\x9b31m\u202eevil\x7f"
IN_TOML = EVIL.encode("unicode_escape").decode().replace("\\x", "\\u00")
PACKING = f"""
title = "{IN_TOML}"
source = "{IN_TOML}"
kind = "packing"
board = "2x2"
[pieces]
O4 = "AA\\nAA"
[published]
"{IN_TOML}" = "{IN_TOML}"
"""


def harmless(text: str) -> bool:
    """Tell whether a text is made of printable characters and ends of lines alone."""
    return all(sign.isprintable() or sign == "\n" for sign in text)


def test_escapes_are_those_of_python() -> None:
    """A character that is not printable is written as Python writes it; all others, of any language, stay as they are."""
    assert escaped("a\x1b[2J\nb\u202e\x9b ü日\U000e0001") == "a\\x1b[2J\\nb\\u202e\\x9b ü日\\U000e0001"
    assert escaped_lines("a\r\nb\x00") == "a\\r\nb\\x00"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files in which every text is hostile."""
    square = {"placements": [{"piece": "O4", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]]}]}
    answer = json.loads(json.dumps(api.solve("packing board=2x2 pieces=O4").to_json()))
    proof = json.loads(json.dumps(api.prove("packing board=1x3 pieces=I2 copies=1").to_json()))["certificate"]
    cover = {"kind": "cover", "items": [EVIL, "b"], "options": [[EVIL], ["b"]], "title": EVIL, "source": EVIL}
    contents: dict[str, Any] = {
        "packing.toml": PACKING,
        "piece.json": {"kind": "packing", "board": "2x2", "pieces": {EVIL: "AA\nAA"}},
        "kind.json": {"kind": EVIL}, "key.json": {"kind": "packing", EVIL: 1}, "cover.json": cover,
        "broken.toml": f'kind = "{EVIL}', "board.json": {"kind": "packing", "board": EVIL, "pieces": "I2"},
        "blocks.json": {"kind": "blocks", "board": "A." + EVIL, "goal": "A@0,1"},
        "solution.json": square,
        "of-piece.json": {"placements": [{"piece": EVIL, "cells": [[0, 0]]}]},
        "keys.json": {"placements": [{EVIL: EVIL}]},
        "script.txt": f"{EVIL}\nmove {EVIL}\nsetState {EVIL}\nsolve {EVIL}\n",
        **{f"answer-{key}.json": {**answer, key: EVIL} for key in answer}, "answer-extra.json": {**answer, EVIL: EVIL},
        **{f"proof-{key}.json": {**proof, key: EVIL} for key in proof}, "proof-extra.json": {**proof, EVIL: EVIL},
        "proof-body.json": {**proof, "body": {EVIL: EVIL}},
    }  # fmt: skip
    for name, content in contents.items():
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content))
    return {name: str(tmp_path / name) for name in contents}


@pytest.mark.deep("runs every command")
def test_no_command_prints_what_a_terminal_obeys(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Titles, sources, names, keys, digests and whatever else a file may say are escaped where they are printed."""
    puzzles = [
        files[name] for name in files if name.split(".")[0] in ("packing", "piece", "kind", "key", "cover", "broken")
    ]
    puzzles += [files["board.json"], files["blocks.json"]]
    commands = [[name, puzzle] for name in ("info", "solve", "list", "draw", "moves", "prove") for puzzle in puzzles]
    evidence = [
        path for name, path in files.items() if name.split("-")[0].split(".")[0] in ("answer", "proof", "of", "keys")
    ]
    commands += [["check", "packing", "board=2x2", "pieces=O4", path] for path in evidence]
    commands += [["draw", path] for path in evidence]
    commands += [["check", puzzle, files["solution.json"]] for puzzle in puzzles]
    commands += [["script", files["script.txt"]]]
    for words in commands:
        for extra in ([], ["--json"] if words[0] not in ("script", "draw") else []):
            main([*words, *extra])
            out, err = capsys.readouterr()
            assert harmless(out), (words, out)
            assert harmless(err), (words, err)
