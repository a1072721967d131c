"""Solutions of exact covers counted and sampled layer by layer, by states that merge."""
