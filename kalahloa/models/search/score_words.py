"""Values in a few characters: estimates, margins and outcomes, as everything shows them."""

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
