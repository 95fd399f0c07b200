"""Fair play: a few documented rules that flag results of automated games."""
