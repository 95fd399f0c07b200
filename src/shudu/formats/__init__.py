"""Reading, writing and drawing Sudokus.

Each module defines the formats of one kind, such as `plain` digits or `links`. `io` holds what they share:
`io.read_write` and `io.convert` are the entry points, `io.sheet` is the value all formats read into and write from, and
`io.registry` lists the formats.
"""
