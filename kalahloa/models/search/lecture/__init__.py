"""The lecture's searchers: minimax and alpha-beta, to be read."""
