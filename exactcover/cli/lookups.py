"""Commands that search nothing: check, draw, export, moves, info, puzzles, engines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from exactcover.cli.options import ANSWERED, REFUSED, Json, OutputFile, Words, WordsAndFile, read


def check(puzzle: WordsAndFile, as_json: Json = False) -> int:
    """Judge a solution, an answer or a certificate, by the puzzle's rules alone."""
    from exactcover import api

    words, rest = api.split_words(puzzle)
    if len(rest) != 1:
        raise api.InvalidInput(f"check was given {len(rest)} files; expected one after the puzzle")
    told = api.check_text(api.puzzle(*words), api.read_answer_file(Path(rest[0])))
    if as_json:
        print(json.dumps(told))
    elif told["accepted"]:
        print(f"accepted: the {told['kind']} is right", *(told["argument"] or ()), sep="\n")
    else:
        number = len(told["faults"])
        print(f"refused: {number} fault{'' if number == 1 else 's'}", *told["faults"][:20], sep="\n")
    return ANSWERED if told["accepted"] else REFUSED


def draw(
    puzzle: WordsAndFile,
    output: OutputFile = None,
    film: Annotated[bool, typer.Option("--film", help="Let the .svg of a plan move.")] = False,
) -> int:
    """Draw a puzzle, a solution or a colouring, as text or into a .svg, .png, .gif or .txt file."""
    from exactcover import api
    from exactcover.cli import delivery

    given = api.drawable(puzzle)
    if output is None:
        if film:
            raise api.InvalidInput("a film was asked for without -o FILE; expected a file that ends in .svg or .gif")
        print(delivery.drawing(given))
        return ANSWERED
    from exactcover.cli.outputs import Output

    with Output(output) as target:
        target.write(api.draw_file(given, output.suffix.lower(), film=film))
    return ANSWERED


def moves(puzzle: Words, as_json: Json = False) -> int:
    """List the legal moves of a puzzle's start."""
    from exactcover import api

    listed = api.moves(read(puzzle))
    if as_json:
        print(json.dumps({"schema": 1, "task": "moves", "moves": listed}))
    else:
        print("\n".join(" ".join(map(str, move)) for move in listed))
    return ANSWERED


def info(puzzle: Words, as_json: Json = False) -> int:
    """Say what is known of a puzzle without searching: its pieces, their placements, its symmetry, its size."""
    from exactcover import api
    from exactcover.cli import terminal

    told = api.info(read(puzzle))
    print(json.dumps(told) if as_json else terminal.about(told))
    return ANSWERED


def puzzles(as_json: Json = False) -> int:
    """List the catalogue."""
    from exactcover import api

    told = [{"name": name, "title": api.puzzle(name).title, "kind": api.puzzle(name).kind} for name in api.puzzles()]
    if as_json:
        print(json.dumps({"schema": 1, "task": "puzzles", "puzzles": told}))
    else:
        from exactcover.tables import table

        print(table(("name", "title"), [(each["name"], each["title"]) for each in told]))
    return ANSWERED


def engines(as_json: Json = False) -> int:
    """List the engines, what they accept and what they can."""
    from exactcover import api

    told = api.engines()
    if as_json:
        print(json.dumps({"schema": 1, "task": "engines", "engines": told}))
    else:
        from exactcover.tables import table

        head = ("engine", "accepts", "can", "options", "a node is", "about")
        lines = [
            (
                e["name"],
                ", ".join(e["accepts"]),
                ", ".join(e["can"]),
                ", ".join(e["options"]) or "-",
                e["node"],
                e["about"],
            )
            for e in told
        ]
        print(table(head, lines))
    return ANSWERED


def export(
    puzzle: Words,
    to: Annotated[str, typer.Option(metavar="FORMAT", help="lrat or veripb.")],
    certificate: Annotated[Path, typer.Option(metavar="FILE", help="A certificate that the puzzle has no solution.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="STEM", help="Write STEM.cnf and STEM.lrat, ...")],
) -> int:
    """Write a puzzle and a certificate as the problem and the proof that other checkers read."""
    from exactcover import api
    from exactcover.cli.outputs import Output

    parts = api.export(read(puzzle), to, api.read_answer_file(certificate))
    for ending, content in parts.items():
        with Output(output.with_name(output.name + ending)) as target:
            target.write(content)
    print("wrote", " and ".join(str(output) + ending for ending in parts))
    return ANSWERED
