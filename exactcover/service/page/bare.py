"""The bench of a puzzle whose board the page does not paint: it has lines of text, and a drawing of the server."""

from __future__ import annotations

from exactcover.service.job import Json

AS_TEXT = ("board", "pieces", "colours")


def editor_of(editor: Json, keys: Json) -> Json:
    """Return the editor of a kind for these keys: as it is, or with lines of text in place of what is painted."""
    if all(str(keys.get(field["key"], "")) not in field["unpainted"] for field in editor["fields"]):
        return editor
    fields = [
        {**field, "drawn": False, "widget": "text" if field["widget"] in AS_TEXT else field["widget"]}
        for field in editor["fields"]
    ]
    return {**editor, "fields": fields}
