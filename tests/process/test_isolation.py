"""A child process that runs foreign code reads no secret, reaches nobody, and gives its parent no orders."""

from __future__ import annotations

import contextlib
import os
import pickle
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests
from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.process import isolation, parent, seccomp, unpickling
from exactcover.process.isolation import Isolation
from exactcover.process.messages import Call, Clock, Stopped
from exactcover.process.process_pool import ProcessPool
from exactcover.process.usage import Usage
from tests.lacking import lacking
from tests.process import compromised

ALL = ("files", "network", "processes")
pytestmark = pytest.mark.skipif(isolation.measures() != ALL, reason="the kernel lacks Landlock or seccomp")
"""A kernel is not installed by the project, so these may be skipped anywhere."""


BEGIN, NAMED = b"\x80\x04]", b"X\x18\0\0\0MODULEX\x05\0\0\0NAME\x93"
"""The beginning of a pickle of a list, and the name of a class in it."""


def ready() -> None:
    """Nothing is needed."""


@pytest.fixture
def own(tmp_path: Path) -> Isolation:
    """The isolation of a child that may import the tests, with a scratch folder and a cache."""
    for name in ("scratch", "cache"):
        (tmp_path / name).mkdir()
    return isolation.isolation(tmp_path / "scratch", tmp_path / "cache", tuple(tests.__path__))


@pytest.fixture
def isolated(pool: ProcessPool, own: Isolation) -> ProcessPool:
    """A pool of isolated children."""
    pool.isolation = own
    return pool


def sent(pool: ProcessPool, call: Call) -> list[Any]:
    """What a call sends, but for its clock."""
    return [each for each in parent.run(pool, call, Limits(), grace=10.0) if not isinstance(each, Clock)]


def test_a_child_reads_and_writes_its_own_files_only(isolated: ProcessPool, tmp_path: Path) -> None:
    """Neither the store nor the token file, nor what lies beside them, is open to it; its scratch folder and cache are."""
    secret = tmp_path / "tokens"
    secret.write_text("secret")
    refused = [
        (compromised.read, (str(secret),)),
        (compromised.through_another_program, (str(secret),)),
        (compromised.listed, (str(tmp_path),)),
        (compromised.listed, (str(Path.home()),)),
        (compromised.written, (str(tmp_path / "new"),)),
        (compromised.written, (__file__,)),
        (compromised.read, (f"/proc/{os.getpid()}/environ",)),
        (compromised.read, (f"/proc/{os.getpid()}/root{secret}",)),
        (compromised.read, ("/etc/shadow",)),
    ]
    allowed = [
        (compromised.written, (str(tmp_path / "scratch" / "new"),)),
        (compromised.written, (str(tmp_path / "cache" / "new"),)),
        (compromised.read, (compromised.__file__,)),
    ]
    outcomes = sent(isolated, Call(compromised.outcomes, ([*refused, *allowed],)))
    assert "came through" not in outcomes[: len(refused)]
    assert outcomes[len(refused) :] == ["came through"] * len(allowed)


def test_a_child_reaches_no_network_and_no_other_process(isolated: ProcessPool, tmp_path: Path) -> None:
    """Not by TCP, UDP or local sockets, in a file or abstract; its parent is neither traced nor signalled."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "socket"))
        local.listen()
        attempts: list[Any] = [
            (compromised.connected, (socket.AF_INET, socket.SOCK_STREAM, server.getsockname())),
            (compromised.connected, (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 53))),
            (compromised.connected, (socket.AF_UNIX, socket.SOCK_STREAM, str(tmp_path / "socket"))),
            (compromised.connected, (socket.AF_UNIX, socket.SOCK_STREAM, "\0abstract")),
            (compromised.traced, (os.getpid(),)),
            (compromised.signalled, (os.getpid(),)),
            (compromised.limited, (os.getpid(),)),
            (compromised.sent_locally, (str(tmp_path / "socket"),)),
            (compromised.in_a_namespace, ()),
            (compromised.shared, ("exactcover-mine",)),
            (compromised.renamed, (str(tmp_path),)),
        ]
        outcomes = sent(isolated, Call(compromised.outcomes, (attempts,)))
    assert outcomes == ["PermissionError"] * len(attempts)


def test_a_child_that_is_not_isolated_does_all_of_that(pool: ProcessPool, tmp_path: Path) -> None:
    """So the attempts above are real ones."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        attempts: list[Any] = [
            (compromised.listed, (str(tmp_path),)),
            (compromised.connected, (socket.AF_INET, socket.SOCK_STREAM, server.getsockname())),
            (compromised.signalled, (os.getpid(),)),
        ]
        assert sent(pool, Call(compromised.outcomes, (attempts,))) == ["came through"] * len(attempts)


