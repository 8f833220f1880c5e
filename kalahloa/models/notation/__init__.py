"""Every way to write a game: SGF, lists of moves, and pasted text of any kind."""
