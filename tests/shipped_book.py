"""How many positions the book of Kalah that comes with the program has."""

from kalahloa.models.games.kalah.book.book import open_book
from kalahloa.models.games.kalah.rules import KalahRules


def shipped_positions() -> int:
    """Return the number of positions in the book of the usual start, under the default rules."""
    book = open_book(KalahRules()).book
    assert book is not None
    return len(book)
