"""Persistent data: players, puzzles, games with their moves, and results, in SQLite or PostgreSQL."""
