"""The heuristic lab: heuristics that the user writes, tries out and measures."""
