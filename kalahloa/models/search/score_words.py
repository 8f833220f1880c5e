"""Values in a few characters: estimates, margins and outcomes, as everything shows them."""

from kalahloa.models.search.values import is_decided, plies_of, points_of
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


def estimate_text(value: float, decimals: int = 2) -> str:
    """Return the estimate *value* with its sign; what rounds to zero has none: ``0.00``."""
    rounded = round(value, decimals)
    return f"{rounded:+.{decimals}f}" if rounded else f"{0:.{decimals}f}"


def margin_text(margin: int) -> str:
    """Return *margin* in its usual notation: ``+8``, ``-8`` and ``0``."""
    return f"{margin:+d}" if margin else "0"


def outcome_text(margin: int, plies: int = 0) -> str:
    """Return how a decided game ends: ``loses by 8``, or if *plies* are counted, ``wins in 5``."""
    if plies:
        wins, loses = (
            QT_TRANSLATE_NOOP("Models", "wins in {plies}"),
            QT_TRANSLATE_NOOP("Models", "loses in {plies}"),
        )
    else:
        wins, loses = (
            QT_TRANSLATE_NOOP("Models", "wins by {margin}"),
            QT_TRANSLATE_NOOP("Models", "loses by {margin}"),
        )
    return (wins if margin > 0 else loses).format(margin=abs(margin), plies=plies)


def describe_value(value: float, proven: bool) -> str:
    """Return *value* in a few words: ``+0.84``, ``wins in 5``, ``wins by 8``, ``draw``.

    The text takes the point of view of *value*.  A margin that is not *proven* is described as a
    lower bound.
    """
    if not is_decided(value):
        drawn = proven and value == 0
        return QT_TRANSLATE_NOOP("Models", "draw") if drawn else estimate_text(value)
    wins = value > 0
    points, plies = abs(points_of(value)), plies_of(value)
    if proven or (points == 1 and plies):
        return outcome_text(points_of(value), plies if points == 1 else 0)
    text = (
        QT_TRANSLATE_NOOP("Models", "wins by {margin} or more")
        if wins
        else QT_TRANSLATE_NOOP("Models", "loses by {margin} or more")
    )
    return text.format(margin=points)
