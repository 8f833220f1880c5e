"""How many processes work at once."""

import os


def usual_workers() -> int:
    """Return how many processes play: one for each core that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)
