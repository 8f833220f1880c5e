"""Studying a game: edits of its record, and the notations in which games are passed on."""
