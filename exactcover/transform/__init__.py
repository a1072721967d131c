"""Reductions of one model to another, with the way back, and the symmetries of models."""
