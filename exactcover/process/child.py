"""What a child process does: it makes itself ready, then runs what it is told and sends what that yields."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from exactcover.model.errors import EngineBroke, InvalidInput, OurFault
from exactcover.process.death_signal import die_with
from exactcover.process.messages import Call, Done, Fault, Heard, OutOfMemory, Pause, Taken

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

EVENTS_AT_ONCE, LONGEST_WAIT = 64, 0.02
LAST = (Done, Fault, OutOfMemory)

_interrupts: list[int] = []
_answered: list[bool] = []
_connections: list[Connection] = []


def interrupted() -> bool:
    """In a child: tell whether the parent has asked for the run to come to an end, and let it know that this was heard."""
    if _interrupts and not _answered:
        _answered.append(True)
        tell(Heard())
    return bool(_interrupts)


def tell(event: object) -> None:
    """In a child: send something to the parent at once, besides what a run yields."""
    for connection in _connections:
        connection.send([event])


def serve(descriptor: int, parent: int) -> None:
    """Be a child: run calls from the connection until it closes."""
    die_with(parent)
    signal.signal(signal.SIGINT, lambda number, _frame: _interrupts.append(number))
    from multiprocessing.connection import Connection

    connection = Connection(descriptor)
    _connections.append(connection)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent is gone, or done with us
        ready: Callable[[], None] = connection.recv()
        ready()
        while True:
            serve_one(connection)


def serve_one(connection: Connection) -> None:
    """Take a call and run it; nothing of it is held afterwards. What comes thick and fast is sent together."""
    call: Call = connection.recv()
    _interrupts.clear()
    _answered.clear()
    waiting: list[Any] = [Taken()]
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
    """Yield what a call yields, then Done; what goes wrong becomes an event, so that the parent learns of it."""
    import traceback

    try:
        if call.folder:
            os.chdir(call.folder)
        yield from call.function(*call.arguments)
    except InvalidInput as fault:
        yield Fault(fault, reusable=True)
    except MemoryError:
        yield OutOfMemory()
    except EngineBroke as fault:  # it says itself where it broke, unless its process did
        yield Fault(fault)
    except Exception as error:
        sentence = traceback.format_exception_only(error)[-1].partition("\n")[0]
        broken = error if isinstance(error, OurFault) else OurFault(sentence)
        broken.details = traceback.format_exc()
        yield Fault(broken)
    else:
        yield Done()
