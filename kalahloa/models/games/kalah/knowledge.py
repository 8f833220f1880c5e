"""What is known of Kalah beyond its rules: endgames, opening books, and fair starts.

`KalahKnowledgeSource` is what `Game.knowledge` returns for Kalah.
"""

from collections.abc import Callable
from typing import Any

from kalahloa.compiled import is_compiled
from kalahloa.models.cancellation import never
from kalahloa.models.errors import BadFile
from kalahloa.models.games.kalah.book.book import Book, open_book
from kalahloa.models.games.kalah.fair_starts import open_starts
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.tablebase.builder import OnProgress, build_tablebase
from kalahloa.models.games.kalah.tablebase.files import (
    most_stones,
    open_or_build,
    read_tablebase,
    tablebase_files,
    usual_stones,
)
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase, rules_key_of, size_of
from kalahloa.models.knowledge import FairStarts, TablebaseSize
from kalahloa.models.user_cache import CacheUnavailable, cache_folder

MAX_BYTES = 600_000_000 if is_compiled() else 1 << 20
"""The most memory that endgames take which are built for one question."""
BYTES_A_SECOND = 1 << 23 if is_compiled() else 1 << 12
"""How much of them is built a second of the time for a question: a tenth of what is possible."""


class KalahKnowledge:
    """What is known of Kalah under *rules*; see `knowledge.Knowledge`.

    `tablebase` is the tablebase and `book` the opening book, each None where there is none; `notes`
    are sentences on what went wrong while they were read or built.
    """

    def __init__(
        self,
        rules: Any,
        tablebase: Tablebase | None = None,
        notes: tuple[str, ...] = (),
        book: Book | None = None,
    ) -> None:
        self.rules = rules
        self.tablebase = tablebase
        self.notes = notes
        self.book = book

    @property
    def has_book(self) -> bool:
        """Whether there is an opening book."""
        return self.book is not None

    def use_tablebase(self, position: Kalah) -> None:
        """Let *position*, of these rules, take its values from the endgames from now on."""
        position.use_tablebase(self.tablebase)

    def probe(self, position: Kalah) -> int | None:
        """Return the value of *position* by the book, for the side to move, None if not there."""
        return None if self.book is None else self.book.value(position)

    def covers_moves_of(self, position: Kalah) -> bool:
        """Return whether the book tells the values of all positions a move after *position*."""
        if self.book is None:
            return False
        for move in position.legal_moves():
            position.make(move)
            known = position.is_over() or self.probe(position) is not None
            position.unmake()
            if not known:
                return False
        return True


