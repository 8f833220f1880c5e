"""What is asked about a forced win, what is found out, and the replies in its tree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kalahloa.models.game.knowledge import Known
from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import WinningStrategy
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult
from kalahloa.models.study.forced.margins import DEFAULT_MEBIBYTES, DEFAULT_SECONDS

MIN_MEBIBYTES, MAX_MEBIBYTES = 1, 4096


@dataclass(frozen=True, slots=True)
class WinQuestion:
    """Whether *side* can force a win, within `limits` and with a table of so many `mebibytes`.

    In games in which margins count, `margin` (>= 1, in points) is the least that it is to win by;
    None asks by how much it wins.  In others it is None.
    """

    side: int
    margin: int | None = None
    limits: Limits = field(default=Limits(seconds=DEFAULT_SECONDS), compare=False)
    mebibytes: int = field(default=DEFAULT_MEBIBYTES, compare=False)


@dataclass(frozen=True, slots=True)
class WinProgress:
    """How far the search has come: `nodes` visited in `seconds`.

    By proof-number search, `proof` and `disproof` are the numbers of the root.  Where margins
    count, `low` and `high` are proven bounds of the margin for the question's side.  Once the win
    is proven, `walked` counts the positions of the proof that were walked.
    """

    nodes: int
    seconds: float
    proof: int | None = None
    disproof: int | None = None
    low: int | None = None
    high: int | None = None
    walked: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to `question`; nothing in it is estimated.

    After a win by proof-number search, `plies` is the length of the longest line of the proof, of
    which `positions` were walked, every defence included; None if they were too many.  `shortest`
    is whether no win takes fewer plies.  Where margins count, `low` and `high` are proven bounds of
    the margin for the question's side.  `line` is a line of the proof, against the longest defence,
    or of best play; it may be empty.  `stopped` is whether the user has ended the search.
    """

    question: WinQuestion
    result: ProofResult
    plies: int | None = None
    shortest: bool = False
    positions: int = 0
    low: int | None = None
    high: int | None = None
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    stopped: bool = False

    @property
    def is_win(self) -> bool:
        """Whether the win is proven."""
        return self.result is ProofResult.WIN

    @property
    def is_open(self) -> bool:
        """Whether it is not known, so that a longer search may find more."""
        return self.result is ProofResult.UNKNOWN


@dataclass(frozen=True, slots=True)
class Reply:
    """A move in the tree of a forced win, in notation `text`, made by `side`.

    `plies` is how many more the game lasts at most, None if that is not counted.  Where margins
    count, `low` and `high` bound the margin with which the winner wins after it.  `ending` is a
    sentence on how the game has ended, empty while it goes on.
    """

    move: int
    text: str
    side: int
    plies: int | None = None
    low: int | None = None
    high: int | None = None
    ending: str = ""


Replies = tuple[Reply, ...]
"""The winner's one move, or every legal answer of the other side, the longest defence first."""

ReportProgress = Callable[[WinProgress], None]


class LineNotFollowed(Exception):
    """A line leads out of the proof, or what is missing in it could not be proven again."""


class WinProver(WinningStrategy, Protocol):
    """Answers one question about one position, and knows the tree of the win.

    `prove` and `find_replies` are called on one thread, not at the same time; `replies` on another.
    """

    question: WinQuestion
    """May be replaced by one with other limits before the next `prove`."""

    @property
    def verdict(self) -> Verdict | None:
        """What is certain already, also while `prove` goes on; None if nothing is."""

    def prove(self, stopped: Callable[[], bool], report: ReportProgress) -> Verdict:
        """Return the verdict; goes on with what an earlier call has found before it was stopped.

        *report* is called at most ten times a second.
        """

    def replies(self, moves: Sequence[int]) -> Replies | None:
        """Return the replies after *moves* if no search is needed, else None; takes a millisecond.

        *moves* are legal, and lead from the position to one in which the game is not over.
        """

    def look_up(self, position: Position) -> Known | None:
        """Return what the tree has of *position*, None if nothing; may be called on any thread."""

    def find_replies(self, moves: Sequence[int], stopped: Callable[[], bool]) -> Replies:
        """Return the replies after *moves*, and prove again what is missing, until *stopped*.

        Raises `LineNotFollowed` if the winner's moves in *moves* are not those of the tree and do
        not win, or the work was stopped.
        """

    def release(self) -> None:
        """Give back the memory of tables and trees; what is asked later is searched again."""
