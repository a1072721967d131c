"""How the engine exact searches: orbits, plan, crew. Uses the kernels; knows no engine and no puzzle."""
