"""Five journeys through the window, as new users would make them, by mouse or by keys alone."""
