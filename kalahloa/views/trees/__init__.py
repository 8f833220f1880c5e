"""The tree of a recorded search as a picture that can be walked."""
