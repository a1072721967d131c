"""Roots of static-order cut into several: what each chooses and leaves out, against the same written plainly."""

from __future__ import annotations

from exactcover.backends.search.cover import kernel_tables
from exactcover.backends.search.cover.kernel_names import STATIC_ORDER
from exactcover.kernel.cover import cut_roots, static_order
from exactcover.kernel.instance import Instance
from tests.kernel.instances import langford, random_instance


def tables_of(instance: Instance) -> static_order.Tables:
    """Tables of static-order."""
    tables = kernel_tables.tables_of(instance, STATIC_ORDER)
    assert isinstance(tables, static_order.Tables)
    return tables


def plainly(tables: static_order.Tables, root: tuple[int, ...], depth: int) -> list[tuple[int, ...]]:
    """The roots at a depth of the search below a root: they leave out what a choice among several, or none, has passed."""
    lines, _, _ = static_order.Search(tables, root).call(1 << 60, depth, 10_000)
    known = {max(entry, ~entry) for entry in root}
    cut = []
    for line in lines.tolist():
        chosen, passed = set[int](), set[int]()
        for entry in (entry for entry in line if entry >= 0):
            if tables.codes[entry] >= 0:
                chosen.add(int(tables.codes[entry]))
            chunk = max(k for k in range(len(tables.chunks) // 10) if tables.sorted_.chunk_starts[k] <= entry)
            bit = tables.sorted_.chunk_bits[chunk]
            if tables.again[bit] or tables.codes[entry] < 0:
                first = min(k for k in range(chunk + 1) if tables.sorted_.chunk_bits[k] == bit)
                passed.update(map(int, tables.codes[tables.sorted_.chunk_starts[first] : entry]))
        cut.append((*root, *sorted(chosen), *(~option for option in sorted(passed - chosen - known))))
    return cut


def test_cut_roots_choose_and_leave_out_what_the_search_does() -> None:
    """Of covers with multiplicities, and of roots that were cut before, roots are those of the definition, in its order."""
    several = passing = 0
    for seed in range(150):
        tables = tables_of(random_instance(seed))
        for root in [(), *cut_roots.split(tables, (), 2)]:
            cut = cut_roots.split(tables, root, 3)
            several += len(cut) > 2
            passing += any(option < 0 for each in cut for option in each)
            depths = [plainly(tables, root, depth) for depth in range(1, tables.longest)]
            assert cut == [root] or cut in depths, seed
    assert min(several, passing) > 30


def test_langford_pairs_are_cut_into_as_many_as_are_wanted() -> None:
    """A root is cut into at least as many as were asked for, all different, which have its solutions."""
    tables = tables_of(langford(8))
    for about in (2, 10, 100):
        cut = cut_roots.split(tables, (), about)
        assert len(set(cut)) == len(cut) >= about
        assert sum(static_order.Search(tables, root).run(1 << 60).solutions for root in cut) == 300
