"""Search methods of engines: covers by roots, orbits and plans on several threads; state graphs by layers, queues and
deepening; large boards by blocks, by filling and by local moves; growths by random construction.

Uses the kernels; independent of engines and puzzles.
"""
