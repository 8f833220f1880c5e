"""The open game: its record, where it is shown, what changes it, and whose turn it is."""
