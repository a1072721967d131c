"""The child's side of a run: it initializes itself, then runs the calls that it receives and sends what they yield."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from exactcover.model.errors import EngineBroke, InvalidInput, OurFault
from exactcover.process import endpoints
from exactcover.process.messages import Call, CallStarted, Done, Fault, InterruptAcknowledged, OutOfMemory, Pause

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

EVENTS_AT_ONCE, LONGEST_WAIT = 64, 0.02
LAST = (Done, Fault, OutOfMemory)

_interrupts: list[int] = []
_answered: list[bool] = []
_connections: list[Connection] = []


def _forget() -> None:
    """In a fork of a child: drop what is between that child and its parent."""
    for state in (_interrupts, _answered, _connections):
        state.clear()


if hasattr(os, "register_at_fork"):  # not on Windows, which has no forks
    os.register_at_fork(after_in_child=_forget)


def interrupted() -> bool:
    """In a child: return whether the parent has requested an interruption, and acknowledge it the first time."""
    if _interrupts and not _answered:
        _answered.append(True)
        tell(InterruptAcknowledged())
    return bool(_interrupts)


def tell(event: object) -> None:
    """In a child: send a message to the parent at once, independently of what the run yields."""
    for connection in _connections:
        connection.send([event])


def serve(descriptor: int) -> None:
    """Run calls from the connection until it closes."""
    signal.signal(signal.SIGINT, lambda number, _frame: _interrupts.append(number))
    connection = endpoints.opened(descriptor)
    _connections.append(connection)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent has closed the connection
        ready: Callable[[], None] = connection.recv()
        ready()
        while True:
            serve_one(connection)


def serve_one(connection: Connection) -> None:
    """Receive a call and run it, keeping no reference to it afterwards. Frequent events are sent in batches."""
    call: Call = connection.recv()
    _interrupts.clear()
    _answered.clear()
    waiting: list[Any] = [CallStarted()]
    since = time.monotonic()
    for event in _run_safely(call):
        if isinstance(event, Pause):
            patient = False
        else:
            waiting.append(event)
            recent = call.patient and time.monotonic() - since < LONGEST_WAIT
            patient = not isinstance(event, LAST) and (recent or getattr(event, "more", False))
        if waiting and (not patient or len(waiting) >= EVENTS_AT_ONCE):
            connection.send(waiting)
            waiting, since = [], time.monotonic()


def _run_safely(call: Call) -> Iterator[Any]:
    """Yield what a call yields, then Done. An exception becomes an event, so that the parent receives it."""
    import traceback

    try:
        if call.folder:
            os.chdir(call.folder)
        yield from call.function(*call.arguments)
    except InvalidInput as fault:
        yield Fault(fault, reusable=True)
    except MemoryError:
        yield OutOfMemory()
    except EngineBroke as fault:  # its message names the engine and the cause; no traceback is needed
        yield Fault(fault)
    except Exception as error:
        sentence = traceback.format_exception_only(error)[-1].partition("\n")[0]
        broken = error if isinstance(error, OurFault) else OurFault(sentence)
        broken.details = traceback.format_exc()
        yield Fault(broken)
    else:
        yield Done()
