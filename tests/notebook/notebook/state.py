"""What is in the notebook."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a position; `left` is the seconds that both sides had left, if the clock was on."""

    game: str
    position: str
    words: str
    left: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class NotebookState:
    """All notes, the oldest first, and those on the position shown."""

    notes: tuple[Note, ...] = ()
    here: tuple[Note, ...] = ()
