"""The front door: games to play, to continue and to learn."""
