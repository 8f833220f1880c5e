"""A page of the course, and what shows it: the panel's column, or the whole screen."""
