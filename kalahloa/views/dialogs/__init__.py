"""Dialogs, which have no event loop of their own."""
