"""Tests of cubes, executors, the ledger, and the judge of their completeness."""
