"""What is found out about a position and about a move, before it is judged."""

from dataclasses import dataclass, replace

from kalahloa.models.game.position import Position
from kalahloa.models.search.move_values import MoveValue, move_value
from kalahloa.models.study.review.reviewed import MAX_LINE, ReviewedPly

Texts = tuple[str, ...]
"""A line of moves in notation."""


class ReviewStopped(Exception):
    """The review was stopped, and the ply in hand has no result."""


@dataclass(frozen=True, slots=True)
class Best:
    """The value of a position for `side`, which is to move, and the line of best play from it.

    Of a finished game, `side` is the one that would be to move, and the line is empty.
    """

    side: int
    value: MoveValue
    line: Texts = ()
    is_over: bool = False

    @classmethod
    def of_ply(cls, ply: ReviewedPly) -> "Best":
        """Return what the review of *ply* says of the position before it."""
        return cls(ply.side, ply.best_value, ply.line)

    def before(self, side: int, by_margin: bool) -> MoveValue:
        """Return the value for *side* of the move that led here."""
        value = self.value
        number = value.number if side == self.side else -value.number
        # 0 plies are not counted, or none are left.
        plies = value.plies + 1 if value.plies or (value.plies == 0 and self.is_over) else None
        # Not -0.0, which would be written with a sign.
        return move_value(number or 0.0, value.proven, plies, by_margin, value.depth + 1)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What the move that was played is worth, and the best one.

    `value` and `best_value` are for the side that moves; if the played move is as good as any,
    `best` is that move.  `line` begins with `best`, `refutation` follows the played move.  `other`
    is the value of the best other move, if the played one is the best and that was found out.
    `only` tells the same where no value is known: whether each other move is a mistake.
    """

    value: MoveValue
    best: int
    best_value: MoveValue
    line: Texts
    refutation: Texts
    other: MoveValue | None = None
    only: bool = False


def kept(move: int, text: str, value: MoveValue, answer: Texts) -> Appraisal:
    """Return the appraisal of *move*, written *text*, which is the best; *answer* follows it."""
    return Appraisal(value, move, value, (text, *answer)[:MAX_LINE], answer)


def with_trust(value: MoveValue, number: float, by_margin: bool) -> MoveValue:
    """Return *value* as the estimate *number*."""
    changed = move_value(number, False, None, by_margin, value.depth)
    return replace(changed, depth=value.depth)


def finished(position: Position, by_margin: bool) -> Best | None:
    """Return the value of *position* if the game is over there, else None."""
    outcome = position.outcome()
    if outcome is None:
        return None
    score = float(outcome.score_for(position.side))
    return Best(position.side, move_value(score, True, None, by_margin, 0), is_over=True)
