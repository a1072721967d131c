"""The commands that start the service and keep its tokens. Not here: the service itself (exactcover/service)."""

from __future__ import annotations

import datetime
import importlib.util
import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from exactcover.model.errors import ANSWERED, InvalidInput
from exactcover.process import passwords
from exactcover.process.tables import table
from exactcover.service import settings
from exactcover.service import tokens as token_file

NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "prometheus_client")
ELSEWHERE = f"EXACTCOVER_SERVE_STORE, a line of --config, or {passwords.ELSEWHERE}"
"""Where the password of a store belongs."""
ACTIONS = ("add", "list", "revoke")


def _with_settings(command: Callable[..., int]) -> Callable[..., int]:
    """Return the command with an option for each setting of a server; None: it was not given."""
    own = inspect.signature(command, eval_str=True)
    parameters = [each for each in own.parameters.values() if each.kind is each.KEYWORD_ONLY]
    for row in settings.table():
        flag = isinstance(row.default, bool)
        text = f"{row.meaning[:1].upper()}{row.meaning[1:]}{'' if flag else f' (default: {row.shown})'}."
        option = typer.Option(row.option, metavar=None if flag else row.metavar, help=text, show_default=False)
        kind: Any = Annotated[bool | None, option] if flag else Annotated[str | None, option]
        parameters.append(inspect.Parameter(row.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind))

    def served(**values: Any) -> int:
        return command(**values)

    cast(Any, served).__signature__ = own.replace(parameters=parameters)  # which typer reads
    served.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": int}
    served.__name__, served.__doc__ = command.__name__, command.__doc__
    return served


@_with_settings
def serve(
    *,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A TOML file with settings; options and environment variables precede it."),
    ] = None,
    **values: Any,
) -> int:
    """Serve puzzles over HTTP until Ctrl-C; without tokens, to this machine only."""
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        raise InvalidInput(f"the service needs {', '.join(missing)}; expected the extra exactcover-solver[service]")
    from exactcover import __version__
    from exactcover.service import configuration

    if passwords.has_password(values["store"] or ""):
        typer.echo(f"exactcover: {passwords.seen('--store', ELSEWHERE)}", err=True)
    configured = configuration.read(values, os.environ, config, __version__)
    from exactcover.service import serving

    serving.serve(configured, lambda address: print(f"exactcover serves at {address} (Ctrl-C ends it)", flush=True))
    return ANSWERED


def tokens(
    action: Annotated[str, typer.Argument(metavar="add|list|revoke", help="What to do.")],
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The owner of the token.")] = "",
    file: Annotated[
        Path | None, typer.Option("--token-file", metavar="FILE", help="The token file of the server.")
    ] = None,
    expires: Annotated[
        str, typer.Option(metavar="YYYY-MM-DD", help="The day on which a new token is no longer accepted.")
    ] = "",
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=999_999, help="The quota of unfinished jobs of a new token.")
    ] = None,
) -> int:
    """Add a token and print it, list the owners of tokens, or revoke a token; a running server notices at once."""
    if action not in ACTIONS:
        raise InvalidInput(f"the action is {action!r}; expected {', '.join(ACTIONS)}")
    if file is None:
        raise InvalidInput("no --token-file was given; expected the file of the server's tokens")
    if bool(name) != (action != "list"):
        raise InvalidInput("`tokens list` takes no name; expected none" if name else f"`tokens {action}` needs a name")
    if (expires or jobs is not None) and action != "add":
        raise InvalidInput(f"--expires and --jobs are of a new token; expected none of them with {action}")
    if action == "add":
        last = token_file.day(expires, "--expires") if expires else None
        if last is not None and last <= datetime.datetime.now(datetime.UTC).date():
            raise InvalidInput(f"--expires is {last}, when the token would no longer be accepted; expected a later day")
        print(token_file.add(file, name, jobs, last))
    elif action == "revoke":
        token_file.revoke(file, name)
    else:
        rows = [(each.owner, each.expires or "never", _quota(each.unfinished)) for each in token_file.read(file)]
        print(table(("owner", "expires", "unfinished jobs"), [list(map(str, row)) for row in rows]))
    return ANSWERED


def _quota(unfinished: int | None) -> str:
    return "as the server says" if unfinished is None else str(unfinished)
