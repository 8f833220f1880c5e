"""Connect Four for Kalahloa: the rules, two heuristics and a board, found by entry points."""
