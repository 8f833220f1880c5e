"""What `kalahloa library` does, one module for each kind of work."""
