"""How games end, in a few words, as everything shows it."""

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


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
