"""Interfaces to a game's tablebase, opening book, proofs and fair starts.

A game provides them as `Game.knowledge`, a `KnowledgeSource`.  Searches, matches, the window and
the command line use that interface only, so that none of them depends on a game.  This module
imports no game.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from kalahloa.compiled import is_compiled
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.work.cancellation import never

USUAL_BYTES = 1 << 25 if is_compiled() else 1 << 20
"""The default size limit of a tablebase, in bytes; building one takes about a second."""
USUAL = "usual"
OFF = "off"
BUDGETS = {OFF: 0, "small": USUAL_BYTES // 8, USUAL: USUAL_BYTES, "large": 4 * USUAL_BYTES}
"""Size limits of a tablebase, in bytes, by the name of the setting."""

BuildReport = Callable[[int, int], None]
"""Called with the number of positions done and the total; may be called from any thread."""


class BuildStopped(Exception):
    """Building or checking a tablebase was cancelled."""


@dataclass(frozen=True, slots=True)
class TablebaseSize:
    """What a tablebase covers, in words (``up to 16 stones``), and its size in bytes."""

    extent: str
    bytes: int


@dataclass(frozen=True, slots=True)
class FairStarts:
    """Position strings of starts that are proven draws; `notes` name files that cannot be read."""

    starts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class ProofSource(Enum):
    """How the value of a position is known."""

    RULES = "rules"
    """The game is over there."""
    BOOK = "book"
    TABLEBASE = "tablebase"
    PROOF = "proof"
    """A proof that answers every move, which comes with the program."""
    SEARCH = "search"
    """A search to the end of the game."""
    MOVES = "moves"
    """All its moves are known, and this is the best of them."""


@dataclass(frozen=True, slots=True)
class Known:
    """The exact final score of a position for the side to move, and how it is known.

    `steps` is how many plies a forced win takes at most from there on, or until its source ends if
    it is not `whole`; None where that is not counted.  Each move of the winner can make it less.
    """

    value: int
    source: ProofSource
    steps: int | None = field(default=None, compare=False)
    whole: bool = field(default=True, compare=False)

    @property
    def plies(self) -> int | None:
        """In how many plies the game ends at most; None where that is not counted."""
        return self.steps if self.whole else None


@dataclass(frozen=True, slots=True)
class BookExtent:
    """How much of a book lies below a position.

    `positions` is the number of those in the book that can be reached from it through the book,
    itself included, and `turns` for how many turns all positions are in it.  `is_all` is False if
    counting was given up; then there are at least as many.
    """

    positions: int = 0
    turns: int = 0
    is_all: bool = True


NOTHING_BELOW = BookExtent()
MAX_COUNTED = 20_000
"""Counting the positions of a book below another is given up after so many."""


class Knowledge:
    """What is known for one set of *rules*: nothing, unless a game's own class derives from this.

    `notes` are sentences for the user about problems while it was loaded or built.
    """

    def __init__(self, rules: Any, notes: tuple[str, ...] = ()) -> None:
        self.rules = rules
        self.notes = notes

    @property
    def has_book(self) -> bool:
        """Whether `probe` can return a value for any position."""
        return False

    def use_tablebase(self, position: Any) -> None:
        """Attach the tablebase to *position*, which must have these rules."""

    def probe(self, position: Any) -> int | None:
        """Return the book's value of *position*, or None if the book does not contain it.

        *position* must have these rules and must not be over.  The value is the final score still
        to be gained, from the point of view of the side to move, in the unit of the solver.
        """
        return None

    def look_up(self, position: Any) -> Known | None:
        """Return what book, tablebase or proof say of *position*, None if it is in none of them.

        *position* must have these rules and must not be over.
        """
        value = self.probe(position)
        return None if value is None else Known(value, ProofSource.BOOK)

    def book_below(self, position: Any, stopped: Callable[[], bool] = never) -> BookExtent:
        """Return how much of the book lies below *position*, which must have these rules.

        Once *stopped* returns True, what was counted until then.
        """
        return NOTHING_BELOW

    @property
    def coverage(self) -> tuple[str, ...]:
        """What book and tablebase contain, each as a sentence; those that there are."""
        return ()

    @property
    def advice(self) -> str:
        """How a book for these rules is made, or made larger, as a sentence; empty if it cannot."""
        return ""


class KnowledgeSource:
    """Loads or builds the `Knowledge` of one game; games without any use it as it is.

    Its methods may be called from any thread.  *notes* are those of its `Knowledge`.
    """

    available = False
    """Whether the game has any book, tablebase, proof or fair starts."""

    def __init__(self, notes: tuple[str, ...] = ()) -> None:
        self._notes = notes

    def book(self, rules: Any) -> Knowledge:
        """Return the book for *rules*, without a tablebase; returns at once."""
        return Knowledge(rules, self._notes)

    def open(
        self,
        rules: Any,
        max_bytes: int,
        report: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
    ) -> Knowledge:
        """Return the book for *rules* and a tablebase of at most *max_bytes* bytes.

        The tablebase is read from the user's cache, or built and stored there.  With 0 bytes there
        is none.  Raises `BuildStopped` when *stopped* returns True, and `MemoryError`.
        """
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
        """Return the book, and a tablebase if building it pays off, for solving *position*.

        Without *cached* the user's cache is neither read nor written; without *booked* no book is
        used.  *seconds* is the time limit of the whole solution, None for no limit.  Raises what
        `open` raises.
        """
        return self.book(position.rules) if booked else Knowledge(position.rules)

    def to_play(self, rules: Any, stopped: Callable[[], bool] = never) -> Knowledge:
        """Return the `Knowledge` for playing games under *rules*, the same on each call.

        The first call may take about a second.  Raises what `open` raises.
        """
        return self.book(rules)

    def size(self, rules: Any, max_bytes: int) -> TablebaseSize:
        """Return the size of the largest tablebase for *rules* within *max_bytes* bytes."""
        return TablebaseSize("", 0)

    def fair_starts(self, rules: Any) -> FairStarts:
        """Return the starts under *rules* that are known to be proven draws."""
        return FairStarts()


def load_source(load: Callable[[], KnowledgeSource], title: str) -> KnowledgeSource:
    """Return what *load* returns, or one without any use if the plug-in *title* raises."""
    try:
        source = load()
        bool(source.available)  # a property, which may raise as well
    except Exception as error:  # a plug-in may raise anything
        problem = f"{type(error).__name__}: {shorten(error)}"
        note = f"Tablebase, book and fair starts of {quote(title)} cannot be loaded: {problem}"
        return KnowledgeSource((note,))
    return source


NO_KNOWLEDGE = KnowledgeSource()
