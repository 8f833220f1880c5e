"""The sub-commands of `kalahloa puzzles`."""
