"""Kalah's tablebase, opening book and fair starts, behind the `KnowledgeSource`.

`KalahKnowledgeSource` is what `Game.knowledge` returns for Kalah.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kalahloa.compiled import is_compiled
from kalahloa.models.game.knowledge import (
    NOTHING_BELOW,
    BookExtent,
    FairStarts,
    Knowledge,
    KnowledgeSource,
    Known,
    ProofSource,
    TablebaseSize,
)
from kalahloa.models.games.kalah.board import FIRST_TURN, MAY_SWAP
from kalahloa.models.games.kalah.book.below import book_below
from kalahloa.models.games.kalah.book.book import Book, fixed_score, open_book, position_of
from kalahloa.models.games.kalah.fair_starts import open_starts
from kalahloa.models.games.kalah.network_file import open_network
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
from kalahloa.models.storage.user_cache import CacheUnavailable, cache_folder
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

MAX_BYTES = 600_000_000 if is_compiled() else 1 << 20
"""The maximum size in bytes of a tablebase that is built for a single position."""
MAX_COUNTED, USUAL_TURNS = 500, 3
"""How many positions of a book are soon counted, and how many turns a larger one covers."""
BYTES_A_SECOND = 1 << 23 if is_compiled() else 1 << 12
"""How many bytes to build per second of time limit, about a tenth of the possible speed."""


class KalahKnowledge(Knowledge):
    """The knowledge of Kalah under *rules*.

    `tablebase` and `book` are None if there is none.  `notes` are messages for the user about what
    failed while they were read or built.
    """

    def __init__(
        self,
        rules: Any,
        tablebase: Tablebase | None = None,
        notes: tuple[str, ...] = (),
        book: Book | None = None,
    ) -> None:
        super().__init__(rules, notes)
        self.tablebase = tablebase
        self.book = book

    @property
    def has_book(self) -> bool:
        """Whether there is an opening book."""
        return self.book is not None

    def use_tablebase(self, position: Kalah) -> None:
        """Attach the tablebase to *position*, which must have the same rules."""
        position.use_tablebase(self.tablebase)

    def probe(self, position: Kalah) -> int | None:
        """Return the book value of *position* for the side to move, or None if it has none."""
        return None if self.book is None else self.book.value(position)

    def look_up(self, position: Kalah) -> Known | None:
        """Return what the book, or else the tablebase, says of *position*."""
        value = self.probe(position)
        if value is not None:
            return Known(value, ProofSource.BOOK)
        value = self._tablebase_value(position)
        return None if value is None else Known(value, ProofSource.TABLEBASE)

    def _tablebase_value(self, position: Kalah) -> int | None:
        """Return the tablebase's value of *position* for the side to move, None if it has none.

        While the first turn goes on under the pie rule, its end decides whose stones these are.
        """
        table = self.tablebase
        if table is None or position.pie() == FIRST_TURN:
            return None
        if position.in_pits(0) + position.in_pits(1) > table.stones:
            return None
        stones = position.stones()
        pits = len(stones) // 2 - 1
        south, north = stones[:pits], stones[pits + 1 : -1]
        mine, theirs = (north, south) if position.side else (south, north)
        value = table.margin_of_pits(mine, theirs) + fixed_score(position)
        return abs(value) if position.pie() == MAY_SWAP else value

    def book_below(self, position: Kalah, stopped: Callable[[], bool] = never) -> BookExtent:
        """Return how much of the book lies below *position*."""
        return NOTHING_BELOW if self.book is None else book_below(self.book, position, stopped)

    @property
    def coverage(self) -> tuple[str, ...]:
        """What book and tablebase contain, each as a sentence."""
        sentences = []
        if self.book is not None:
            sentences.append(
                QT_TRANSLATE_NOOP("Models", "The book has {count} positions.").format(
                    count=f"{len(self.book):,}"
                )
            )
        if self.tablebase is not None:
            sentences.append(
                QT_TRANSLATE_NOOP(
                    "Models",
                    "The tablebase has all positions with up to {stones} stones in the pits.",
                ).format(stones=self.tablebase.stones)
            )
        return tuple(sentences)

    @property
    def advice(self) -> str:
        """The command that builds a book for these rules, or goes on with it."""
        rules = self.rules
        words = [f"--pits {rules.pits}", f"--stones {rules.stones}"]
        words += [f"--end {rules.end}", f"--capture {rules.capture}"]
        if rules.remaining != "owner":
            words.append(f"--remaining {rules.remaining}")
        text = (
            QT_TRANSLATE_NOOP("Models", "To build one (minutes to hours): {command}")
            if self.book is None
            else QT_TRANSLATE_NOOP("Models", "To make it larger (hours): {command}")
        )
        if self.book is not None:
            words.append(f"--turns {_turns_to_cover(self.book)}")
        return text.format(command=f"kalahloa book build kalah {' '.join(words)}")


@lru_cache
def _turns_to_cover(book: Book) -> int:
    """Return how many turns *book* has to cover to be larger than it is."""
    rules = book.rules
    start = position_of(bytes([rules.stones] * 2 * rules.pits), rules)
    found = book_below(book, start, most=MAX_COUNTED)
    return 1 + (found.turns if found.is_all else USUAL_TURNS)


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
    """Return the knowledge for *rules* with a tablebase of *stones* stones (None: the default).

    The tablebase is read from the user's cache, which may hold a larger one, or built and stored
    there.  If *cached* is false, it is built in memory only; if *booked* is false, there is no
    opening book.  The other arguments are those of `build_tablebase`.

    Raises `BuildStopped` once *stopped* returns true.
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
    """Return the knowledge for *rules* without a tablebase."""
    opened, judge = open_book(rules), open_network(rules)
    return KalahKnowledge(rules, None, opened.notes + judge.notes, opened.book)


