"""Colourings of Mycielski's graphs as covers: graphs without triangles that need many colours."""

from __future__ import annotations

from exactcover.model.cover import Cover, cover


def colouring(k: int, colours: int) -> Cover:
    """A cover whose solutions colour the k-th of Mycielski's graphs, which needs k + 1 colours.

    Items: the vertices, and for each edge and colour one that both ends may not have; an option is a vertex with a colour.
    """
    vertices, edges = 2, [(0, 1)]
    for _ in range(k - 1):
        shadows = [(a, vertices + b) for x, y in edges for a, b in ((x, y), (y, x))]
        edges = [*edges, *shadows, *((vertices + v, 2 * vertices) for v in range(vertices))]
        vertices = 2 * vertices + 1
    items: dict[str, int | tuple[int, int]] = {f"v{v}": 1 for v in range(vertices)}
    items |= {f"e{a},{b}c{c}": (0, 1) for a, b in edges for c in range(colours)}
    options = [
        [f"v{v}", *(f"e{a},{b}c{c}" for a, b in edges if v in (a, b))] for v in range(vertices) for c in range(colours)
    ]
    return cover(items, options)
