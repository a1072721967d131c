"""Group commit: concurrent writes of many threads share a transaction, and so one wait for the disk.

An operation is a function of a connection. It either writes and returns, or raises Refused before it has written
anything. Its caller waits until the write is durable.

Historical note. SQLite with full durability reached 119 rows per second with one commit per row: the disk needs 8 ms
per commit, whatever its size. `python -m benchmarks service` measures both ways side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from sqlalchemy import Connection

from exactcover.service.job import Refused
from exactcover.service.store.batching import Batcher
from exactcover.service.store.outages import Database, Outage

Value = TypeVar("Value")
Argument = TypeVar("Argument")


@dataclass(frozen=True)
class _Waiting:
    """A queued operation; for one that takes many arguments, one of them."""

    operation: Callable[..., Any]
    argument: Any
    many: bool
    future: Future[Any] = field(default_factory=Future)


MOST_TOGETHER = 256


class Writer:
    """The thread of this process that writes to a database; together: whether operations share commits."""

    def __init__(self, database: Database, *, together: bool = True) -> None:
        self._database = database
        self._gatherer = Batcher("exactcover-writer", MOST_TOGETHER if together else 1, self._commit)

    def run(self, operation: Callable[[Connection], Value]) -> Value:
        """Run an operation and return its result once it is committed; raises what it raises, and Outage."""
        return self.submit(operation).result()

    def submit(self, operation: Callable[[Connection], Value]) -> Future[Value]:
        """Return a future of the result of an operation. Operations are committed in the order in which they come."""
        return cast("Future[Value]", self._put(_Waiting(operation, None, False)))

    def run_batched(
        self, operation: Callable[[Connection, Sequence[Argument]], Sequence[Value | Refused]], argument: Argument
    ) -> Future[Value]:
        """Return a future of the result of an operation that runs once for all queued arguments."""
        return cast("Future[Value]", self._put(_Waiting(operation, argument, True)))

    def _put(self, waiting: _Waiting) -> Future[Any]:
        self._gatherer.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Write what is queued, and end."""
        self._gatherer.close()

    def _commit(self, batch: Sequence[_Waiting]) -> None:
        """Commit operations together; if one raises, each by itself. A failed commit is not retried: it may have
        succeeded.
        """
        outcomes: list[Any] = []
        committing = False
        try:
            with self._database.connect() as connection:
                transaction = connection.begin()
                try:
                    outcomes = _outcomes(batch, connection)
                    committing = True
                    transaction.commit()
                except BaseException:
                    transaction.rollback()
                    raise
        except Exception as error:  # an outage or a defect: it goes to every waiting caller
            if len(batch) > 1 and not committing and not (isinstance(error, Outage) and error.unreachable):
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
    """Return each operation's result or refusal; an operation of many arguments runs once."""
    outcomes: dict[int, Any] = {}
    for waiting in batch:
        if id(waiting) in outcomes:
            continue
        if waiting.many:
            others = [each for each in batch if each.operation is waiting.operation]
            results = waiting.operation(connection, [each.argument for each in others])
            outcomes |= zip(map(id, others), results, strict=True)
            continue
        try:
            outcomes[id(waiting)] = waiting.operation(connection)
        except Refused as refusal:
            outcomes[id(waiting)] = refusal
    return [outcomes[id(waiting)] for waiting in batch]
