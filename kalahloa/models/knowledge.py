"""What a game knows beyond its rules: exact values of some positions, and starts that are fair.

A game that has a tablebase, an opening book or fair starts provides them as `Game.knowledge`, a
`KnowledgeSource`.  Search, matches, the window and the command line ask that source and nothing
else, so that none of them has to know which game it is.  A game without any has `NoKnowledge`,
which answers every question with "nothing".  This module holds the protocol only; it imports no
game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from kalahloa.compiled import is_compiled
from kalahloa.models.cancellation import never

USUAL_BYTES = 1 << 25 if is_compiled() else 1 << 20
"""The most memory that a tablebase takes by default: what is built in a second or so."""
USUAL = "usual"
OFF = "off"
BUDGETS = {OFF: 0, "small": USUAL_BYTES // 8, USUAL: USUAL_BYTES, "large": 4 * USUAL_BYTES}
"""How many bytes a tablebase may take at most, by the name of the choice."""

BuildReport = Callable[[int, int], None]
"""Is told how many of how many positions of a tablebase are done; called on any thread."""


class BuildStopped(Exception):
    """The building or the checking of a tablebase was told to stop, so there is no result."""


@dataclass(frozen=True, slots=True)
class TablebaseSize:
    """How much a tablebase covers, in words (``up to 16 stones``), and how many bytes it takes."""

    extent: str
    bytes: int


@dataclass(frozen=True, slots=True)
class FairStarts:
    """Starts that are proven draws, as position strings, and `notes` on what could not be read."""

    starts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Knowledge(Protocol):
    """What is known of a game under one set of rules."""

    @property
    def rules(self) -> Any:
        """The rules under which it holds."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user on what went wrong while it was read or built."""
        ...

    @property
    def has_book(self) -> bool:
        """Whether `probe` knows any position at all."""
        ...

    def use_tablebase(self, position: Any) -> None:
        """Let *position*, of these rules, take values from the tablebase from now on."""
        ...

    def probe(self, position: Any) -> int | None:
        """Return the value of *position* by the book, None if it is not there.

        *position* is of these rules and goes on.  The value is the final score from here on, for
        the side to move, in the unit of the solver.
        """
        ...

    def covers_moves_of(self, position: Any) -> bool:
        """Return whether `probe` knows every position a move after *position* that goes on."""
        ...


class KnowledgeSource(Protocol):
    """Where what is known of one game comes from.

    Its methods may be called from any thread.
    """

    @property
    def available(self) -> bool:
        """Whether anything is ever known of this game."""
        ...

    def book(self, rules: Any) -> Knowledge:
        """Return what is known under *rules* without a tablebase; that takes no time."""
        ...

    def open(
        self,
        rules: Any,
        max_bytes: int,
        report: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
    ) -> Knowledge:
        """Return what is known under *rules*, with a tablebase of at most *max_bytes* bytes.

        That is read from the user's cache, or built and put there; with 0 bytes there is none.
        Raises `BuildStopped` once *stopped* says so, and `MemoryError`.
        """
        ...

    def for_position(
        self,
        position: Any,
        *,
        cached: bool = True,
        booked: bool = True,
        report: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Knowledge:
        """Return what helps to solve *position*: the book, and a tablebase worth its building.

        Without *cached* nothing is read from the user's cache or put there; without *booked* there
        is no book.  *seconds* is the time for the whole question, None where there is no limit.
        Raises what `open` raises.
        """
        ...

    def to_play(self, rules: Any, stopped: Callable[[], bool] = never) -> Knowledge:
        """Return what helps to play whole games under *rules*, the same one each time.

        The first time may take a second or so.  Raises what `open` raises.
        """
        ...

    def size(self, rules: Any, max_bytes: int) -> TablebaseSize:
        """Return the largest tablebase under *rules* that fits into *max_bytes* bytes."""
        ...

    def fair_starts(self, rules: Any) -> FairStarts:
        """Return the known starts under *rules* that are proven draws."""
        ...


class NothingKnown:
    """The `Knowledge` that holds nothing under *rules*."""

    notes: tuple[str, ...] = ()
    has_book = False

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def use_tablebase(self, position: Any) -> None:
        """Leave *position* as it is."""

    def probe(self, position: Any) -> int | None:
        """Return None: the value of *position* is not known."""
        return None

    def covers_moves_of(self, position: Any) -> bool:
        """Return False: no position is known."""
        return False


class NoKnowledge:
    """The `KnowledgeSource` of games of which nothing is known.

    A source of a game that has only some of all this may be derived from it.
    """

    available = False

    def book(self, rules: Any) -> Knowledge:
        """Return that nothing is known under *rules*."""
        return NothingKnown(rules)

    def open(
        self,
        rules: Any,
        max_bytes: int,
        report: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
    ) -> Knowledge:
        """Return what `book` does: there is no tablebase of any size."""
        return self.book(rules)

    def for_position(
        self,
        position: Any,
        *,
        cached: bool = True,
        booked: bool = True,
        report: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Knowledge:
        """Return what `book` does for the rules of *position*, nothing without *booked*."""
        return self.book(position.rules) if booked else NothingKnown(position.rules)

    def to_play(self, rules: Any, stopped: Callable[[], bool] = never) -> Knowledge:
        """Return what `book` does."""
        return self.book(rules)

    def size(self, rules: Any, max_bytes: int) -> TablebaseSize:
        """Return that there is no tablebase of any size."""
        return TablebaseSize("", 0)

    def fair_starts(self, rules: Any) -> FairStarts:
        """Return no starts."""
        return FairStarts()


NO_KNOWLEDGE = NoKnowledge()
