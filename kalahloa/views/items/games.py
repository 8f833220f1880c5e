"""The games of a listing of the library, for item views: read page by page as they are shown."""

from collections import OrderedDict
from collections.abc import Iterable

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont

from kalahloa.controllers.features.library.library_view import PAGE, Listing
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.views.items.game_words import GameWords, words_of

Index = QModelIndex | QPersistentModelIndex
DATE, GAME, PLAYERS, RESULT, PLIES, ACCURACY, RULES, TAGS = range(8)
"""The columns."""
SORTS = ("date", "game", "first", "result", "plies", "accuracy", "preset", "")
"""What `Library.search` sorts each column by; empty where it cannot."""
MAX_PAGES = 40
"""So many pages are kept; those that were looked at least recently are read again."""


class GamesModel(QAbstractTableModel):
    """One row a game; what is not read yet is asked for, and empty until it comes."""

    wanted = Signal(int)
    """The number of a page that is to be read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._pages: OrderedDict[int, tuple[GameHeader, ...]] = OrderedDict()
        self._words: dict[int, GameWords] = {}
        self._asked: set[int] = set()

    # -- what the panel sets -------------------------------------------------------------------

    def show_listing(self, listing: Listing) -> None:
        """Show the games of *listing*."""
        self.beginResetModel()
        self._count = listing.totals.games
        self._pages = OrderedDict({0: listing.headers})
        self._words = {}
        self._asked = set()
        self.endResetModel()

    def take_page(self, page: int, headers: tuple[GameHeader, ...]) -> None:
        """Show the *headers* of a *page*, and want anew what was wanted and has not come."""
        self._asked.clear()
        first = page * PAGE
        last = min(first + len(headers), self._count) - 1
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
        self.dataChanged.emit(self.index(first, 0), self.index(last, TAGS))

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
            words = self._words[row] = words_of(header)
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

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(SORTS)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles()[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment_of(section)
        return None

    def _titles(self) -> tuple[str, ...]:
        return (
            self.tr("Date"),
            self.tr("Game"),
            self.tr("Players"),
            self.tr("Result"),
            self.tr("Moves"),
            self.tr("Accuracy"),
            self.tr("Rules"),
            self.tr("Tags"),
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment_of(index.column())
        if role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.FontRole,
        ):
            return None
        words = self.words(index.row())
        if words is None:
            return "…" if role == Qt.ItemDataRole.DisplayRole and index.column() == DATE else None
        if role == Qt.ItemDataRole.FontRole:
            if not (words.won and index.column() == RESULT):
                return None
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == DATE:
            # What a screen reader says of a row: the first cell has the current index.
            return ", ".join(text for text in words.texts if text)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() not in (PLAYERS, TAGS):
            return None
        return words.texts[index.column()]


def alignment_of(column: int) -> Qt.AlignmentFlag:
    """Return how the texts of *column* are aligned."""
    across = Qt.AlignmentFlag.AlignRight if column == PLIES else Qt.AlignmentFlag.AlignLeading
    return across | Qt.AlignmentFlag.AlignVCenter
