"""Programs that run in the terminal: the game, and the player of traces."""
