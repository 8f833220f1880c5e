"""The games of a listing of the library, for item views: read page by page as they are shown."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont

from kalahloa.controllers.features.library.library_view import PAGE, Listing
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.views.items.game_words import UNREAD, GameWords, header_texts
from kalahloa.views.items.table import AT_END, AT_START, TableColumn, TableModel

DATE, GAME, PLAYERS, RESULT, PLIES, ACCURACY, RULES, TAGS = range(8)
"""The columns."""
MAX_PAGES = 40
"""So many pages are kept; those that were looked at least recently are read again."""


class GamesModel(TableModel[GameWords]):
    """One row a game; what is not read yet is asked for, and empty until it comes."""

    wanted = Signal(int)
    """The number of a page that is to be read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pages: OrderedDict[int, tuple[GameHeader, ...]] = OrderedDict()
        self._words: dict[int, GameWords] = {}
        self._asked: set[int] = set()
        bold = QFont()
        bold.setBold(True)
        won = {Qt.ItemDataRole.FontRole: lambda words: bold if words.won else None}
        titles = (
            (self.tr("Date"), "date"),
            (self.tr("Game"), "game"),
            (self.tr("Players"), "first"),
            (self.tr("Result"), "result"),
            (self.tr("Moves"), "plies"),
            (self.tr("Accuracy"), "accuracy"),
            (self.tr("Rules"), "preset"),
            (self.tr("Tags"), ""),
        )
        self.set_columns([_column(n, *title, won) for n, title in enumerate(titles)])

    # -- what the panel sets -------------------------------------------------------------------

    def show_listing(self, listing: Listing) -> None:
        """Show the games of *listing*."""
        self._pages = OrderedDict({0: listing.headers})
        self._words = {}
        self._asked = set()
        rows: Any = range(listing.totals.games)  # read when they are shown
        self.set_rows(rows, anew=True)

    def receive_page(self, page: int, headers: tuple[GameHeader, ...]) -> None:
        """Show the *headers* of a *page*, and want anew what was wanted and has not come."""
        self._asked.clear()
        first = page * PAGE
        last = min(first + len(headers), len(self.rows)) - 1
        if last < first:
            return
        self._pages[page] = headers
        self._pages.move_to_end(page)
        while len(self._pages) > MAX_PAGES:
            self._pages.popitem(last=False)
        if len(self._words) > MAX_PAGES * PAGE:
            self._words = {}
        for row in range(first, last + 1):
            self._words.pop(row, None)
        self.update_rows(first, last)

    # -- rows ----------------------------------------------------------------------------------

    def header(self, row: int) -> GameHeader | None:
        """Return the game in *row*; None if it is not read, which is asked for then."""
        page, place = divmod(row, PAGE)
        headers = self._pages.get(page)
        if headers is None:
            if page not in self._asked:
                self._asked.add(page)
                self.wanted.emit(page)
            return None
        self._pages.move_to_end(page)
        return headers[place] if place < len(headers) else None

    def words(self, row: int) -> GameWords | None:
        """Return the texts of *row*; None if it is not read."""
        words = self._words.get(row)
        if words is None:
            header = self.header(row)
            if header is None:
                return None
            words = self._words[row] = header_texts(header)
        return words

    def has_words(self, row: int) -> bool:
        """Return whether `words` has the texts of *row* at once."""
        return row in self._words

    def known_ids(self, ranges: Iterable[tuple[int, int]]) -> list[int] | None:
        """Return the ids of the rows in *ranges*, or None if some of them are not read.

        A range is its first row, and how many there are.
        """
        ids = []
        for first, count in ranges:
            if count > MAX_PAGES * PAGE:
                return None
            for row in range(first, first + count):
                headers = self._pages.get(row // PAGE)
                if headers is None or row % PAGE >= len(headers):
                    return None
                ids.append(headers[row % PAGE].id)
        return ids

    def row_of(self, game: int) -> int | None:
        """Return the row of a game among those that are read; None if it is not among them."""
        for page, headers in self._pages.items():
            for place, header in enumerate(headers):
                if header.id == game:
                    return page * PAGE + place
        return None

    def row(self, number: int) -> GameWords:
        return self.words(number) or UNREAD


def _column(number: int, title: str, sort: str, won: Any) -> TableColumn[GameWords]:
    def text(words: GameWords) -> str:
        return words.texts[number]

    return TableColumn(
        *(title, text, text if number in (PLAYERS, TAGS) else None),
        said=_said if number == DATE else text,
        align=AT_END if number == PLIES else AT_START,
        sort=sort,
        more=won if number == RESULT else {},
    )


def _said(words: GameWords) -> str:
    return ", ".join(text for text in words.texts if text)
