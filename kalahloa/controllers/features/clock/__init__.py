"""A clock for the game on the board."""
