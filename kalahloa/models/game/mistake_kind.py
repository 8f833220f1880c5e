"""The kinds of mistakes that reviews tell apart."""

from enum import Enum


class MistakeKind(Enum):
    """A kind of mistake; the value is its name in JSON."""

    MISSED_WIN = "missed win"
    ALLOWED_WIN = "allowed win"
    MISSED_CAPTURE = "missed capture"
    ALLOWED_CAPTURE = "allowed capture"
    EXPOSED = "exposed"
    MISSED_EXTRA_TURN = "missed extra turn"
    ALLOWED_EXTRA_TURN = "allowed extra turn"
    LOST_COUNT = "lost count"
    MISSED_JOIN = "missed join"
    ALLOWED_JOIN = "allowed join"
    CUT_OFF = "cut off"
    SHUT_IN = "shut in"

    @property
    def is_missed(self) -> bool:
        """Whether the better move brings something, else the move played allows something."""
        return self.value.startswith("missed")
