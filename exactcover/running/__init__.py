"""Everything between a request and an engine's process: the process pool, the parent's side, the child's side, the job."""
