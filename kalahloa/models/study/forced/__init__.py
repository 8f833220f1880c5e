"""Forced wins that can be walked: the question, its verdict, and what answers each move."""
