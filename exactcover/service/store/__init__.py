"""The store: jobs, their events, solutions and answers in one database, SQLite in a file or PostgreSQL."""
