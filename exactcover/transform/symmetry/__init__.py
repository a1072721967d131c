"""Symmetries of models, and their fixed solutions. Depends on models only. Not here: their use in searches."""
