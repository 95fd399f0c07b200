"""What outlives a process: players, puzzles, games with their moves, results. In SQLite, or PostgreSQL."""
