"""Panels: each shows one thing about the document."""
