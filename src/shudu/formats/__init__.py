"""Ways to write a position down and to draw it."""
