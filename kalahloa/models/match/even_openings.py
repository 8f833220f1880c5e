"""Even openings: positions from which neither side wins, as far as that can be known.

In a game that always ends they are proven draws: first those of the game's book, then its fair
starts, and beyond them positions after random moves that are solved on the spot.  In a game that
may go on for ever nothing can be proven of an early position; there an opening is *balanced*: two
searches of the engine, the second one much deeper, find neither side better by more than
`MAX_IMBALANCE`.

All searches are limited by nodes, so that the openings are the same on every machine.
"""

from collections.abc import Callable, Iterator
from random import Random

from kalahloa.models.game.knowledge import Knowledge, KnowledgeSource
from kalahloa.models.game.position import Position
from kalahloa.models.match.opening import Opening, OpeningOrigin, after
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import never

QUICK_NODES, DEEP_NODES = 3_000, 60_000
"""The nodes of the searches that find a position balanced: a quick one, and then a deep one."""
MAX_IMBALANCE = 0.25
"""The largest value of a balanced position, for either side, in the game's unit."""
LIKELY_DRAW = 1.0
"""The largest estimate, for either side, of a position that is worth a proof."""
PROOF_NODES = 400_000
"""The nodes of one proof that a position is drawn; those that take more are left out."""
TABLE_MEBIBYTES = 8
FAILURES_A_PLY = 400
"""After so many positions in a row of which none is fit, the openings get longer."""
MAX_PLIES = 60
BALANCED_PLIES = 6
"""The length of balanced openings, if none is asked for: an even number, for the side to move."""
SOLVED_PLIES = 16
"""The least length of openings that are solved on the spot: earlier positions take too long."""


class EvenOpenings:
    """Finds even openings from *start* with what *source* knows, in an order set by *seed*.

    *plies* is the length of those that come first; None for any.  Once *stopped* returns True,
    there are no more.
    """

    def __init__(
        self,
        start: Position,
        source: KnowledgeSource,
        seed: int,
        plies: int | None = None,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self._start = start
        self._source = source
        self._plies = plies
        self._stopped = stopped
        self._chance = Random(f"even {seed}")
        self._seen: set[str] = set()
        self._engine = Engine(4)

    def offer(
        self,
        from_book: Callable[[Knowledge], Iterator[tuple[int, ...]]],
        read: Callable[[str], Position] | None,
    ) -> Iterator[Opening]:
        """Yield the openings, each to another position.

        *from_book* yields the lines to the drawn positions of a book.  *read* reads fair starts;
        it is None if the match may not begin from them.
        """
        if not can_be_solved(self._start):
            yield from self._balanced()
            return
        book = self._source.book(self._start.rules)
        if book.has_book:
            for moves in from_book(book):
                if self._is_new(after(self._start, moves).position_string()):
                    yield Opening(moves, origin=OpeningOrigin.BOOK)
        if read is not None:
            starts = list(self._source.fair_starts(self._start.rules).starts)
            self._chance.shuffle(starts)
            for text in starts:
                # The positions of the book are among the openings already, if not turned round.
                if book.probe(read(text)) is None and self._is_new(text):
                    yield Opening((), text, OpeningOrigin.START)
        yield from self._solved()

    def _is_new(self, board: str) -> bool:
        if board in self._seen:
            return False
        self._seen.add(board)
        return True

    def _random(self, plies: int) -> Iterator[tuple[tuple[int, ...], Position]]:
        """Yield random lines, with the positions they lead to; these are new, and not over.

        The lines get longer where too many in a row were of no use: the caller draws the next one
        only if it could not use this one, or has used it.
        """
        failures, found = 0, len(self._seen)
        while plies <= MAX_PLIES and not self._stopped():
            position = self._start.copy()
            line: list[int] = []
            while len(line) < plies and not position.is_over():
                line.append(self._chance.choice(position.legal_moves()))
                position.make(line[-1])
            if not position.is_over() and position.position_string() not in self._seen:
                yield tuple(line), position
            if len(self._seen) > found:
                failures, found = 0, len(self._seen)
            else:
                failures += 1
            if failures >= FAILURES_A_PLY:
                failures, plies = 0, plies + 1

    def _is_near(self, position: Position, nodes: int, limit: float) -> bool:
        """Return whether a search of *nodes* nodes finds no side better off by more than *limit*.

        Not, if it is stopped.
        """
        try:
            found = self._engine.analyse(position, Limits(nodes=nodes), stopped=self._stopped)
        except SearchStopped:
            return False
        return abs(found.lines[0].score.number) <= limit

    def _balanced(self) -> Iterator[Opening]:
        plies = BALANCED_PLIES if self._plies is None else self._plies
        for moves, position in self._random(plies):
            if not position.has_evaluation():
                return
            if all(
                self._is_near(position, nodes, limit)
                for nodes, limit in ((QUICK_NODES, 2 * MAX_IMBALANCE), (DEEP_NODES, MAX_IMBALANCE))
            ):
                self._seen.add(position.position_string())
                yield Opening(moves, origin=OpeningOrigin.BALANCED)

    def _solved(self) -> Iterator[Opening]:
        knowledge = self._source.to_play(self._start.rules, self._stopped)
        table = TranspositionTable(TABLE_MEBIBYTES)
        plies = SOLVED_PLIES if self._plies is None else max(self._plies, SOLVED_PLIES)
        if not self._source.available:
            plies = self._plies or 1  # a small game
        for moves, position in self._random(plies):
            if position.has_evaluation():
                knowledge.use_tablebase(position)
                if not self._is_near(position, QUICK_NODES, LIKELY_DRAW):
                    continue
            if self._is_draw(position, table):
                self._seen.add(position.position_string())
                yield Opening(moves, origin=OpeningOrigin.SOLVED)

    def _is_draw(self, position: Position, table: TranspositionTable) -> bool:
        """Return whether *position* is proven to be drawn, within `PROOF_NODES`."""
        table.forget()  # what was proven before would change what this proof takes
        search = ExactSearch(position.copy(stack=False), table)
        for alpha in (-1, 0):
            value = search.run(alpha, alpha + 1, PROOF_NODES)
            if search.was_aborted() or (value > 0 if alpha == 0 else value < 0):
                return False
        return True
