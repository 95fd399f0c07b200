"""Search that can be watched: one algorithm per file, each a generator of events; a run of one is a trace."""
