"""Search of exact covers: strategies, roots modulo symmetry, counts, lists and classes on several threads."""
