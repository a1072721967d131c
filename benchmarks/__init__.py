"""Cases x engines: what is measured, with answers checked; results are committed under benchmarks/results."""
