# cython: language_level=3, cdivision=True
"""How many nodes, and how much time, a search may still spend; and whether it was told to stop."""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.search.clock import now
else:
    from kalahloa.models.search.clock import now


class Budget:
    """The limits of one search, which looks at the clock and the flag every *interval* nodes.

    `nodes` is how many were spent so far, and `spent` tells whether the search is to give up;
    both may be read from any thread.
    """

    if not cython.compiled:
        nodes = node_limit = checkpoint = 0
        spent = told_to_stop = False
        deadline = 0.0

    def __init__(self, interval: int) -> None:
        self.poll_interval = interval

    def limit(self, seconds: float | None = None, nodes: int | None = None) -> None:
        """Let the search give up *seconds* from now, or after *nodes* nodes; None for never."""
        self.deadline = 0.0 if seconds is None else max(now() + seconds, 1e-9)
        self.node_limit = nodes or 0
        self.checkpoint = 0

    def stop(self) -> None:
        """Have the search give up for good; may be called from any thread."""
        self.told_to_stop = True

    def take(self):
        """Count a node; return False, and do not count it, where the search is to give up."""
        if self.nodes >= self.checkpoint:
            self.poll()
        if self.spent:
            return False
        self.nodes += 1
        return True

    def poll(self):
        """Look whether it is time to give up, and say when to look again."""
        if (
            self.told_to_stop
            or (self.deadline > 0 and now() >= self.deadline)
            or (self.node_limit and self.nodes >= self.node_limit)
        ):
            self.spent = True
            self.checkpoint = 0
            return
        self.checkpoint = self.nodes + self.poll_interval
        if self.node_limit and self.checkpoint > self.node_limit:
            self.checkpoint = self.node_limit
