"""Time that runs out, also where the clock jumps."""

import time


class Countdown:
    """So many seconds, which pass as `time.monotonic` goes on.

    Where that goes back, as on some virtual machines, nothing has passed: the rest is not longer.
    """

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._seen = time.monotonic()

    def is_over(self) -> bool:
        """Return whether the time is up."""
        now = time.monotonic()
        self._left -= max(0.0, now - self._seen)
        self._seen = now
        return self._left <= 0
