"""Comparing the searchers."""