def test_a_child_has_no_secret_in_its_environment(
    isolated: ProcessPool, own: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the password of a database nor the settings of the server."""
    monkeypatch.setenv("PGPASSWORD", "secret")
    assert isolation.isolation(Path("/s"), Path("/c"), ()).environment.keys() == own.environment.keys()
    assert "PGPASSWORD" not in own.environment
    assert {"TMPDIR", "XDG_CACHE_HOME", "PATH"} <= set(own.environment)


def test_a_child_gives_no_orders(isolated: ProcessPool, tmp_path: Path) -> None:
    """A message that would run code in the parent is not read; neither is one that is none."""
    with pytest.raises(OurFault, match="not data"):
        sent(isolated, Call(compromised.ordering, (str(tmp_path / "new"),)))
    assert not (tmp_path / "new").exists()
    with pytest.raises(OurFault, match="not data"):
        sent(isolated, Call(compromised.garbage, ()))


def test_data_is_received_as_it_was_sent() -> None:
    """Dataclasses, tuples, exceptions and plain values; what a message sets on a class is set on a stand-in."""
    values = [
        Usage(1.0, 2.0),
        Limits(time=3.0),
        {"a": [1, (2, None)], 7: 2**90, "b": {"x", "y"}},
        InvalidInput("no"),
        b"bytes",
    ]
    received = unpickling.loads(pickle.dumps(values))
    assert received[:3] + received[4:] == values[:3] + values[4:]
    assert (type(received[3]), str(received[3])) == (InvalidInput, "no")
    named = NAMED.replace(b"MODULE", b"exactcover.process.usage").replace(b"NAME", b"Usage")
    unpickling.loads(BEGIN + named + b"N}\x8c\x01xK\x01s\x86ba.")
    assert not hasattr(Usage, "x")


@pytest.mark.parametrize(
    "name", ["posix.system", "builtins.eval", "builtins.set", "exactcover.process.isolation.begin", "pathlib.Path"]
)
def test_names_of_functions_are_refused(name: str) -> None:
    """Whether or not the module is this package's; so are types of Python that do much when they are made."""
    module, _, function = name.rpartition(".")
    texts = (b"\x8c" + bytes([len(word)]) + word.encode() for word in (module, function))
    with pytest.raises(OurFault, match="not data"):
        unpickling.loads(BEGIN + b"".join(texts) + b"\x93a.")


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"]." * 3,
        pickle.dumps({1}),
        pickle.dumps([{2**90}]),
        pickle.dumps([{(1,)}]),
        pickle.dumps([set() for _ in range(1001)]),
        pickle.dumps([{(1,): 2}]),
        pickle.dumps([{1.5: 2}]),
        pickle.dumps([{2**90: 2}]),
        pickle.dumps("text"),
        pickle.dumps([1], protocol=2),
        BEGIN + b"}" + b")" + b"\x85" * 150_000 + b"Nsa.",
        BEGIN + b"Nr\xff\xff\xff\x7fa.",
        BEGIN + b"\x8f" * 1000 + b"a.",
        BEGIN + b"\x8b\xff\xff\xff\x7fa.",
        BEGIN + b"\x8e\xff\xff\xff\xff\xff\xff\xff\x7fa.",
        BEGIN + b"j\xff\xff\xff\x7fa.",
        BEGIN + b"aaaa.",
        BEGIN + b"N" * 100,
    ],
)
def test_messages_that_do_more_than_carry_data_are_not_read(message: bytes) -> None:
    """Those that would fill memory, nest without end, collide, or end within themselves."""
    with pytest.raises(OurFault, match="not data"):
        unpickling.loads(message)


@given(st.binary(max_size=60))
def test_no_message_hurts(rest: bytes) -> None:
    """Whatever bytes come, they are a list or refused."""
    with contextlib.suppress(OurFault):
        assert isinstance(unpickling.loads(BEGIN + rest + b"."), list)


def test_half_a_message_does_not_make_its_parent_wait(isolated: ProcessPool) -> None:
    """A limit on time holds all the same, and the next call has another child."""
    stopped = list(parent.run(isolated, Call(compromised.stuttering, ()), Limits(time=0.2), grace=0.1))
    assert isinstance(stopped[-1], Stopped)
    assert sent(isolated, Call(compromised.outcomes, ([],))) == []


def test_a_child_that_complains_for_ever_is_not_read(isolated: ProcessPool) -> None:
    """Of its standard error only the end is."""
    with pytest.raises(OurFault, match="ended with status 1"):
        sent(isolated, Call(compromised.complaining, ()))


def test_a_secret_in_a_folder_that_children_need_is_reported(own: Isolation, tmp_path: Path) -> None:
    """With the folder."""
    inside = tmp_path / "packages"
    inside.mkdir()
    exposing = replace(own, readable=(*own.readable, str(inside)))
    assert isolation.exposed(exposing, str(inside / "tokens")) == str(inside)
    assert isolation.exposed(own, str(tmp_path / "tokens")) == ""


def test_numbers_of_system_calls_are_those_of_the_headers() -> None:
    """As far as the headers of the C library are installed here."""
    import platform
    import re

    headers = {"x86_64": "x86_64-linux-gnu/asm/unistd_64.h", "aarch64": "asm-generic/unistd.h"}
    column = seccomp.ARCHITECTURES[platform.machine()][1]
    header = Path("/usr/include") / headers[platform.machine()]
    if not header.exists():
        lacking("the headers of the C library are not installed")
    known = dict(re.findall(r"#define __NR_(\w+) (\d+)", header.read_text()))
    for call, numbers in seccomp.REFUSED.items():
        assert int(known.get(call, numbers[column] or 0)) == (numbers[column] or 0)
