"""Commands that list what there is: puzzles, engines."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from exactcover.api.listing import listed
from exactcover.cli import remote
from exactcover.cli.options import Options, taking
from exactcover.model.errors import ANSWERED
from exactcover.process.escaping import escaped
from exactcover.process.tables import table

COLUMNS = 100


@taking("as_json")
def puzzles(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="Only puzzles with these words in their name or title."),
    ] = None,
    options: Options = Options(),
) -> int:
    """List the catalogue, or the puzzles whose names or titles have every word."""
    server = remote.named()
    result = listed() if server is None else _listed_by(server, "puzzles")
    wanted = [word.casefold() for word in words or ()]
    matching = [each for each in result if all(word in f"{each['name']} {each['title']}".casefold() for word in wanted)]
    if options.as_json:
        print(json.dumps({"schema": 1, "task": "puzzles", "puzzles": matching}))
    elif matching:
        print(table(("name", "title"), [(each["name"], each["title"]) for each in matching]))
    else:
        print(
            escaped(
                f"no puzzle of {len(result)} has {' '.join(words or ())!r} in its name or title; `puzzles` lists all"
            )
        )
    return ANSWERED


@taking("as_json")
def engines(options: Options) -> int:
    """List the engines, the models they accept, and their capabilities."""
    server = remote.named()
    result = _engines() if server is None else _listed_by(server, "engines")
    if options.as_json:
        print(json.dumps({"schema": 1, "task": "engines", "engines": result}))
        return ANSWERED
    print("\n\n".join(map(_engine, result)))
    return ANSWERED


def _engines() -> Any:
    from exactcover import api

    return api.engines()


def _listed_by(server: remote.Server, name: str) -> Any:
    """Return a server's list."""
    from exactcover.cli import calling, remote_tasks

    return calling.value(remote_tasks.listed_by, (server, name))


def _engine(result: Mapping[str, Any]) -> str:
    """Return an engine as lines for people, at most COLUMNS wide."""
    lines = {
        "accepts": ", ".join(result["accepts"]),
        "can": ", ".join(result["can"]),
        "options": ", ".join(result["options"]) or "none",
        "unit of --node-limit": result["node"],
    }
    about = textwrap.wrap(result["about"], COLUMNS - 2, initial_indent="  ", subsequent_indent="  ")
    facts = [
        textwrap.fill(f"{name + ':':<22}{text}", COLUMNS - 2, initial_indent="  ", subsequent_indent=" " * 24)
        for name, text in lines.items()
    ]
    return "\n".join([result["name"], *about, *facts])
