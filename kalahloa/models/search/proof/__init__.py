"""Forced wins by proof-number search."""
