"""What is kept: games, in the library and in files, and settings."""
