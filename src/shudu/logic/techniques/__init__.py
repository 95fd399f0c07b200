"""The techniques. Every module below this package is imported and registered automatically."""
