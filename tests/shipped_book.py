"""What the book of Kalah that comes with the program has."""

from kalahloa.models.games.kalah.book.book import Book, book_key, open_book
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules


def shipped() -> Book:
    """Return the book of the usual start under the default rules."""
    book = open_book(KalahRules()).book
    assert book is not None
    return book


def reached(book: Book, position: Kalah) -> set[bytes]:
    """Return the keys of the positions of *book* that are reached from *position* within it."""
    found = {book_key(position)}
    waiting = [position.copy()]
    while waiting:
        place = waiting.pop()
        for move in place.legal_moves():
            after = place.copy()
            after.make(move)
            key = book_key(after)
            if not after.is_over() and book.margin(key) is not None and key not in found:
                found.add(key)
                waiting.append(after)
    return found


def shipped_positions(*moves: int) -> int:
    """Return how many positions of the shipped book can be reached after *moves*."""
    position = start_position(KalahRules())
    for move in moves:
        position.make(move)
    return len(reached(shipped(), position))
