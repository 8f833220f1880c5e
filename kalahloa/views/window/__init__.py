"""The window: frame, actions, docks and the status line."""
