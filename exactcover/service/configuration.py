"""Reads the settings of a server: from options, else from the environment, else from a configuration file, else the defaults.

The file is TOML, with the names of the options as keys (`_` or `-`). Not here: the table of settings (settings.py).
"""

from __future__ import annotations

import dataclasses
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exactcover.model.errors import InvalidInput
from exactcover.service import tokens
from exactcover.service.settings import Bounds, Setting, Settings, default_store, table

_BOOLEANS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def read(options: Mapping[str, Any], environment: Mapping[str, str], config: Path | None, version: str) -> Settings:
    """Return the settings; options: values by the name of the setting, None for one that was not given. Raises InvalidInput."""
    configured = {} if config is None else _configured(config)
    values: dict[str, Any] = {}
    for row in table():
        if options.get(row.name) is not None:
            values[row.name] = _value(row, options[row.name], row.option)
        elif row.variable in environment:
            values[row.name] = _value(row, environment[row.variable], row.variable)
        elif row.name in configured:
            values[row.name] = _value(row, configured[row.name], f"{row.name} in {config}")
    bounds = {each.name: values.pop(each.name) for each in dataclasses.fields(Bounds) if each.name in values}
    _refuse_contradictions(Bounds(**bounds))
    path = values.get("token_file", "")
    values |= {"store": values.get("store") or default_store(), "version": version}
    return Settings(
        tokens=tokens.Tokens.of_file(Path(path)) if path else tokens.Tokens(), bounds=Bounds(**bounds), **values
    )


def _refuse_contradictions(bounds: Bounds) -> None:
    """Raise InvalidInput if what is the limit of those that set none is above the largest that may be set."""
    for name in ("time_limit", "memory_limit", "lookup_time"):
        usual, most = getattr(bounds, name), getattr(bounds, f"max_{name}")
        if usual > most:
            raise InvalidInput(f"{name} is {usual:g} and max_{name} is {most:g}; expected at most that")


def _configured(path: Path) -> dict[str, Any]:
    """Return the keys of a configuration file; raises InvalidInput."""
    try:
        with path.open("rb") as file:
            document = tomllib.load(file)
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"the configuration file {path} cannot be read ({error}); expected lines NAME = VALUE"
        ) from error
    configured = {name.replace("-", "_"): value for name, value in document.items()}
    names = {row.name for row in table()}
    for name in configured:
        if name not in names:
            raise InvalidInput(
                f"the configuration file {path} has the key {name!r}; expected one of {', '.join(sorted(names))}"
            )
    return configured


def _value(row: Setting, value: Any, place: str) -> Any:
    """Return a value of a setting's type, from a text or a value of TOML; raises InvalidInput."""
    kind = type(row.default)
    if kind is bool:
        answer = value if isinstance(value, bool) else _BOOLEANS.get(str(value).lower())
        if answer is None:
            raise InvalidInput(f"{place} is {value!r}; expected true or false")
        return answer
    if kind is str:
        if not isinstance(value, str):
            raise InvalidInput(f"{place} is {value!r}; expected a text")
        if "\0" in value:
            raise InvalidInput(f"{place} has a null character; expected a text without one")
        return value
    expected = f"expected a {'whole number' if kind is int else 'number'} of at least {row.least:g}"
    try:
        number = float("nan") if isinstance(value, bool) else kind(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not math.isfinite(number) or number < row.least or (kind is int and number != float(value)):
        raise InvalidInput(f"{place} is {value!r}; {expected}")
    return number
