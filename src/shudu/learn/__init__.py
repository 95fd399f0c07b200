"""Learning techniques: the path, lessons, drills, spaced review, and a model of what a player can see."""
