"""The results of all exercises, and what is to be repeated."""
