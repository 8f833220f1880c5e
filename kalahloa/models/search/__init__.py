"""Searchers and what they share; no game is named here."""
