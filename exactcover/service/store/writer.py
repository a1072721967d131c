"""Group commit: what many threads write at once is committed together, so that they share one wait for the disk.

An operation is a function of a connection. It either writes and returns, or raises Refused before it has written anything; each
caller waits until what its operation wrote is on the disk.

Historical note. SQLite with full durability took 119 rows per second where each was committed by itself: the disk needs 8 ms
for one commit, whatever is in it. `python -m benchmarks service` measures both side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine

from exactcover.service.job import Refused
from exactcover.service.store.gathering import Gatherer

Value = TypeVar("Value")
Argument = TypeVar("Argument")


@dataclass(frozen=True)
class _Waiting:
    """An operation that waits; of one that takes many arguments, one argument."""

    operation: Callable[..., Any]
    argument: Any
    many: bool
    future: Future[Any] = field(default_factory=Future)


MOST_TOGETHER = 256


class Writer:
    """The one thread of this process that writes to a database; together: whether operations share their commits."""

    def __init__(self, engine: Engine, *, together: bool = True) -> None:
        self._engine = engine
        self._gatherer = Gatherer("exactcover-writer", MOST_TOGETHER if together else 1, self._commit)

    def run(self, operation: Callable[[Connection], Value]) -> Value:
        """Run an operation and return what it returns, once that is committed; raises what it raises."""
        return cast("Value", self._put(_Waiting(operation, None, False)).result())

    def with_others(
        self, operation: Callable[[Connection, Sequence[Argument]], Sequence[Value | Refused]], argument: Argument
    ) -> Future[Value]:
        """Return what will be the outcome of an operation on this argument, and on those of others who wait for it too."""
        return cast("Future[Value]", self._put(_Waiting(operation, argument, True)))

    def _put(self, waiting: _Waiting) -> Future[Any]:
        self._gatherer.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Write what waits, and end."""
        self._gatherer.close()

    def _commit(self, batch: Sequence[_Waiting]) -> None:
        """Commit operations together; where one breaks, each by itself. A commit that fails is not repeated: it may have held."""
        outcomes: list[Any] = []
        committing = False
        try:
            with self._engine.connect() as connection:
                transaction = connection.begin()
                try:
                    outcomes = _outcomes(batch, connection)
                    committing = True
                    transaction.commit()
                except BaseException:
                    transaction.rollback()
                    raise
        except Exception as error:  # of the database, or a mistake of ours: whoever waits hears of it
            if len(batch) > 1 and not committing:
                for each in batch:
                    self._commit([each])
                return
            outcomes = [error] * len(batch)
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                waiting.future.set_exception(outcome)
            else:
                waiting.future.set_result(outcome)


def _outcomes(batch: Sequence[_Waiting], connection: Connection) -> list[Any]:
    """Return what each operation returns, or how it was refused; one of many arguments is run once."""
    outcomes: dict[int, Any] = {}
    for waiting in batch:
        if id(waiting) in outcomes:
            continue
        if waiting.many:
            others = [each for each in batch if each.operation is waiting.operation]
            told = waiting.operation(connection, [each.argument for each in others])
            outcomes |= zip(map(id, others), told, strict=True)
            continue
        try:
            outcomes[id(waiting)] = waiting.operation(connection)
        except Refused as refusal:
            outcomes[id(waiting)] = refusal
    return [outcomes[id(waiting)] for waiting in batch]
