"""Looking at the library: lists of games, what was played, and statistics."""
