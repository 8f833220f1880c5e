"""The lecture's searchers: minimax and alpha-beta in plain Python, written to be read."""
