"""Which kind of mistake a reason of a review tells."""

from collections.abc import Iterable, Mapping
from typing import Any

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

ALLOWS_WIN = QT_TRANSLATE_NOOP("Models", "{other} could then win by force.")
ALLOWS_WIN_AT_ONCE = QT_TRANSLATE_NOOP("Models", "{other} could then win at once.")
ALLOWS_WIN_IN = QT_TRANSLATE_NOOP("Models", "{other} could then win by force in %n move(s).")
MISSES_WIN = QT_TRANSLATE_NOOP("Models", "{mover} could have won by force.")
MISSES_WIN_AT_ONCE = QT_TRANSLATE_NOOP("Models", "{mover} could have won at once.")
MISSES_WIN_IN = QT_TRANSLATE_NOOP("Models", "{mover} could have won by force in %n move(s).")
WIN_TO_DRAW = QT_TRANSLATE_NOOP("Models", "A won game becomes a draw.")
REASON_KINDS: Mapping[str, MistakeKind] = {
    ALLOWS_WIN.template: MistakeKind.ALLOWED_WIN,
    ALLOWS_WIN_AT_ONCE.template: MistakeKind.ALLOWED_WIN,
    ALLOWS_WIN_IN.template: MistakeKind.ALLOWED_WIN,
    MISSES_WIN.template: MistakeKind.MISSED_WIN,
    MISSES_WIN_AT_ONCE.template: MistakeKind.MISSED_WIN,
    MISSES_WIN_IN.template: MistakeKind.MISSED_WIN,
    WIN_TO_DRAW.template: MistakeKind.MISSED_WIN,
}
"""The kinds of the reasons that any game has, by their templates."""
_KEPT_KINDS: Mapping[str, MistakeKind] = {
    "Allows a forced win.": MistakeKind.ALLOWED_WIN,
    "Allows a forced win in {plies}.": MistakeKind.ALLOWED_WIN,
    "Misses a forced win.": MistakeKind.MISSED_WIN,
    "Misses a forced win in {plies}.": MistakeKind.MISSED_WIN,
    "Gives away the extra turn of pit {pit}.": MistakeKind.MISSED_EXTRA_TURN,
    "{side} could have captured {stones}.": MistakeKind.MISSED_CAPTURE,
    "Lets {side} capture {stones}.": MistakeKind.ALLOWED_CAPTURE,
    "Lets {side} move %n time(s) in a row.": MistakeKind.ALLOWED_EXTRA_TURN,
}
"""The kinds of reasons in reviews that earlier versions have kept."""


def kinds_of(reasons: Iterable[Any], of_game: Mapping[str, MistakeKind]) -> frozenset[MistakeKind]:
    """Return the kinds of mistakes that *reasons* tell, sentences as JSON-compatible values.

    *of_game* are the kinds of the game's own sentences by their templates (`Game.reason_kinds`).
    """
    found = set()
    for reason in reasons:
        template = reason.get("template") if isinstance(reason, Mapping) else None
        if isinstance(template, str):
            kind = REASON_KINDS.get(template) or of_game.get(template) or _KEPT_KINDS.get(template)
            if kind is not None:
                found.add(kind)
    return frozenset(found)
