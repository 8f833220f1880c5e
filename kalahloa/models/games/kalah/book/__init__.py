"""Kalah's opening book: exact values of the first turns."""
