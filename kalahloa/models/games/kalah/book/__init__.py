"""Kalah's opening books: exact values of early positions."""
