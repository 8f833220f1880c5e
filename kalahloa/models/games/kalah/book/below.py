"""How much of an opening book of Kalah lies below a position."""

from collections.abc import Callable

from kalahloa.models.game.knowledge import MAX_COUNTED, NOTHING_BELOW, BookExtent
from kalahloa.models.games.kalah.book.book import Book, book_key
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.work.cancellation import never


def book_below(
    book: Book,
    position: Kalah,
    stopped: Callable[[], bool] = never,
    most: int = MAX_COUNTED,
) -> BookExtent:
    """Return how much of *book* can be reached from *position* through positions of the book.

    Counting ends at *most* positions, and once *stopped* returns True.
    """
    if position.is_over() or book.value(position) is None:
        return NOTHING_BELOW
    count = _Count(book, most, stopped)
    count.seen.add(book_key(position))
    level = [position.copy()]
    turns = 0
    is_whole = True
    while level and not count.is_full():
        after: list[Kalah] = []
        for one in level:
            is_whole &= count.add_turn(one, after)
        # Where all games are over, nothing more is known for another turn.
        turns += is_whole and bool(after)
        level = after
    return BookExtent(len(count.seen), turns, not count.is_full())


class _Count:
    """Counts positions of *book* turn by turn."""

    def __init__(self, book: Book, most: int, stopped: Callable[[], bool]) -> None:
        self.seen: set[bytes] = set()
        self._book = book
        self._most = most
        self._stopped = stopped

    def is_full(self) -> bool:
        """Return whether counting is to be given up."""
        return len(self.seen) >= self._most or self._stopped()

    def add_turn(self, position: Kalah, after: list[Kalah]) -> bool:
        """Count what one turn of *position* leads to; return whether all of that is in the book.

        The positions at its end are added to *after*, those met before left out.
        """
        side = position.side
        is_whole = True
        for move in position.legal_moves():
            if self.is_full():
                return False
            position.make(move)
            if not position.is_over():
                is_known = self._book.value(position) is not None
                is_whole &= is_known
                key = book_key(position)
                if is_known and key not in self.seen:
                    self.seen.add(key)
                    if position.side == side:
                        is_whole &= self.add_turn(position, after)
                    else:
                        after.append(position.copy())
            position.unmake()
        return is_whole
