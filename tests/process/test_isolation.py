"""A child process that runs foreign code reads no secret, reaches nobody, and gives its parent no orders."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests
from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.process import isolation, parent, seccomp, unpickling
from exactcover.process.isolation import Isolation
from exactcover.process.messages import Call, Clock
from exactcover.process.process_pool import ProcessPool
from exactcover.process.usage import Usage
from tests.lacking import lacking
from tests.process import compromised

ALL = ("files", "network", "processes")
pytestmark = pytest.mark.skipif(isolation.measures() != ALL, reason="the kernel lacks Landlock or seccomp")
"""A kernel is not installed by the project, so these may be skipped anywhere."""


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
    """Dataclasses, tuples with names, exceptions and plain values; what a message sets on a class is set on a stand-in."""
    import pickle

    values = [Usage(1.0, 2.0), Limits(time=3.0), {"a": [1, (2, None)], "b": {3}}, InvalidInput("no"), b"bytes"]
    received = unpickling.loads(pickle.dumps(values))
    assert received[:3] + received[4:] == values[:3] + values[4:]
    assert (type(received[3]), str(received[3])) == (InvalidInput, "no")
    unpickling.loads(b"cexactcover.process.usage\nUsage\n(N}\x8c\x01xK\x01stb.")
    assert not hasattr(Usage, "x")


@pytest.mark.parametrize("name", ["os.system", "builtins.eval", "exactcover.process.databases.opened", "pathlib.Path"])
def test_names_of_functions_are_refused(name: str) -> None:
    """Whether or not the module is this package's."""
    module, _, function = name.rpartition(".")
    message = f"c{module}\n{function}\n.".encode()
    with pytest.raises(OurFault, match="not data"):
        unpickling.loads(message)


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
        assert int(known.get(call, numbers[column])) == numbers[column]
