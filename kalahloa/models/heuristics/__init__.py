"""Heuristics that users write: sources, versions, drafts, trust, and what they cost."""
