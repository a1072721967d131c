"""The README is right: its code runs, its file solves, its figures are the program's."""

from __future__ import annotations

import re
from pathlib import Path

import exactcover

README = (Path(__file__).parent.parent / "README.md").read_text()


def test_python_example_runs(capsys) -> None:  # type: ignore[no-untyped-def]
    """The Python of the README runs as it stands and draws a board."""
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(code) == 1
    exec(compile(code[0], "README.md", "exec"), {})
    assert "┌" in capsys.readouterr().out


def test_drawn_file_is_solved(tmp_path: Path) -> None:
    """The file with a drawn board and drawn pieces has a solution that its referee accepts."""
    (text,) = re.findall(r"<!-- file: heart.toml -->\n```toml\n(.*?)```", README, re.DOTALL)
    path = tmp_path / "heart.toml"
    path.write_text(text)
    puzzle = exactcover.puzzle(str(path))
    answer = exactcover.solve(puzzle)
    assert answer.status == "FEASIBLE"
    assert exactcover.faults(puzzle, answer.solution) == []


def test_there_are_two_set_up_commands_and_ci_runs_the_second() -> None:
    """The README has exactly two shell commands to set up, and the one that tests is what CI calls."""
    section = README.split("## Set up")[1].split("\n## ")[0]
    commands = re.findall(r"```sh\n(.*?)\n```", section, re.DOTALL)
    assert len(commands) == 2
    assert all("\n" not in command for command in commands)
    assert "<!-- test command -->" in (Path(__file__).parent.parent / ".ci" / "run").read_text()


def test_command_line_examples_name_known_puzzles() -> None:
    """Every puzzle that the command-line examples name can be read."""
    words = re.findall(r"^    exactcover (?:solve|count|list|info) (\S+(?: \w+=\S+)*)", README, re.MULTILINE)
    assert len(words) >= 7
    for line in (word for word in words if word != "heart.toml"):
        assert exactcover.puzzle(line.strip()).kind in ("packing", "tiles", "blocks")
