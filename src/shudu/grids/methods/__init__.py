"""Methods that make final grids, one per file."""
