"""Human logic: techniques, hints, paths."""
