"""Two examples of each command, shown at the end of its help; the tests run them in order, in one folder."""

from __future__ import annotations

EXAMPLES = {
    "solve": ("pentominoes-6x10", "packing board=8x8 pieces=pentominoes,O4 -o packing.svg"),
    "list": ("pentominoes-3x20 --limit 2", "soma --up-to-symmetry --quiet -o soma.jsonl"),
    "sample": ("dominoes-8x8", "dominoes-8x8 --limit 3 --seed 7"),
    "count": ("pentominoes-3x20", "packing board=4x4 pieces=O4,I4 copies=any --limit 2"),
    "prove": ("mutilated-chessboard -o no-packing.json", "tiles start=123456870"),
    "check": ("mutilated-chessboard no-packing.json", "soma soma.jsonl --json"),
    "compare": (
        "pentominoes-3x20 --backends exact,cpsat --time-limit 20",
        "8-puzzle --backends bfs,astar:manhattan --json",
    ),
    "draw": ("pentominoes-8x8-centre", "soma -o soma.svg"),
    "export": (
        "mutilated-chessboard --to veripb --certificate no-packing.json -o chessboard",
        "soma --to mps -o soma.mps --time-limit 60",
    ),
    "moves": ("8-puzzle", "two-ls --json"),
    "script": ("", "commands.txt"),
    "info": ("soma", "packing board=6x10 pieces=pentominoes --json"),
    "hint": ("soma", "packing board=4x4 pieces=dominoes copies=any begun=A.BB/A.../..../...."),
    "marginals": ("soma", "queens n=8 --samples 1000 --json"),
    "remaining": ("pentominoes-6x10", "packing board=4x5 pieces=I5,L5,P5,V5 --time-limit 2 --json"),
    "design": (
        "packing board=5x5 pieces=pentominoes --vary pieces --pick 5",
        "pentominoes-6x10 --vary fixed --seed 2026-11-25 --level 3 -o daily",
    ),
    "puzzles": ("", "--json"),
    "engines": ("", "--json"),
    "warm": ("", "--quiet"),
    "serve": ("", "--port 8080 --workers 2 --verbose"),
    "tokens": ("add ann --token-file tokens --expires 2030-01-31", "list --token-file tokens"),
    "jobs": ("", "--state RUNNING --json"),
    "docs": ("", "--print"),
}
"""The arguments of each command's examples."""


def epilog(command: str) -> str:
    """Return the epilogue of a command's help."""
    lines = [f"  exactcover {command} {words}".rstrip() for words in EXAMPLES[command]]
    return "\n".join(["\b", "Examples:", *lines])
