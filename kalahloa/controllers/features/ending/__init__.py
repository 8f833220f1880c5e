"""The end of a game: resigning and drawing, and what follows."""
