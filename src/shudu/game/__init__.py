"""The rules of play: moves as text, one pure function that applies them, and the result of a game."""
