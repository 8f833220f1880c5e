"""Files that are written whole, locked or read within limits, and the user's folders."""
