"""Two hundred calls that mean harm, byte by byte: bodies, headers, paths. None of them may hurt a server."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
DEEP = 200_000
ID = "01JD8Z0000ABCDEFGHJKMNPQRS"


def call(method: str, path: str, headers: bytes = b"", body: bytes = b"", *, host: bytes = HOST) -> bytes:
    """A call with a body of the length that it has."""
    length = b"Content-Length: %d\r\n" % len(body) if body else b""
    return f"{method} {path} HTTP/1.1\r\n".encode() + host + headers + length + b"Connection: close\r\n\r\n" + body


def posted(body: bytes, path: str = "/v1/jobs", headers: bytes = JSON) -> bytes:
    """A body that is posted as JSON."""
    return call("POST", path, headers, body)


def texts() -> Iterator[bytes]:
    """Bodies that are no JSON, or JSON that nobody should read."""
    solve = b'{"task":"solve","puzzle":"soma",'
    yield from (b"{", b"[]", b"null", b"1", b'"soma"', b"\xff\xfe\x00", b"\xef\xbb\xbf{}", b"{}" * 100, b"\0" * 1000)
    yield from (
        b"[" * DEEP,
        b"[" * DEEP + b"]" * DEEP,
        b'{"a":' * DEEP,
        b'{"puzzle":' + b"[" * DEEP,
        b'"' + b"[" * DEEP,
    )
    for number in (
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"1e999",
        b"-1e999",
        b"9" * 100_000,
        b"0x10",
        b"01",
        b"+1",
        b"1.",
        b".5",
    ):
        yield solve + b'"time_limit":' + number + b"}"
        yield solve + b'"seed":' + number + b"}"
    for value in (b"true", b'"7"', b"1.0", b"-1", b"null", b"[]", b"{}", b"1e300", b"9" * 25):
        yield solve + b'"seed":' + value + b"}"
        yield solve + b'"workers":' + value + b"}"
        yield solve + b'"node_limit":' + value + b"}"
    for text in (
        b"\\ud800",
        b"\\udfff\\ud800",
        b"\\u0000",
        b"\x00",
        b"\x1b[2J",
        b"\xed\xa0\x80",
        b"\xc0\x80",
        b"\xf8\x88\x80\x80\x80",
    ):
        yield b'{"task":"solve","puzzle":"' + text + b'"}'
        yield b'{"task":"solve","puzzle":{"kind":"packing","board":"' + text + b'"}}'
        yield b'{"task":"solve","puzzle":{"kind":"packing","' + text + b'":1}}'
        yield solve + b'"title":"' + text + b'"}'
    yield b'{"task":"solve","task":"count","puzzle":"soma"}'
    yield solve + b'"puzzle":"soma"}'
    yield solve + b'"backend":"' + b"A" * 100_000 + b'"}'
    yield solve + b'"backend":"exact:' + b",".join(b"a%d=1" % n for n in range(100)) + b'"}'
    yield solve + b'"__proto__":{}}'
    yield solve + b'"title":"<script>alert(1)</script>"' + b"," * 3 + b"}"


PATHS = (
    "/etc/passwd",
    "../../etc/passwd",
    "file:///etc/passwd",
    "x.toml",
    "/dev/zero",
    "/dev/stdin",
    "a/b",
    "C:\\x.json",
    "-",
    "~",
    "|ls",
)


def puzzles() -> Iterator[object]:
    """Puzzles that are paths, bombs, or nothing."""
    yield from PATHS
    for path in PATHS[:4]:
        yield {"kind": "cover", "file": path}
        yield {"kind": "packing", "board": "2x2", "file": path}
        yield f"packing file={path}"
        yield {"format": "toml", "text": f'kind = "packing"\nfile = "{path}"'}
        yield {"format": path, "text": ""}
    yield from ("packing board=99999999x99999999", "packing board=100000x100000 pieces=dominoes copies=any")
    yield from (
        "packing board=" + "9" * 5000 + "x1",
        "packing pieces=" + "I4," * 50_000,
        "queens n=" + "9" * 50,
        "packing board=0x0",
    )
    kinds: tuple[object, ...] = ("", "packing", "tiles", "nothing", "__class__", 7, None, [], {})
    yield from ({"kind": kind} for kind in kinds)
    yield {"kind": "packing", "board": "#" * 500_000, "pieces": "dominoes"}
    yield {"kind": "packing", "board": ["." * 1000] * 500, "pieces": {"A": "." * 100_000}}
    yield {"format": "toml", "text": "a" + ".a" * 200_000 + " = 1"}
    yield {"format": "toml", "text": "a = " + "[" * 100_000}
    yield {"format": "json", "text": "[" * 100_000}
    yield {"format": "json", "text": '{"kind": NaN}'}
    yield {"format": "toml", "text": "kind = " + "'x'" * 3}
    yield from (
        {"text": "x"},
        {"format": "toml"},
        {"format": "toml", "text": 7},
        {"format": ["toml"], "text": ""},
        [],
        7,
        None,
        "",
    )
    yield {str(number): number for number in range(20_000)}


def calls() -> Iterator[bytes]:
    """All of them."""
    yield from map(posted, texts())
    for puzzle in puzzles():
        yield posted(json.dumps({"task": "solve", "puzzle": puzzle}).encode())
        yield posted(json.dumps({"puzzle": puzzle}).encode(), "/v1/info")
    yield from evidence()
    yield from framing()
    yield from headers()
    yield from paths()


def evidence() -> Iterator[bytes]:
    """Solutions and certificates that are sent to be judged."""
    for text in (
        "",
        "[",
        "[" * 100_000,
        "null",
        '{"placements": [' + "{}," * 50_000 + "{}]}",
        '{"status": "FEASIBLE", "task": 1}',
    ):
        yield posted(json.dumps({"puzzle": "soma", "text": text}).encode(), "/v1/check")
    values: tuple[object, ...] = (
        {},
        {"placements": "x"},
        {"placements": [{"piece": [], "cells": {}}]},
        {"kind": "tree", "body": {"x": 1}},
    )
    for value in values:
        yield posted(json.dumps({"puzzle": "soma", "value": value, "recount": True}).encode(), "/v1/check")
    yield posted(
        b'{"puzzle":"soma","value":{"file":"/etc/passwd","sha256":"' + b"0" * 64 + b'","pieces":7}}', "/v1/check"
    )
    yield posted(b'{"puzzle":"soma","text":"{}","value":{}}', "/v1/check")
    yield posted(b'{"puzzle":"soma"}', "/v1/check")


def framing() -> Iterator[bytes]:
    """Bodies that are longer than they say, shorter, compressed, or without a length."""
    body = b'{"task":"solve","puzzle":"soma"}'
    bomb = gzip.compress(b" " * 50_000_000)
    yield posted(bomb, headers=JSON + b"Content-Encoding: gzip\r\n")
    yield posted(bomb, headers=JSON + b"Content-Encoding: deflate, gzip\r\n")
    yield posted(b" " * (2 << 20))
    chunked = b"POST /v1/jobs HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n"
    yield chunked + b"\r\n" + b"10000\r\n" + b" " * 65536 + b"\r\n" + b"0\r\n\r\n"
    yield chunked + b"\r\n" + (b"10000\r\n" + b" " * 65536 + b"\r\n") * 40 + b"0\r\n\r\n"
    yield chunked + b"\r\n-1\r\n"
    yield chunked + b"\r\nzz\r\n"
    yield chunked + b"Content-Length: 3\r\n\r\n0\r\n\r\n"
    yield from refused_lengths(body)


def unfinished() -> Iterator[bytes]:
    """Calls that end before they are over."""
    body = b'{"task":"solve","puzzle":"soma"}'
    post = b"POST /v1/jobs HTTP/1.1\r\n" + HOST + JSON
    yield post + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n"
    yield post + b"Transfer-Encoding: chunked\r\n\r\n10000\r\n" + body
    yield post + b"Content-Length: 1000\r\n\r\n" + body
    yield from (
        post,
        post[:9],
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"\r\n\r\n",
        b"GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nX: ",
    )


def refused_lengths(body: bytes) -> Iterator[bytes]:
    """Bodies whose lengths are none, and whose types are not JSON."""
    for length in (b"-1", b"9" * 30, b"abc", b"1, 2", b"", b"99999999999", b"0x10", b"+5"):
        yield b"POST /v1/jobs HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: " + length + b"\r\n\r\n" + body
    yield b"POST /v1/jobs HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n" + body
    for kind in (
        b"text/plain",
        b"application/xml",
        b"multipart/form-data; boundary=x",
        b"",
        b"application/jsonx",
        b"*/*",
    ):
        yield posted(body, headers=b"Content-Type: " + kind + b"\r\n")
    yield posted(body, headers=b"")
    yield posted(body, headers=JSON + JSON)


def headers() -> Iterator[bytes]:
    """Hosts, origins and other headers that are not what they should be."""
    for host in (
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1@evil.example",
        "[::1",
        "localhost:80:80",
        "0",
        "\x7f",
        "a" * 5000,
    ):
        yield call("GET", "/v1/jobs", host=b"Host: " + host.encode() + b"\r\n")
    yield call("GET", "/v1/jobs", host=b"")
    yield call("GET", "/v1/jobs", host=HOST + HOST)
    for origin in (
        b"http://evil.example",
        b"null",
        b"http://localhost.evil.example",
        b"\xff\xfe",
        b"http://localhost@evil.example",
    ):
        yield call("POST", f"/v1/jobs/{ID}/cancel", b"Origin: " + origin + b"\r\n")
    yield call("GET", "/v1/jobs", b"Sec-Fetch-Site: cross-site\r\n")
    for key in (b"a b", b"\xff", b"x" * 256, b"\x01", b"\tx"):
        yield posted(b'{"task":"count","puzzle":"soma"}', headers=JSON + b"Idempotency-Key: " + key + b"\r\n")
    for last in (b"-1", b"x", b"9" * 16, b"1e3", b"\xd9\xa3", b"1, 2"):
        yield call("GET", f"/v1/jobs/{ID}/events", b"Accept: text/event-stream\r\nLast-Event-ID: " + last + b"\r\n")
    for header in (
        b"X: " + b"y" * 60_000,
        b"X" * 60_000 + b": y",
        b"no colon",
        b": empty",
        b"Cookie: " + b"a=b;" * 5000,
    ):
        yield call("GET", "/v1/jobs", header + b"\r\n")
    yield call("GET", "/v1/jobs", b"".join(b"H%d: x\r\n" % number for number in range(3000)))
    yield call("GET", "/v1/puzzles", b"If-None-Match: " + b'"' * 3000 + b"\r\n")
    yield call("GET", "/v1/jobs", b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n")


def paths() -> Iterator[bytes]:
    """Paths and queries that lead nowhere."""
    for path in (
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/v1/jobs/%00",
        "/v1/jobs/../jobs",
        "//evil.example",
        "/%ff%fe",
        "*",
    ):
        yield call("GET", path)
    for job in (
        "x",
        "0" * 26,
        "I" * 26,
        "0" * 5000,
        "%0a",
        "01JD8Z0000ABCDEFGHJKMNPQRS%20",
        "'; DROP TABLE jobs; --".replace(" ", "%20"),
    ):
        yield call("GET", f"/v1/jobs/{job}")
        yield call("DELETE", f"/v1/jobs/{job}")
    for query in (
        "limit=0",
        "limit=501",
        "limit=x",
        "after=x",
        "state=DONE",
        "limit=1e3",
        "limit=%F0%9F%98%80",
        "limit=" + "9" * 5000,
    ):
        yield call("GET", f"/v1/jobs?{query}")
    for query in ("cursor=-1", "cursor=9999999999999999", "limit=1001", "cursor=x"):
        yield call("GET", f"/v1/jobs/{ID}/solutions?{query}")
    for ending in ("board.svg?solution=-1", "board.exe", "board.svg?view=x", "board.", "board.svg/.."):
        yield call("GET", f"/v1/jobs/{ID}/{ending}")
    for method in ("PUT", "PATCH", "TRACE", "CONNECT", "OPTIONS", "HEAD", "BREW", "get", "G\x00T"):
        yield call(method, "/v1/jobs")
    yield from (
        b"GET /v1/jobs\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"\r\n\r\n",
        b"GET " + b"/" * 70_000 + b" HTTP/1.1\r\n\r\n",
    )
    yield b"GET /v1/jobs HTTP/9.9\r\n" + HOST + b"\r\n"
