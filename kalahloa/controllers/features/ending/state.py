"""How an offer of a draw stands, and what is told of a game that has ended."""

from dataclasses import dataclass
from enum import Enum

from kalahloa.controllers.base.player import Player
from kalahloa.controllers.features.reviews.story import TurningPoint
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.search.levels.levels import HIGHEST, LOWEST

MIN_IN_A_ROW = 3
"""After so many wins or losses in a row another level is suggested."""


class DrawAnswer(Enum):
    """What has become of an offer of a draw."""

    OPEN = "open"
    """The other side, a human, can accept or decline it."""
    THINKING = "thinking"
    """The other side, a computer, is thinking about it."""
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """An offer of a draw that `side` has made at `node`, and what has become of it."""

    side: int
    node: Node
    answer: DrawAnswer

    @property
    def is_open(self) -> bool:
        """Whether a human can accept or decline it."""
        return self.answer is DrawAnswer.OPEN

    def holds_at(self, node: Node) -> bool:
        """Return whether the offer, or that it was declined, still counts at *node*.

        Who has to answer it declines by a move; who was declined may offer again after one.
        """
        mover = self.side if self.is_open else 1 - self.side
        while node is not self.node and self.answer is not DrawAnswer.THINKING:
            if node.parent is None or node.side != mover:
                return False
            node = node.parent
        return node is self.node


@dataclass(frozen=True, slots=True)
class Streak:
    """How often a human has won in a row against a level of the engine; less than 0: has lost."""

    level: int
    count: int

    def after(self, level: int, score: int) -> "Streak":
        """Return the streak after a game against *level*: *score* is 1, 0 for a draw, or -1."""
        goes_on = level == self.level and score * self.count > 0
        return Streak(level, self.count + score if goes_on else score)

    @property
    def suggested_level(self) -> int | None:
        """The level to play next; None where this one is right."""
        if abs(self.count) < MIN_IN_A_ROW:
            return None
        level = self.level + (1 if self.count > 0 else -1)
        return level if LOWEST <= level <= HIGHEST else None


@dataclass(frozen=True, slots=True, eq=False)
class EndCard:
    """What is told of a game whose main line has ended at `last`, with `position` there.

    `players` are those who have played it, and `moves` their moves, as the list of moves counts
    them.  `seconds` is how long they took; None if that is not known.  `is_resigned` is whether the
    loser has resigned.

    `is_looking` is whether the turning point is still looked for, and `is_reviewed` whether the
    whole game was.  `streak` is None unless another level is suggested.
    """

    last: Node
    position: Position
    outcome: Outcome
    is_resigned: bool
    players: tuple[Player, Player]
    moves: int
    seconds: float | None = None
    is_looking: bool = False
    is_reviewed: bool = False
    turning: TurningPoint | None = None
    streak: Streak | None = None
