"""Reading, writing and drawing Sudokus.

Each module of this package defines one format, or two that are closely related. `io` holds what they share:
`io.read`, `io.write` and `io.convert` are the entry points, `io.sheet` the value all formats read into and write from,
`io.registry` the list of formats.
"""
