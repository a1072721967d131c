"""The judges: one kind of evidence a file. Import model and certificate only; no numba, no engine."""
