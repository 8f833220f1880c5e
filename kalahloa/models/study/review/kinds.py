"""Which kind of mistake a reason of a review tells."""

from collections.abc import Iterable, Mapping
from typing import Any

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

ALLOWS_WIN = QT_TRANSLATE_NOOP("Models", "Allows a forced win.")
ALLOWS_WIN_IN = QT_TRANSLATE_NOOP("Models", "Allows a forced win in {plies}.")
MISSES_WIN = QT_TRANSLATE_NOOP("Models", "Misses a forced win.")
MISSES_WIN_IN = QT_TRANSLATE_NOOP("Models", "Misses a forced win in {plies}.")
WIN_TO_DRAW = QT_TRANSLATE_NOOP("Models", "A won game becomes a draw.")
REASON_KINDS: Mapping[str, MistakeKind] = {
    ALLOWS_WIN.template: MistakeKind.ALLOWED_WIN,
    ALLOWS_WIN_IN.template: MistakeKind.ALLOWED_WIN,
    MISSES_WIN.template: MistakeKind.MISSED_WIN,
    MISSES_WIN_IN.template: MistakeKind.MISSED_WIN,
    WIN_TO_DRAW.template: MistakeKind.MISSED_WIN,
}
"""The kinds of the reasons that any game has, by their templates."""


def kinds_of(reasons: Iterable[Any], of_game: Mapping[str, MistakeKind]) -> frozenset[MistakeKind]:
    """Return the kinds of mistakes that *reasons* tell, sentences as JSON-compatible values.

    *of_game* are the kinds of the game's own sentences by their templates (`Game.reason_kinds`).
    """
    found = set()
    for reason in reasons:
        template = reason.get("template") if isinstance(reason, Mapping) else None
        if isinstance(template, str):
            kind = REASON_KINDS.get(template) or of_game.get(template)
            if kind is not None:
                found.add(kind)
    return frozenset(found)
