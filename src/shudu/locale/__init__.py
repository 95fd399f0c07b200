"""Steps in words, Chinese and English."""
