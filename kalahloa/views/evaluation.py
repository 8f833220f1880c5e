"""What a position is worth, as the evaluation bar says it: for the first side, from 0 to 1."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.models.game.win_probability import GENERIC
from kalahloa.models.search.score import Score
from kalahloa.models.text.numbers import MINUS

translate = QCoreApplication.translate


@dataclass(frozen=True)
class BarEvaluation:
    """The worth of a position.

    `share` is 1 where the first side has all, 0 where the second has; `leader` is the side that
    stands better, None if neither does.  `text` is what stands at that side's end of the bar,
    `sentence` says the same in words.
    """

    share: float
    leader: int | None
    text: str
    sentence: str
    proven: bool
    sides: tuple[str, str] = ("", "")
    """What the sides are called."""


def evaluation_of(place: Place, board: object) -> BarEvaluation | None:
    """Return the worth of the position at *place*, None if it is not known.

    In games in which the margin counts, the class *board* says by its attribute `margin_scale` at
    which margin the bar is full; elsewhere the bar shows the probability of winning.
    """
    found = _evaluation(place, board)
    first, second = map(in_words, place.game.sides)
    return None if found is None else replace(found, sides=(first, second))


def _evaluation(place: Place, board: object) -> BarEvaluation | None:
    scale: float | None = getattr(board, "margin_scale", None)
    if place.outcome is not None:
        winner = place.outcome.winner
        share = 0.5 if winner is None else 1.0 - winner
        return BarEvaluation(
            share, winner, place.outcome.points, in_words(place.outcome.reason), proven=True
        )
    value = _best_value(place)
    if value is None:
        return None
    return _of_margin(place, value, scale) if scale else _of_probability(place, value)


def _best_value(place: Place) -> Score | None:
    """Return the value of the best move known, for the side to move."""
    live = place.get(Live)
    if live is not None and live.on and live.node is place.node and live.lines:
        return live.lines[0].value
    return max(place.values.values(), key=lambda value: value.order, default=None)


def _of_margin(place: Place, value: Score, scale: float) -> BarEvaluation:
    margin = value.for_side(0).number
    share = 0.5 + 0.5 * max(-1.0, min(1.0, margin / scale))
    if not margin:
        even = translate("Evaluation", "Neither side is ahead, {trust}")
        return BarEvaluation(0.5, None, "0", fill(even, trust=in_words(value.trust)), value.proven)
    leader = 0 if margin > 0 else 1
    # The text of the value, for the side that is ahead.
    text = in_words(value.short).lstrip(f"+{MINUS}")
    sentence = fill(
        translate("Evaluation", "{side} is ahead by {margin}, {trust}"),
        side=in_words(place.game.sides[leader]),
        margin=text,
        trust=in_words(value.trust),
    )
    return BarEvaluation(share, leader, f"+{text}", sentence, value.proven)


def _of_probability(place: Place, value: Score) -> BarEvaluation:
    chance = (place.game.win_probability or GENERIC).of(value)
    share = chance if value.side == 0 else 1.0 - chance
    leader = None if share == 0.5 else 0 if share > 0.5 else 1
    percent = round(100 * max(share, 1.0 - share))
    if value.proven:
        return _of_proof(place, value, share, leader)
    if leader is None or percent == 50:
        sentence = translate("Evaluation", "Both sides have equal chances, estimated")
        return BarEvaluation(share, leader, "50", sentence, proven=False)
    # Nothing is certain that is only estimated.
    percent = min(percent, 99)
    words = translate("Evaluation", "{side} wins with a probability of {percent} %, estimated")
    if place.game.win_probability is not None:
        words = translate(
            "Evaluation",
            "{side} wins with a probability of {percent} %, estimated from games of the engine "
            "against itself",
        )
    sentence = fill(words, side=in_words(place.game.sides[leader]), percent=percent)
    return BarEvaluation(share, leader, f"{percent}", sentence, proven=False)


def _of_proof(place: Place, value: Score, share: float, leader: int | None) -> BarEvaluation:
    if leader is None:
        return BarEvaluation(
            share, None, "½", translate("Evaluation", "A draw, proven"), proven=True
        )
    side = in_words(place.game.sides[leader])
    if not value.plies:
        sentence = fill(translate("Evaluation", "{side} wins, proven"), side=side)
        return BarEvaluation(share, leader, "1", sentence, proven=True)
    sentence = fill(
        translate("Evaluation", "{side} wins in {plies} plies, proven"),
        side=side,
        plies=value.plies,
    )
    return BarEvaluation(share, leader, f"#{value.plies}", sentence, proven=True)
