"""Reductions of one model to another, one per file, each with its way back."""
