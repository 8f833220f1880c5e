"""The review of a game: what each move was worth, what it gave away, and why."""
