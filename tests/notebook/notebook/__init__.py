"""A notebook of positions, which stays when the window is closed."""
