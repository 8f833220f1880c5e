"""What is said of the clock."""

from math import ceil

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.game.game import Game


def clock_text(seconds: float) -> str:
    """Return *seconds* as minutes and seconds, or with tenths if less than ten are left."""
    if 0 < seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = max(0, ceil(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def times_sentence(game: Game, left: tuple[float, float]) -> str:
    """Return how much time both sides have left, as a sentence."""
    first, second = map(in_words, game.sides)
    return fill(
        translate("Clock", "{first} has {time}, {second} has {other}."),
        first=first,
        time=clock_text(left[0]),
        second=second,
        other=clock_text(left[1]),
    )
