"""Colours, style, icons and labels."""
