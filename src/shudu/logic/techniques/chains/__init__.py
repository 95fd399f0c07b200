"""Techniques that follow a single chain of links, and fish whose fins are connected by chains."""
