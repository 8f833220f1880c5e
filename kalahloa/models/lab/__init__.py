"""What the heuristic lab keeps and shows beside heuristics: drafts, and the values of lines."""
