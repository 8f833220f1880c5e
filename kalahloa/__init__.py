"""Kalahloa: play and study Lines of Action and Kalah."""

__version__ = "0.1.0"
