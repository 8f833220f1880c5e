"""Kalah: rules, board, notation, evaluation, and what is known beyond the rules."""
