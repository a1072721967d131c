"""The store: jobs, events, solutions and answers in one database, an SQLite file or PostgreSQL."""
