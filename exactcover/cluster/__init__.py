"""Counts, lists and proofs that are distributed: a plan is cut into cubes, cubes run anywhere, a ledger records those
that are done.

`driver` and `proofs` are the two kinds of run, on the loop of `scheduler`; `executor` is the protocol of what runs
cubes, on this machine (`local`) or on a Ray cluster (`on_ray`); `ledger` stores the result of every cube; `partition`
judges that the cubes leave nothing out and count nothing twice. Not here: planning a search and searching a root
(search/cover).
"""
