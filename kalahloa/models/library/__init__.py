"""The library: the games that are kept, in an SQLite database."""
