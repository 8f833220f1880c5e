"""Playing strength: the levels, and perfect play."""
