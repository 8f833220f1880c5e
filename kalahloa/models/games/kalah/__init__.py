"""Kalah: rules, board, notation, evaluation, tablebase, opening book and fair starts."""
