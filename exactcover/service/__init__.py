"""The service: jobs that are kept in a database, run in processes of their own, and asked about over HTTP."""
