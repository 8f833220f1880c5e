"""The command line: what `kalahloa` does with the words that are typed after it."""
