"""The kinds of mistakes that reviews tell apart."""

from enum import Enum

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


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
    def title(self) -> Sentence:
        """What mistakes of the kind are called, for display."""
        return _TITLES[self]


_TITLES = {
    MistakeKind.MISSED_WIN: QT_TRANSLATE_NOOP("Models", "Missed wins"),
    MistakeKind.ALLOWED_WIN: QT_TRANSLATE_NOOP("Models", "Allowed wins"),
    MistakeKind.MISSED_CAPTURE: QT_TRANSLATE_NOOP("Models", "Missed captures"),
    MistakeKind.ALLOWED_CAPTURE: QT_TRANSLATE_NOOP("Models", "Allowed captures"),
    MistakeKind.EXPOSED: QT_TRANSLATE_NOOP("Models", "Stones exposed"),
    MistakeKind.MISSED_EXTRA_TURN: QT_TRANSLATE_NOOP("Models", "Missed extra turns"),
    MistakeKind.ALLOWED_EXTRA_TURN: QT_TRANSLATE_NOOP("Models", "Allowed extra turns"),
    MistakeKind.LOST_COUNT: QT_TRANSLATE_NOOP("Models", "Stones at the end"),
    MistakeKind.MISSED_JOIN: QT_TRANSLATE_NOOP("Models", "Pieces not joined"),
    MistakeKind.ALLOWED_JOIN: QT_TRANSLATE_NOOP("Models", "Opponent let join"),
    MistakeKind.CUT_OFF: QT_TRANSLATE_NOOP("Models", "Groups cut off"),
    MistakeKind.SHUT_IN: QT_TRANSLATE_NOOP("Models", "Pieces shut in"),
}
