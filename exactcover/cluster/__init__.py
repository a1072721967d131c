"""Counts and lists beyond one process: a plan is cut into cubes, cubes are run anywhere, a ledger knows which are done.

`driver` is the loop; `executor` is what runs cubes, on this machine (`local`) or on a Ray cluster (`on_ray`); `ledger` keeps what
every cube came to; `partition` judges that the cubes leave nothing out and count nothing twice. Not here: how a search is planned
and a root searched (search/cover).
"""
