"""Kinds of puzzle, engines and importers from other packages, discovered by their entry points.

A package declares them in its `pyproject.toml`:

    [project.entry-points."exactcover.kinds"]
    rooks = "my_package.rooks:KIND"              # a Kind of encoders/kind.py, named as the entry point is
    [project.entry-points."exactcover.engines"]
    rook-search = "my_package.rook_search"       # a module, see exactcover/backends/__init__.py
    [project.entry-points."exactcover.importers"]
    ".rooks" = "my_package.importer:keys"        # a function from the text of a file with that ending to keys

A built-in name is never replaced. Entry points are looked up only when a name is not built in, or all names are listed, so
that a command about a built-in kind does not pay for the search. Source: PyPA, "Entry points specification".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from exactcover.model.errors import PluginBroke

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

KINDS, ENGINES, IMPORTERS = "exactcover.kinds", "exactcover.engines", "exactcover.importers"
"""The groups of entry points."""

Value = TypeVar("Value")


@cache
def _entry_points(group: str) -> dict[str, list[EntryPoint]]:
    """Return the entry points of a group by name, names in alphabetical order."""
    from importlib.metadata import entry_points

    by_name: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        by_name.setdefault(point.name, []).append(point)
    return by_name


@cache
def _load(group: str, name: str) -> Any:
    points = _entry_points(group)[name]
    if len({point.value for point in points}) > 1:
        values = " and ".join(dict.fromkeys(point.value for point in points))
        raise PluginBroke(f"two packages provide {name!r} in {group}: {values}; expected one of them installed")
    try:
        return points[0].load()
    except Exception as error:  # whatever the import of a stranger's module raises
        raise PluginBroke(
            f"the plugin {name!r} of {group} ({points[0].value}) cannot be imported: {type(error).__name__}: {error}"
        ) from error


def packages() -> tuple[str, ...]:
    """Return the names of the top-level packages that plugins come from, in alphabetical order."""
    points = (
        point for group in (KINDS, ENGINES, IMPORTERS) for each in _entry_points(group).values() for point in each
    )
    return tuple(sorted({point.module.partition(".")[0] for point in points}))


class Registry(Mapping[str, Value]):
    """What is built in, and what other packages provide in a group of entry points, by name: built-in names first.

    built_in: by name, how each is loaded; checked: what a plugin's object is checked with: returns the value, or raises
    PluginBroke with the sentence that says what is wrong with it. Raises PluginBroke for a plugin that cannot be used.
    """

    def __init__(
        self,
        group: str,
        built_in: Mapping[str, Callable[[], Value]],
        checked: Callable[[str, Any], Value],
    ) -> None:
        self.group, self.built_in, self.checked = group, built_in, checked
        self._loaded: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        if name not in self._loaded:
            if name in self.built_in:
                self._loaded[name] = self.built_in[name]()
            elif name in _entry_points(self.group):
                self._loaded[name] = self.checked(name, _load(self.group, name))
            else:
                raise KeyError(name)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self.built_in or name in _entry_points(self.group)

    def __iter__(self) -> Iterator[str]:
        yield from self.built_in
        yield from (name for name in _entry_points(self.group) if name not in self.built_in)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def plugins(self) -> tuple[str, ...]:
        """Return the names that other packages provide."""
        return tuple(name for name in self if name not in self.built_in)
