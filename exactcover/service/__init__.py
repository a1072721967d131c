"""The service: jobs stored in a database, run in separate processes, and offered over HTTP."""
