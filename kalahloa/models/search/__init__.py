"""Search algorithms, independent of any game."""
