"""Forms of the pages that no browser would send: refused in one sentence, and no fault of ours."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.service.servers import served


def test_a_form_with_too_many_fields_is_refused(tmp_path: Path) -> None:
    """A login with 25 fields is a bad request."""
    with served(store=tmp_path / "jobs.sqlite") as server:
        reply = server.http.post("/login", content="&".join(f"f{n}=1" for n in range(25)))
        assert reply.status_code == 400
        assert "over 20 fields" in reply.text


def test_a_form_that_is_cut_off_is_no_fault_of_ours(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A login whose body ends before its length leaves no traceback in the log, and the server goes on."""
    with served(store=tmp_path / "jobs.sqlite") as server:
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            head = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 100\r\n\r\n"
            connection.sendall(head.encode() + b"token=")
        assert server.http.get("/healthz").status_code == 200
    assert "traceback" not in capfd.readouterr().err.lower()
