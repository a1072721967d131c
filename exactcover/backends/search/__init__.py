"""How engines search: covers by roots, orbits and plans on several threads; state graphs by layers, queues and deepening;
large boards by blocks, by filling and by local moves; growths by building them at random.

Uses the kernels; knows no engine and no puzzle.
"""
