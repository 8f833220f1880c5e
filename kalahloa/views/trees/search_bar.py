"""The row in which one chooses a searcher, a depth and a heuristic, and begins the search."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.trees.search_state import MAX_DEPTH, MIN_DEPTH, TreeOrder
from kalahloa.controllers.features.trees.search_words import heuristics_of
from kalahloa.models.game.game import Game
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher, lecture_searchers
from kalahloa.models.text.quotation import shorten
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.number_field import WholeNumber

_ONE_ROW = 320
"""Narrower, in pixels, the fields stand in two rows."""


def narrow_box(parent: QWidget, name: str, width: int) -> DropDown:
    """Return a box called *name* that may be as narrow as *width* pixels."""
    box = DropDown(parent)
    box.setAccessibleName(name)
    box.setToolTip(name)
    box.setMinimumContentsLength(2)
    box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    box.setMinimumWidth(width)
    return box


class SearchBar(QWidget):
    """Shows a `TreeOrder`, and asks for another one, for the search, or for its end."""

    changed = Signal(object)
    """The `TreeOrder` that was chosen."""
    pressed = Signal()
    """The search is to begin, or to end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.searcher = narrow_box(self, self.tr("Searcher"), 55)
        for one in lecture_searchers():
            self._offer(one)
        self.depth_box = WholeNumber(self)
        self.depth_box.setRange(MIN_DEPTH, MAX_DEPTH)
        self.depth_box.setAccessibleName(self.tr("Depth"))
        self.depth_box.setToolTip(self.tr("How deep to search, in plies"))
        self.depth_box.setFixedWidth(56)
        self.heuristic = narrow_box(self, self.tr("Heuristic"), 40)
        self.button = QPushButton(self.tr("Search"), self)
        self.button.setObjectName("primary")
        self.button.clicked.connect(self.pressed)
        self._fields = QGridLayout(self)
        self._fields.setContentsMargins(0, 0, 0, 0)
        self._fields.setSpacing(6)
        self._is_narrow = True
        self._arrange(narrow=False)
        for box in (self.searcher, self.heuristic):
            box.activated.connect(self._tell)
        self.depth_box.valueChanged.connect(self._tell)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two rows where the names could not be read in one."""
        super().resizeEvent(event)
        self._arrange(narrow=event.size().width() < _ONE_ROW)

    def _arrange(self, *, narrow: bool) -> None:
        if narrow == self._is_narrow:
            return
        self._is_narrow = narrow
        fields = (self.searcher, self.depth_box, self.heuristic, self.button)
        for number, field in enumerate(fields):
            row, column = divmod(number, 2) if narrow else (0, number)
            self._fields.addWidget(field, row, column)
        for column, stretch in enumerate((1, 0, 0, 0) if narrow else (3, 0, 2, 0)):
            self._fields.setColumnStretch(column, stretch)

    def show_game(self, game: Game, own: Iterable[str] = ()) -> None:
        """Offer the heuristics of *game*, and the user's *own*, by their names."""
        self.heuristic.clear()
        for name, title in heuristics_of(game):
            self.heuristic.addItem(title, name)
        for name in own:
            self.heuristic.addItem(
                fill(self.tr("{name} (yours)"), name=shorten(name)), f"{FILE_PREFIX}{name}"
            )

    def _offer(self, searcher: Searcher) -> None:
        self.searcher.addItem(in_words(searcher.title), searcher.name)
        row = self.searcher.count() - 1
        self.searcher.setItemData(row, in_words(searcher.sentence), Qt.ItemDataRole.ToolTipRole)

    def show_order(self, order: TreeOrder, *, running: bool, possible: bool) -> None:
        """Show *order*, whether a search goes on, and whether one is possible."""
        if self.searcher.findData(order.searcher) < 0:
            self._offer(find_searcher(order.searcher))
        self.searcher.setCurrentIndex(self.searcher.findData(order.searcher))
        self.depth_box.blockSignals(True)
        self.depth_box.setValue(order.depth)
        self.depth_box.blockSignals(False)
        row = self.heuristic.findData(order.heuristic)
        if row < 0 and order.heuristic:  # one of the user's
            self.heuristic.addItem(order.heuristic.partition(":")[2], order.heuristic)
            row = self.heuristic.count() - 1
        self.heuristic.setCurrentIndex(max(0, row))
        self.button.setText(self.tr("Stop") if running else self.tr("Search"))
        self.button.setEnabled(running or possible)

    @Slot()
    def _tell(self) -> None:
        name = str(self.heuristic.currentData() or "")
        is_first = self.heuristic.currentIndex() <= 0
        self.changed.emit(
            TreeOrder(
                str(self.searcher.currentData()),
                self.depth_box.value(),
                "" if is_first else name,
            )
        )
