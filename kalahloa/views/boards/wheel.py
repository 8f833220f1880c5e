"""Counting the notches of a wheel, which may come in small parts."""

WHEEL_NOTCH = 120
"""What a wheel reports for one notch: eighths of a degree."""


class WheelNotches:
    """Adds up what a wheel reports until it makes a notch."""

    def __init__(self) -> None:
        self._rest = 0

    def turned(self, by: int) -> int:
        """Return how many notches a turn *by* so much completes; those downwards are negative."""
        if by * self._rest < 0:
            # The other way: what was left of the last notch does not count.
            self._rest = 0
        self._rest += by
        notches = int(self._rest / WHEEL_NOTCH)
        self._rest -= notches * WHEEL_NOTCH
        return notches
