"""What goes over the wire, one file a resource.

Cells are written r3c5, candidates 7r3c5, houses r3, c5, b2; times are milliseconds.
"""
