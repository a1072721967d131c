"""`python -m tests.tutorial` runs the cells of the notebooks, in order, and writes what they show into them."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

from tests.notebooks import shown

ROOT = Path(__file__).parents[1]
NOTEBOOKS = (ROOT / "encoders" / "TUTORIAL.ipynb", *sorted((ROOT / "exactcover" / "docs" / "notebooks").iterdir()))


def outputs(cell: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """What a cell prints, and what a notebook shows of its last expression; names: those that the cells before have bound."""
    body = ast.parse(cell).body
    last = body[-1]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module(body, []), "tutorial", "exec"), names)
            value = None
        else:
            exec(compile(ast.Module(body[:-1], []), "tutorial", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "tutorial", "eval"), names)
    text = printed.getvalue()
    result: list[dict[str, Any]] = []
    if text:
        result.append({"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)})
    if value is not None:
        data = {mime: content for mime, content in shown(value).items() if mime == "image/svg+xml"}
        data["text/plain"] = repr(value) if not data else f"<{type(value).__name__}>"
        result.append({"output_type": "execute_result", "execution_count": None, "data": data, "metadata": {}})
    return result


def cells(notebook: Path) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    listed: list[dict[str, Any]] = json.loads(notebook.read_text())["cells"]
    return listed


def main() -> None:
    """Write the notebooks with the outputs of their cells."""
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text())
        names: dict[str, Any] = {}
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = outputs("".join(cell["source"]), names)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
