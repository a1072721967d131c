"""The command that starts the service. Not here: the service itself (exactcover/service)."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from exactcover.model import defaults
from exactcover.model.errors import ANSWERED, InvalidInput

NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "prometheus_client")


def serve(
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on.")] = defaults.HOST,
    port: Annotated[int, typer.Option(metavar="N", help="The port; 0: any free one.")] = defaults.PORT,
    store: Annotated[str, typer.Option(metavar="FILE|URL", help="An SQLite file, or postgresql://...")] = "",
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The accepted tokens: lines NAME SHA256.")
    ] = None,
    new_token: Annotated[str, typer.Option(metavar="NAME", help="Add a token to the file, print it, and exit.")] = "",
    workers: Annotated[int, typer.Option(metavar="N", help="How many jobs run at once.")] = defaults.JOBS_AT_ONCE,
    executor: Annotated[
        str, typer.Option(metavar="local|ray|ray://HOST:PORT", help="The executor for jobs that are searched by cubes.")
    ] = "",
    verbose: Annotated[bool, typer.Option("--verbose", help="Log to standard error.")] = False,
) -> int:
    """Serve puzzles over HTTP until Ctrl-C; without tokens, to this machine only."""
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        raise InvalidInput(f"the service needs {', '.join(missing)}; expected the extra exactcover-solver[service]")
    from exactcover import __version__
    from exactcover.service import settings, tokens

    if new_token:
        if token_file is None:
            raise InvalidInput("--new-token was given without --token-file; expected the file to add it to")
        print(tokens.add(token_file, new_token))
        return ANSWERED
    configuration = settings.Settings(
        host,
        port,
        store or settings.default_store(),
        () if token_file is None else tokens.read(token_file),
        workers,
        executor,
        verbose,
        __version__,
    )
    from exactcover.service import serving

    serving.serve(configuration, lambda address: print(f"exactcover serves at {address} (Ctrl-C ends it)", flush=True))
    return ANSWERED
