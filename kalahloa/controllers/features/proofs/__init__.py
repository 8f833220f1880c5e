"""Proving forced wins."""
