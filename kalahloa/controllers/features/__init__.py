"""What the program offers around the open game; a folder for each feature."""
