"""The place of the graphical and the text view: one of them, or both side by side."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from kalahloa.views.boards.board_form import BoardForm
from kalahloa.views.graphical_view import GraphicalView

BOTH = BoardForm(1.5, 0)
"""The room that both views get together, whatever the form of the board."""
_MANY = 10_000
"""More pixels than there are."""


class BoardAndText(QSplitter):
    """Shows the *graphical* view or the *text* view, or, where it is split, both of them."""

    form_changed = Signal(object)
    """The `BoardForm` of what is shown now."""
    split_changed = Signal(bool)

    def __init__(
        self, graphical: GraphicalView, text: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("views")
        self.setChildrenCollapsible(False)
        self._views = (graphical, text)
        for place, view in enumerate(self._views):
            self.addWidget(view)
            self.setStretchFactor(place, 1)
        self._graphical = graphical
        self._current: QWidget = graphical
        self._form = BOTH
        self.is_split = False
        self._show()

    def currentWidget(self) -> QWidget:  # as in `QStackedWidget`
        """Return the view that has the keyboard if nothing else does."""
        return self._current

    def setCurrentWidget(self, view: QWidget) -> None:
        """Show *view*; where both are shown, it gets the keyboard."""
        self._current = view
        self._show()

    def set_split(self, split: bool) -> None:
        """Show both views, or only the current one."""
        self.is_split = split
        if split:
            self._graphical.make_board()
        self._show()
        if split:
            self.setSizes([_MANY, _MANY])  # half of the room each
        self.split_changed.emit(split)
        self.form_changed.emit(BOTH if self.is_split else self._form)

    @Slot(object)
    def set_form(self, form: BoardForm) -> None:
        """Take up the room that a board of *form* needs, unless both views are shown."""
        self._form = form
        self.form_changed.emit(BOTH if self.is_split else self._form)

    def _show(self) -> None:
        for view in self._views:
            view.setVisible(self.is_split or view is self._current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the views side by side, or one above the other where they are higher than wide."""
        wide = self.width() > self.height()
        wanted = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self.orientation() != wanted:
            self.setOrientation(wanted)
        super().resizeEvent(event)
