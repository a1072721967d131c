"""How a request is answered: its plan, the interpreter of plans, the pipeline from puzzle to answer."""
