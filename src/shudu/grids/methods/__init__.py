"""Methods that make final grids, one per module. Each is a generator of events, so that it can be watched."""