def open_knowledge(
    rules: Any,
    stones: int | None = None,
    *,
    cached: bool = True,
    booked: bool = True,
    report: OnProgress | None = None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> KalahKnowledge:
    """Return what is known under *rules*, with endgames of at most *stones* in play.

    They are read from the user's cache, or built and put there; without *cached* they are built
    and kept in memory alone.  Without *booked* there is no opening book.  Raises `BuildStopped`
    once *stopped* says so.
    """
    knowledge = book_alone(rules) if booked else KalahKnowledge(rules)
    wanted = usual_stones(rules.pits) if stones is None else stones
    if not cached:
        knowledge.tablebase = build_tablebase(rules, wanted, report, stopped, threads)
        return knowledge
    opened = open_or_build(rules, wanted, report, stopped, threads)
    knowledge.tablebase = opened.table
    knowledge.notes += opened.notes
    return knowledge


def book_alone(rules: Any) -> KalahKnowledge:
    """Return what is known under *rules* without any endgames."""
    opened = open_book(rules)
    return KalahKnowledge(rules, None, opened.notes, opened.book)


def stones_for(pits: int, stones: int, seconds: float | None = None) -> int:
    """Return how many stones endgames should have to solve a position with *stones* in play.

    The fewer are in play, the sooner a search is over, and the less it is worth to build more.
    Where there are only so many *seconds*, only a small part of them goes into the building.
    """
    most_bytes = MAX_BYTES if seconds is None else min(MAX_BYTES, BYTES_A_SECOND * seconds)
    wanted = stones * 5 // 12
    while wanted and size_of(pits, wanted) > most_bytes:
        wanted -= 1
    return wanted


def knowledge_for(
    position: Kalah,
    *,
    cached: bool = True,
    booked: bool = True,
    report: OnProgress | None = None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
    seconds: float | None = None,
) -> KalahKnowledge:
    """Return what one needs to know to solve *position*.

    That is the book, and endgames: without *cached*, as many as are worth being built for the
    position, in memory; otherwise the largest that are in the user's cache already, and where there
    are none those that `open_knowledge` puts there, unless fewer will do.  *seconds* is the time
    for the whole question, if there is a limit.  Raises `BuildStopped`.
    """
    rules = position.rules
    knowledge = book_alone(rules) if booked else KalahKnowledge(rules)
    stones = position.in_pits(0) + position.in_pits(1)
    wanted = stones_for(rules.pits, stones, seconds)
    stored = _largest_stored(rules, knowledge, stopped) if cached else None
    if stored is not None:
        knowledge.tablebase = stored
    elif cached and wanted >= usual_stones(rules.pits):
        opened = open_or_build(rules, usual_stones(rules.pits), report, stopped, threads)
        knowledge.tablebase = opened.table
        knowledge.notes += opened.notes
    else:
        knowledge.tablebase = build_tablebase(rules, wanted, report, stopped, threads)
    return knowledge


def _largest_stored(
    rules: Any, knowledge: KalahKnowledge, stopped: Callable[[], bool]
) -> Tablebase | None:
    """Return the largest endgames of *rules* in the cache that are whole.

    What is wrong with larger ones is noted in *knowledge*.  Raises `BuildStopped`.
    """
    try:
        files = tablebase_files(cache_folder())
    except CacheUnavailable:
        return None
    ours = [file for file in files if file.rules_key == rules_key_of(rules)]
    for file in sorted(ours, key=lambda file: -file.stones):
        try:
            return read_tablebase(file, rules, stopped)
        except BadFile as error:
            knowledge.notes += (f"{error} It is passed over.",)
    return None


class KalahKnowledgeSource:
    """All that is known of Kalah; see `knowledge.KnowledgeSource`."""

    available = True
    book = staticmethod(book_alone)
    for_position = staticmethod(knowledge_for)

    def __init__(self) -> None:
        self._to_play: dict[Any, KalahKnowledge] = {}

    def open(
        self,
        rules: Any,
        max_bytes: int,
        report: OnProgress | None = None,
        stopped: Callable[[], bool] = never,
    ) -> KalahKnowledge:
        """Return the book and endgames of at most *max_bytes*, none of them for 0."""
        if not max_bytes:
            return book_alone(rules)
        stones = most_stones(rules.pits, max_bytes)
        return open_knowledge(rules, stones, report=report, stopped=stopped)

    def to_play(self, rules: Any, stopped: Callable[[], bool] = never) -> KalahKnowledge:
        """Return the book, and the largest endgames in the user's cache.

        Where there are none in the cache, smaller ones are built in memory in a second or so.
        """
        if rules not in self._to_play:
            knowledge = book_alone(rules)
            knowledge.tablebase = _largest_stored(rules, knowledge, stopped)
            if knowledge.tablebase is None:
                wanted = stones_for(rules.pits, 2 * rules.pits * rules.stones)
                wanted = min(wanted, usual_stones(rules.pits))
                knowledge.tablebase = build_tablebase(rules, wanted, None, stopped)
            self._to_play[rules] = knowledge
        return self._to_play[rules]

    def size(self, rules: Any, max_bytes: int) -> TablebaseSize:
        """Return how many stones the endgames have that fit into *max_bytes*."""
        stones = most_stones(rules.pits, max_bytes)
        return TablebaseSize(f"up to {stones} stones", size_of(rules.pits, stones))

    def fair_starts(self, rules: Any) -> FairStarts:
        """Return the fair starts in the resources."""
        return open_starts(rules)
