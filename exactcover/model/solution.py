"""Solutions as Python users have them: the dictionaries of the contract, with their parts as attributes that have types.

A family of solutions is a subclass, which the kinds of puzzle name whose solutions it writes (encoders/solutions.py). Not here:
whether a solution is right (the puzzle's referee), and solutions as arrays (layout.py).
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")
"""The values of a part."""


class Solution(dict[str, Any]):
    """A solution as the contract writes it, ready for json.dumps; the subclasses have its parts as attributes."""

    __slots__ = ()


class Part(Generic[Value]):
    """A part of a solution, under the attribute's own name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, solution: None, owner: type) -> Part[Value]: ...

    @overload
    def __get__(self, solution: Solution, owner: type) -> Value: ...

    def __get__(self, solution: Solution | None, owner: type) -> Value | Part[Value]:
        """Return the value of the part; raises AttributeError if the solution has no such part."""
        if solution is None:
            return self
        if self.name not in solution:
            raise AttributeError(f"the solution has no {self.name}; expected {', '.join(solution) or 'some part'}")
        value: Value = solution[self.name]
        return value


class OptionalPart(Part[Value | None]):
    """A part that a solution may be without: None then."""

    @overload
    def __get__(self, solution: None, owner: type) -> Part[Value | None]: ...

    @overload
    def __get__(self, solution: Solution, owner: type) -> Value | None: ...

    def __get__(self, solution: Solution | None, owner: type) -> Value | Part[Value | None] | None:
        """Return the value of the part, None without it."""
        return self if solution is None else solution.get(self.name)
