"""Learning the rules of a game by doing."""
