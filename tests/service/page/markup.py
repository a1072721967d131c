"""Names that mean harm to a page, and what a browser would run in one."""

from __future__ import annotations

from html.parser import HTMLParser

HOSTILE = (
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>", "{{7*7}}", "</textarea><b>",
    "javascript:alert(1)", "\u202eevil", "&lt;script&gt;", "]]><x>", "`${alert(1)}`", "<!--", "\u2028", "a\tb", "%3Cscript%3E",
)  # fmt: skip


class Tags(HTMLParser):
    """Notes what a browser would run, or load from elsewhere, in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.alive: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Hear of a tag."""
        values = dict(attrs)
        inline = tag == "script" and not (values.get("src") or "").startswith("/static/")
        handlers = [name for name in values if name.startswith("on") or name == "style"]
        foreign = [
            value for name, value in attrs if name in ("src", "href") and not (value or "").startswith(("/", "#"))
        ]
        if inline or handlers or foreign or tag in ("b", "x", "style", "iframe", "object"):
            self.alive.append(f"{tag} {values}")
