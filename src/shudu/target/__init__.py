"""Puzzles that ask for something: a level, or a technique."""
