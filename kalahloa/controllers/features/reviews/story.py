"""The story of a reviewed game: the moves at which it turned, in their order, and why."""

from dataclasses import dataclass, field

from kalahloa.controllers.base.player import Player
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.models.game.position import Position
from kalahloa.models.record.ending import ending_at
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.review.judgement import scale_for
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.turning_point import main_fact, turning_plies
from kalahloa.models.study.turn_numbers import number_of


@dataclass(frozen=True, slots=True, eq=False)
class TurningPoint:
    """A mistake at which a game turned.

    `node` is where it was made, with `position` there; `ply` is what the review says of it.
    `number` is that of the move, as in the list of moves, and `reason` why it was a mistake; empty
    if nothing is known but what it gave away.
    """

    node: Node
    position: Position
    ply: ReviewedPly
    number: int
    reason: str

    @classmethod
    def of(cls, record: Record, after: Node, ply: ReviewedPly) -> "TurningPoint":
        """Return what there is to say of *ply*, the move of *record* that leads to *after*."""
        assert after.parent is not None
        fact = main_fact(ply.facts)
        reason = "" if fact is None else fact.text
        position = record.position_at(after.parent)
        return cls(after.parent, position, ply, number_of(after), reason)


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """The `points` at which a game turned that `players` have played, by the reviewed `plies` of
    the `line`."""

    points: tuple[TurningPoint, ...]
    players: tuple[Player, Player]
    plies: tuple[ReviewedPly, ...] = field(repr=False)
    line: tuple[Node, ...] = field(repr=False)


def story_of(record: Record, reviewed: Reviewed, players: tuple[Player, Player]) -> Story:
    """Return the story of *record*, whose whole main line is *reviewed*."""
    outcome = ending_at(record, record.main_end)
    winner = None if outcome is None else outcome.winner
    loser = None if winner is None else 1 - winner
    scale = scale_for(record.game, record.position)
    nodes = {node.number: node for node in reviewed.line}
    plies = turning_plies(reviewed.review.plies, loser, scale)
    points = tuple(TurningPoint.of(record, nodes[ply.number], ply) for ply in plies)
    return Story(points, players, reviewed.review.plies, reviewed.line)
