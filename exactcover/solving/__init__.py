"""How a request is answered: plans, their interpreter, and the pipeline from puzzle to answer."""
