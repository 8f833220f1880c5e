"""The edits of the library that can be taken back, each by its number."""

from collections.abc import Callable, Sequence

from kalahloa.models.library.editing import GameEdit

MAX_EDITS = 50
"""How many edits are remembered; each may be of thousands of games."""


class EditHistory:
    """What was edited in this session, the newest last; one edit may be of many games."""

    def __init__(self) -> None:
        self._edits: dict[int, tuple[GameEdit, ...]] = {}
        self._number = 0

    def add(self, edits: Sequence[GameEdit]) -> int:
        """Remember *edits*, made at once, and return their number."""
        self._number += 1
        self._edits[self._number] = tuple(edits)
        while len(self._edits) > MAX_EDITS:
            del self._edits[next(iter(self._edits))]
        return self._number

    def newest(self, wanted: Callable[[GameEdit], bool] = lambda _: True) -> int:
        """Return the number of the newest edit that is *wanted*; 0 if there is none."""
        return next((one for one in reversed(self._edits) if wanted(self._edits[one][0])), 0)

    def has(self, number: int) -> bool:
        """Return whether edit *number* can be taken back."""
        return number in self._edits

    def pop(self, number: int) -> tuple[GameEdit, ...]:
        """Forget edit *number*, and return it; nothing if it was taken before."""
        return self._edits.pop(number, ())
