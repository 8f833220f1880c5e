"""What happens: turns, players and search threads.  QtCore only."""
