"""The Python files of the project as rules on them see them: parsed, with their imports, names and strings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("exactcover", "encoders")


def files(*folders: str) -> list[Path]:
    """The Python files under these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A file, parsed."""
    return ast.parse(path.read_text())


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file."""
    return tuple(ast.walk(tree(path)))


@cache
def module_name(path: Path) -> str:
    """The dotted name of a file's module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def path_of(name: str) -> Path | None:
    """The file of a module of ours."""
    plain = ROOT.joinpath(*name.split("."))
    return next((path for path in (plain.with_suffix(".py"), plain / "__init__.py") if path.is_file()), None)


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules of ours that a file imports, anywhere in it; `from package import module` is the module."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if path_of(inner) else str(node.module))
    return frozenset(name for name in found if name.split(".")[0] in PACKAGES)


@cache
def reached(name: str) -> frozenset[str]:
    """All modules of ours that a module imports, directly or not, the packages around them included."""
    found: set[str] = set()
    pending = [name]
    while pending:
        path = path_of(pending.pop())
        for each in imports(path) if path else ():
            parts = each.split(".")
            around = {".".join(parts[:length]) for length in range(2, len(parts) + 1)}
            pending.extend(around - found)
            found |= around
    return frozenset(found)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods of a file."""
    return (node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@cache
def outside(path: Path) -> frozenset[str]:
    """The first names of all that a file imports."""
    names = [alias.name for node in nodes(path) if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in nodes(path) if isinstance(node, ast.ImportFrom)]
    return frozenset(name.split(".")[0] for name in names)


def texts(path: Path) -> set[str]:
    """All strings of a file but its docstrings."""
    scopes = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docstrings = {id(node.body[0].value) for node in nodes(path)
                  if isinstance(node, scopes) and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    constants = (node for node in nodes(path) if isinstance(node, ast.Constant) and id(node) not in docstrings)
    return {node.value for node in constants if isinstance(node.value, str)}


def names_in(path: Path) -> set[str]:
    """The names of all variables, parameters, attributes and functions of a file."""
    names = {node.arg for node in nodes(path) if isinstance(node, ast.arg)}
    names |= {node.id for node in nodes(path) if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    return names | {function.name for function in functions(path)}
