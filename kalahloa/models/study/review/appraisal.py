"""What is found out about a position and about a move, before it is judged."""

from dataclasses import dataclass, replace

from kalahloa.models.game.position import Position
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.study.review.reviewed import MAX_LINE, ReviewedPly

Texts = tuple[str, ...]
"""A line of moves in notation."""


class ReviewStopped(Exception):
    """The review was stopped, and the ply in hand has no result."""


@dataclass(frozen=True, slots=True)
class Best:
    """The value of a position for its side to move, and the line of best play from it.

    Of a finished game, it is for the side that would be to move, and the line is empty.
    """

    value: Score
    line: Texts = ()

    @classmethod
    def of_ply(cls, ply: ReviewedPly) -> "Best":
        """Return what the review of *ply* says of the position before it."""
        return cls(ply.best_value, ply.line)

    def before(self, side: int) -> Score:
        """Return the value for *side* of the move that led here."""
        value = self.value.for_side(side)
        plies = None if value.plies is None else value.plies + 1
        return replace(value, plies=plies, depth=value.depth + 1)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What the move that was played is worth, and the best one.

    `value` and `best_value` are for the side that moves; if the played move is as good as any,
    `best` is that move.  `line` begins with `best`, `refutation` follows the played move.  `other`
    is the value of the best other move, if the played one is the best and that was found out.
    `only` tells the same where no value is known: whether each other move is a mistake.
    """

    value: Score
    best: int
    best_value: Score
    line: Texts
    refutation: Texts
    other: Score | None = None
    only: bool = False


def kept(move: int, text: str, value: Score, answer: Texts) -> Appraisal:
    """Return the appraisal of *move*, written *text*, which is the best; *answer* follows it."""
    return Appraisal(value, move, value, (text, *answer)[:MAX_LINE], answer)


def finished(position: Position, kind: ScoreKind) -> Best | None:
    """Return the value of *position* if the game is over there, else None."""
    outcome = position.outcome()
    if outcome is None:
        return None
    number = float(outcome.score_for(position.side))
    plies = 0 if kind is ScoreKind.WINNER else None
    return Best(Score(number, position.side, kind, True, plies=plies))
