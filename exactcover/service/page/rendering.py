"""Responses of the pages: templates with autoescaping, compression, and the content security policy.

The policy allows what comes from the server and nothing else: no inline scripts or styles, and nothing from other
hosts.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import time
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import Response

FOLDER = Path(__file__).parent
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {"Content-Security-Policy": POLICY, "Vary": "Accept-Encoding", "Referrer-Policy": "same-origin"}
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
SMALLEST_COMPRESSED = 500
COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
"""A comment that has its lines to itself."""


@cache
def environment() -> Environment:
    """Return the template environment."""
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= {"drawing": _drawing, "number": _number, "moment": _moment, "seconds": _seconds, "sizes": _sizes}
    made.globals["version"] = version()
    return made


def _drawing(svg: str, name: str = "") -> Markup:
    """Mark a drawing as safe: the program made it, and every name in it is escaped; name: what screen readers call it."""
    named = f'role="img" aria-label="{escape(name)}">' if name else 'role="img">'
    return Markup(svg.replace('role="img">', named, 1))


def _number(value: Any) -> str:
    return "" if value is None else f"{int(value):,}"


def _moment(seconds: float | None) -> str:
    return "" if seconds is None else time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds))


def _sizes(text: str) -> str:
    """Write sizes such as 6x10 with a multiplication sign."""
    return re.sub(r"(?<=\d)x(?=\d)", " × ", text)


def _seconds(value: float) -> str:
    return f"{value:.3f} s" if value < 10 else f"{value:.1f} s"


@cache
def version() -> str:
    """Return the version of the static files, which changes with their content."""
    files = sorted(path for path in (FOLDER / "static").rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Render a template as a response."""
    text = (
        environment()
        .get_template(template)
        .render(path=request.url.path, session=getattr(request.state, "session", False), **values)
    )
    return compressed(request, text.encode(), "text/html; charset=utf-8", {"Cache-Control": "no-store"}, status)


def compressed(request: Request, content: bytes, kind: str, headers: dict[str, str], status: int = 200) -> Response:
    """Return a response, compressed if the browser accepts gzip; a document has the policy, a script or a style none to apply."""
    documents = kind.startswith("text/html") or kind == TYPES[".svg"]
    response_headers = (HEADERS if documents else {"Vary": "Accept-Encoding"}) | headers
    if len(content) >= SMALLEST_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        content, response_headers = gzip.compress(content, 6, mtime=0), response_headers | {"Content-Encoding": "gzip"}
    return Response(content, status, response_headers, kind)


@cache
def static(name: str) -> tuple[bytes, str] | None:
    """Return a static file and its type by its path below static/; None for an unknown one. Scripts come without comments."""
    known = {
        path.relative_to(FOLDER / "static").as_posix(): path
        for path in (FOLDER / "static").rglob("*")
        if path.suffix in TYPES
    }
    if name not in known:
        return None
    content, kind = known[name].read_bytes(), known[name].suffix
    return COMMENT.sub(b"", content) if kind in (".js", ".css") else content, TYPES[kind]
