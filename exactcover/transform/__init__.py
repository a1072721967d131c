"""One model to another with the way back (reductions), and the symmetries of models (symmetry)."""
