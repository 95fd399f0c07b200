"""What all formats share: sheets, the registry, reading, writing and converting."""
