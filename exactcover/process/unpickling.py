"""What is accepted from an isolated child: values of this package's classes, and plain ones.

A pickle may name any function, and is then an order to call it, so a child that runs foreign code could have its parent run it
too. Here names stand for data only: dataclasses, models of pydantic and tuples of modules of this package that are imported
already, and its exceptions. Not here: the opcodes (opcodes.py).
"""

from __future__ import annotations

import io
import pickle
import sys
from typing import Any

from exactcover.model import errors
from exactcover.model.errors import OurFault
from exactcover.process import opcodes

PACKAGES = ("exactcover", "encoders")


def loads(message: bytes) -> list[Any]:
    """Return the values of a message; raises OurFault if it is no list, or names what is not data of this package."""
    try:
        opcodes.Reader(message).read()
        values = _Reader(io.BytesIO(message)).load()
    except Exception as error:  # a message that is not what a pickle should be may raise anything
        reason = str(error) if isinstance(error, opcodes.NotData | pickle.UnpicklingError) else type(error).__name__
        raise OurFault(
            f"a child was stopped, whose message is not data ({reason})", "its process may be compromised"
        ) from error
    if not isinstance(values, list):
        raise OurFault("a child was stopped, whose message is not data (no list)", "its process may be compromised")
    return values


def _is_data(value: Any, module: str) -> bool:
    """Return whether what a module defines is a class whose values are data."""
    if not isinstance(value, type) or value.__module__ != module:
        return False
    declared = hasattr(value, "__dataclass_fields__") or hasattr(value, "__pydantic_fields__")
    return declared or issubclass(value, tuple) or (issubclass(value, Exception) and module == errors.__name__)


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
        if not isinstance(data, type) or module.partition(".")[0] not in PACKAGES or not _is_data(data, module):
            raise pickle.UnpicklingError(f"{module}.{name}"[:200])
        return self.stand_ins.setdefault((module, name), _stand_in(data))
