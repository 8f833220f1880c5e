"""Words after the names of commands, which are completed before the commands are imported."""

LIST = "list"
"""After lesson: the chapters."""
SUITE, BENCH = "suite", "bench"
"""After compare: where the positions come from."""
BOTH, WINNER = "both", "winner"
"""After guess: whose moves."""
