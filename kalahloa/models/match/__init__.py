"""Matches between participants: openings, clocks, Elo and the sequential test."""
