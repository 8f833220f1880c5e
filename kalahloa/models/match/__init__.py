"""Matches between players: openings, clocks, Elo and sequential tests."""
