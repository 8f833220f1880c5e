"""Searches that are recorded: their trees, and stepping through them."""
