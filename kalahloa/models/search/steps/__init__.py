"""Walking through a recorded search: its state at each step, in words, and as it is taught."""
