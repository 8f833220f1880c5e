"""The window: frame, rooms, actions and the status line."""
