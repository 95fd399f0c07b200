"""What the formats share: sheets, reading, writing, converting."""
