"""What is shown of teaching, and how it is set."""

from dataclasses import dataclass, field

from kalahloa.controllers.base.setting import SettingGroup, setting
from kalahloa.models.record.node import Node
from kalahloa.models.study.review.reviewed import ReviewedPly

MAX_MARGIN = 24
MAX_POINTS = 50
MAX_TIMES = 9


@dataclass(frozen=True, slots=True)
class TeachingSettings(SettingGroup):
    """Whether moves are taken back, and which.

    Where margins count, those that give away more than `margin` of the game's unit; elsewhere those
    that give away more than `points` percentage points of the win probability, or allow a forced
    win.  In one position at most `times` moves are taken back; the next one stands.
    """

    GROUP = "teaching"

    on: bool = setting(False)
    margin: int = setting(3, 0, MAX_MARGIN)
    points: int = setting(15, 0, MAX_POINTS)
    times: int = setting(3, 1, MAX_TIMES)

    def limit(self, by_margin: bool) -> int:
        """Return what may be given away, where margins count or where they do not."""
        return self.margin if by_margin else self.points


NO_TEACHING = TeachingSettings()
"""Nothing is taken back, as at first."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """A move that gives away too much.

    `node` is the one that it leads to, `ply` what it is worth.  `answer` is the move that refutes
    it, None if the game is over; `turns` are the sides and the moves of the turns that follow.
    `left` is how many more moves are taken back in this position.  While the move is still on the
    board, `is_back` is false.
    """

    node: Node = field(repr=False)
    ply: ReviewedPly
    answer: int | None
    turns: tuple[tuple[int, str], ...]
    left: int
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Teaching:
    """How teaching stands.

    `active` is whether the moves of human players are judged now.  `judging` is the node of the one
    that is being judged, None if none is.  `refuted` is the move that was found to give away too
    much: it is on the board for a moment, and after that another one is looked for in its place.
    With `by_margin` margins count in the game.  Of `judged` positions of the game a move was
    `stopped` in some.
    """

    settings: TeachingSettings = NO_TEACHING
    active: bool = False
    judging: Node | None = field(default=None, repr=False)
    refuted: Refuted | None = None
    by_margin: bool = False
    judged: int = 0
    stopped: int = 0

    @property
    def takes_back(self) -> bool:
        """Whether the last move is taken back in a moment."""
        return self.refuted is not None and not self.refuted.is_back

    @property
    def is_busy(self) -> bool:
        """Whether a move is judged or taken back, so that the other side waits."""
        return self.judging is not None or self.takes_back