def stones_for(pits: int, stones: int, seconds: float | None = None) -> int:
    """Return the size, in stones, of the tablebase for solving a position with *stones* in play.

    The fewer stones are in play, the faster the search and the less a larger tablebase pays off.
    With a time limit of *seconds*, only a small part of it is spent on building.
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
    """Return the knowledge for solving *position*: the book and a tablebase.

    If *cached* is true, the tablebase is the largest in the user's cache; if there is none, one of
    the default size is built and stored there, unless `stones_for` asks for a smaller one.
    Otherwise one of the size given by `stones_for` is built in memory.  *seconds* is the time limit
    for the whole solution, or None.  If *booked* is false, there is no opening book.

    Raises `BuildStopped` once *stopped* returns true.
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
    """Return the largest intact tablebase for *rules* in the cache, or None.

    Larger files that are damaged are reported in the notes of *knowledge*.  Raises `BuildStopped`.
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
            knowledge.notes += (
                QT_TRANSLATE_NOOP("Models", "{problem} It is skipped.").format(
                    problem=error.sentence
                ),
            )
    return None


class KalahKnowledgeSource(KnowledgeSource):
    """The source of Kalah's knowledge."""

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
        """Return the book and a tablebase of at most *max_bytes* bytes (0: no tablebase)."""
        if not max_bytes:
            return book_alone(rules)
        stones = most_stones(rules.pits, max_bytes)
        return open_knowledge(rules, stones, report=report, stopped=stopped)

    def to_play(self, rules: Any, stopped: Callable[[], bool] = never) -> KalahKnowledge:
        """Return the book and the largest tablebase in the user's cache.

        If there is none in the cache, a small one is built in memory, in about a second.
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
        """Return the size of the largest tablebase for *rules* that fits into *max_bytes* bytes."""
        stones = most_stones(rules.pits, max_bytes)
        return TablebaseSize(
            QT_TRANSLATE_NOOP("Models", "up to {stones} stones").format(stones=stones),
            size_of(rules.pits, stones),
        )

    def fair_starts(self, rules: Any) -> FairStarts:
        """Return the fair starts for *rules* that are shipped with the program."""
        return open_starts(rules)
