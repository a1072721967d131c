"""Pages as responses: templates in which every text is escaped, compressed, with the policy that a browser keeps to.

The policy allows what comes from the server and nothing else: no script and no style within a page, nothing from elsewhere.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import Response

FOLDER = Path(__file__).parent
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {"Content-Security-Policy": POLICY, "Vary": "Accept-Encoding", "Referrer-Policy": "same-origin"}
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SMALLEST_COMPRESSED = 500


@cache
def environment() -> Environment:
    """Return the templates."""
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= {"drawing": _drawing, "number": _number, "moment": _moment, "seconds": _seconds}
    made.globals["version"] = _version()
    return made


def _drawing(svg: str) -> Markup:
    """Return a drawing of ours, in which every name is escaped already, without the height and width that its page decides on."""
    return Markup(svg)


def _number(value: Any) -> str:
    return "" if value is None else f"{int(value):,}"


def _moment(seconds: float | None) -> str:
    return "" if seconds is None else time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds))


def _seconds(value: float) -> str:
    return f"{value:.3f} s" if value < 10 else f"{value:.1f} s"


@cache
def _version() -> str:
    """Return a word that changes with what the browser keeps of us."""
    files = sorted((FOLDER / "static").iterdir())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Return a page, or a part of one."""
    text = environment().get_template(template).render(path=request.url.path, **values)
    return compressed(request, text.encode(), "text/html; charset=utf-8", {"Cache-Control": "no-store"}, status)


def compressed(request: Request, content: bytes, kind: str, headers: dict[str, str], status: int = 200) -> Response:
    """Return a response, compressed where the browser takes that."""
    told = HEADERS | headers
    if len(content) >= SMALLEST_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        content, told = gzip.compress(content, 6, mtime=0), told | {"Content-Encoding": "gzip"}
    return Response(content, status, told, kind)


@cache
def static(name: str) -> tuple[bytes, str] | None:
    """Return a file of ours that pages refer to and its type; None for any other."""
    known = {path.name: path for path in (FOLDER / "static").iterdir() if path.suffix in TYPES}
    return (known[name].read_bytes(), TYPES[known[name].suffix]) if name in known else None
