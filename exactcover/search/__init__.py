"""How engines search: covers by roots, orbits and plans on several threads; state graphs by layers, queues and deepening.

Uses the kernels; knows no engine and no puzzle.
"""
