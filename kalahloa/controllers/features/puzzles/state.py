"""What is shown of a puzzle on the board, and of all that there are."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet

if TYPE_CHECKING:
    from kalahloa.models.study.puzzles.picker import PuzzleStanding
    from kalahloa.models.study.puzzles.puzzle import Puzzle


class Phase(Enum):
    """How far the solver is."""

    SOLVING = "solving"
    """A move is to be found."""
    ANSWERING = "answering"
    """The move was right, and the other side answers in a moment."""
    JUDGING = "judging"
    """It is being found out what is wrong with a move."""
    REFUTING = "refuting"
    """The answer that spoils a wrong move is shown; then that is taken back."""
    SOLVED = "solved"
    SHOWN = "shown"
    """The solution was shown."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to find."""
        return self in (Phase.SOLVED, Phase.SHOWN)

    @property
    def waits(self) -> bool:
        """Whether something follows by itself."""
        return self in (Phase.ANSWERING, Phase.JUDGING, Phase.REFUTING)


@dataclass(frozen=True)
class PuzzleState:
    """How the puzzle on the board stands.

    `task` says in a sentence what is to be done, `feedback` what was said last, which may be empty.
    `found` of `moves` moves are found.  `mistakes` and `hints` count those of this attempt; it
    `counts` until its result is kept, and not where the same puzzle is done again.
    """

    puzzle: "Puzzle"
    task: str
    moves: int
    phase: Phase = Phase.SOLVING
    found: int = 0
    mistakes: int = 0
    hints: int = 0
    counts: bool = True
    feedback: str = ""


@dataclass(frozen=True)
class MiningState:
    """How far looking for puzzles in games is; `title` is the game's."""

    title: str
    games: int = 0
    total: int = 0
    puzzles: int = 0


@dataclass(frozen=True)
class PuzzleStock:
    """What is known of the puzzles of the game with the key `game`, empty before they are loaded.

    `games` are the keys of all games that have some.  `loading` is whether more is about to be
    known; `mining` how far looking for new ones is, None while nobody does.
    """

    game: str = ""
    games: tuple[str, ...] = ()
    chosen: PuzzleSet = PuzzleSet.SHIPPED
    standing: "PuzzleStanding | None" = None
    loading: bool = False
    mining: MiningState | None = None


NOTHING_KNOWN = PuzzleStock()


@dataclass(frozen=True)
class MineNews:
    """How far looking for puzzles is: `games` of `total` were looked through, `puzzles` are new."""

    games: int = 0
    total: int = 0
    puzzles: int = 0
