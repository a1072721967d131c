"""What is accepted from an isolated child: values of this package's classes, and plain ones.

A pickle may name any function, and is then an order to call it, so a child that runs foreign code could have its parent run it
too. Here names stand for data only: dataclasses, models of pydantic, tuples and exceptions of modules of this package that are
imported already, and a few types of Python.
"""

from __future__ import annotations

import io
import pickle
import sys
from typing import Any

from exactcover.model.errors import OurFault

PACKAGES = ("exactcover", "encoders")
PLAIN = {
    "builtins": ("set", "frozenset", "range", "slice", "complex"),
    "collections": ("OrderedDict", "Counter", "deque"),
    "datetime": ("datetime", "date", "timedelta", "timezone"),
    "decimal": ("Decimal",),
    "fractions": ("Fraction",),
}
MOST_BYTES = 1 << 28
"""The longest message that is accepted."""


def loads(message: bytes) -> Any:
    """Return the value of a message; raises OurFault if it names what is not data of this package, or is none."""
    try:
        return _Reader(io.BytesIO(message)).load()
    except Exception as error:  # a message that is not what a pickle should be may raise anything
        reason = str(error) if isinstance(error, pickle.UnpicklingError) else type(error).__name__
        raise OurFault(
            f"a child was stopped, whose message is not data ({reason})", "its process may be compromised"
        ) from error


def _is_data(value: Any, module: str) -> bool:
    """Return whether what a module defines is a class whose values are data."""
    if not isinstance(value, type) or value.__module__ != module:
        return False
    declared = hasattr(value, "__dataclass_fields__") or hasattr(value, "__pydantic_fields__")
    return declared or issubclass(value, (tuple, Exception))


class _Maker(type):
    """The class of stand-ins: a pickle may set attributes of a class that it names, and those of a stand-in concern nobody."""

    data: type

    def __call__(cls, *arguments: Any) -> Any:
        """Return a value made by calling the class."""
        return cls.data(*arguments)


def _stand_in(data: type) -> type:
    def new(_class: type, *arguments: Any) -> Any:
        return data.__new__(data, *arguments)

    return _Maker(data.__name__, (), {"__new__": new, "data": data})


class _Reader(pickle.Unpickler):
    def __init__(self, message: io.BytesIO) -> None:
        super().__init__(message)
        self.stand_ins: dict[tuple[str, str], type] = {}

    def find_class(self, module: str, name: str) -> Any:
        """Return what makes values of a class that a message names."""
        data = getattr(sys.modules.get(module), name, None)
        allowed = name in PLAIN.get(module, ()) or (module.partition(".")[0] in PACKAGES and _is_data(data, module))
        if not allowed or not isinstance(data, type):
            raise pickle.UnpicklingError(f"{module}.{name}"[:200])
        return self.stand_ins.setdefault((module, name), _stand_in(data))
