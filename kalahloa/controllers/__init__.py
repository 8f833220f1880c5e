"""Controllers: turns, players, files and background threads.  They use QtCore only."""
