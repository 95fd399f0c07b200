"""Search algorithms that can be watched, and the traces they leave."""
