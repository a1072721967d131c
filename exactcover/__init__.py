"""Exact-cover puzzles solved, counted, checked and drawn.

Each public name is imported from its module when it is first used; REFERENCE.md describes all of them.
"""

from __future__ import annotations

import sys
from types import ModuleType

from exactcover.process import early_signals as early_signals  # installs the handlers

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from exactcover.api import (
        Answer,
        BlockList,
        Cover,
        Designs,
        FilledGrid,
        InvalidInput,
        Limits,
        NumberRow,
        PackingSolution,
        Placement,
        Plan,
        Progress,
        Puzzle,
        QueenSquares,
        Schedule,
        Selection,
        Solutions,
        TileRows,
        check,
        check_file,
        check_text,
        choices,
        count,
        count_certificate,
        cover,
        design,
        disassemble,
        draw,
        engines,
        export,
        faults,
        hint,
        info,
        iterate,
        marginals,
        moves,
        prove,
        puzzle,
        puzzles,
        remaining,
        sample,
        solve,
    )
    from exactcover.api.asynchronous import acount, aprove, asolve
    from exactcover.api.films import SearchFilm, VisitedStates
    from exactcover.api.many import BadLine, count_many, solve_many
    from exactcover.api.schemas import schemas
    from exactcover.comparison.comparing import Comparison, Row, compare
    from exactcover.model.answer import EngineReport, Statistics
    from exactcover.model.best_attempt import BestAttempt
    from exactcover.model.certificate import Certificate
    from exactcover.model.count_certificate import CountCertificate
    from exactcover.model.disassembly import Disassembly
    from exactcover.model.documents import (
        Design,
        DesignSummary,
        EngineDescription,
        Marginals,
        PuzzleInfo,
        Remaining,
        Verdict,
    )
    from exactcover.model.errors import (
        CubesDiffer,
        EngineBroke,
        InvalidModel,
        JudgeRefused,
        NoResources,
        OurFault,
        PluginBroke,
        Unsuitable,
    )
    from exactcover.model.layout import Layout
    from exactcover.model.solution import Solution
    from exactcover.service.client import Client
    from exactcover.service.client_async import AsyncClient

__all__ = [
    "Answer",
    "AsyncClient",
    "BadLine",
    "BestAttempt",
    "BlockList",
    "Certificate",
    "Client",
    "Comparison",
    "CountCertificate",
    "Cover",
    "CubesDiffer",
    "Design",
    "DesignSummary",
    "Designs",
    "Disassembly",
    "EngineBroke",
    "EngineDescription",
    "EngineReport",
    "FilledGrid",
    "InvalidInput",
    "InvalidModel",
    "JudgeRefused",
    "Layout",
    "Limits",
    "Marginals",
    "NoResources",
    "NumberRow",
    "OurFault",
    "PackingSolution",
    "Placement",
    "Plan",
    "PluginBroke",
    "Progress",
    "Puzzle",
    "PuzzleInfo",
    "QueenSquares",
    "Remaining",
    "Row",
    "Schedule",
    "SearchFilm",
    "Selection",
    "Solution",
    "Solutions",
    "Statistics",
    "TileRows",
    "Unsuitable",
    "Verdict",
    "VisitedStates",
    "acount",
    "aprove",
    "asolve",
    "check",
    "check_file",
    "check_text",
    "choices",
    "compare",
    "count",
    "count_certificate",
    "count_many",
    "cover",
    "design",
    "disassemble",
    "draw",
    "engines",
    "export",
    "faults",
    "hint",
    "info",
    "iterate",
    "marginals",
    "moves",
    "prove",
    "puzzle",
    "puzzles",
    "remaining",
    "sample",
    "schemas",
    "solve",
    "solve_many",
]

__version__ = "1.0.0rc1"
_CLIENTS = {"AsyncClient": "exactcover.service.client_async", "Client": "exactcover.service.client"}
_MODULES = dict(_CLIENTS)
"""Where public names are that are not in exactcover.api."""
_MODULES |= dict.fromkeys(("acount", "aprove", "asolve"), "exactcover.api.asynchronous")
_MODULES |= dict.fromkeys(("BadLine", "count_many", "solve_many"), "exactcover.api.many")
_MODULES |= {"schemas": "exactcover.api.schemas"}
_MODULES |= dict.fromkeys(("SearchFilm", "VisitedStates"), "exactcover.api.films")
_MODULES |= dict.fromkeys(("Comparison", "Row", "compare"), "exactcover.comparison.comparing")
_MODULES |= dict.fromkeys(("EngineReport", "Statistics"), "exactcover.model.answer")
_MODULES |= {"BestAttempt": "exactcover.model.best_attempt", "Certificate": "exactcover.model.certificate"}
_MODULES |= {"Layout": "exactcover.model.layout", "Solution": "exactcover.model.solution"}
_MODULES["CountCertificate"] = "exactcover.model.count_certificate"
_MODULES["Disassembly"] = "exactcover.model.disassembly"
_MODULES |= dict.fromkeys(
    ("Design", "DesignSummary", "EngineDescription", "Marginals", "PuzzleInfo", "Remaining", "Verdict"),
    "exactcover.model.documents",
)
_MODULES |= dict.fromkeys(
    (
        "CubesDiffer",
        "EngineBroke",
        "InvalidModel",
        "JudgeRefused",
        "NoResources",
        "OurFault",
        "PluginBroke",
        "Unsuitable",
    ),
    "exactcover.model.errors",
)


class _Package(ModuleType):
    """This package as a module that imports what is public when it is first used; `dir` and `help` know of it before."""

    def __getattr__(self, name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'exactcover' has no attribute {name!r}")
        from importlib import import_module

        try:
            module = import_module(_MODULES.get(name, "exactcover.api"))
        except ModuleNotFoundError as missing:
            if name not in _CLIENTS or (missing.name or "").startswith("exactcover"):
                raise
            raise AttributeError(
                f"exactcover.{name} needs {missing.name}, which is missing; expected the extra exactcover-solver[service]"
            ) from missing
        value = getattr(module, name)
        setattr(self, name, value)
        return value

    @property
    def __all__(self) -> list[str]:
        """The names that `from exactcover import *` imports: without the clients if their extra is not installed."""
        return [name for name in __all__ if name not in _CLIENTS or hasattr(self, name)]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package
