"""The tree of a forced win, in which moves are pointed at, followed by a click, walked by keys."""

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from kalahloa.views.items.proof_tree import LASTS, MOVE, ProofTreeModel
from kalahloa.views.look.mirroring import key_as_read
from kalahloa.views.look.theme import Theme

MIN_ROWS = 2
_INDENT = 10


class ProofDelegate(QStyledItemDelegate):
    """Writes the winner's moves in bold, and what is said of a row in the muted colour."""

    def __init__(self, theme: Theme, model: ProofTreeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._model = model

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Set font and colour."""
        super().initStyleOption(option, index)
        branch = self._model.branch(index)
        if index.column() == MOVE and self._model.is_winners(branch):
            option.font.setWeight(QFont.Weight.DemiBold)
        if branch.reply is None or index.column() == LASTS:
            option.palette.setColor(option.palette.ColorRole.Text, self.theme.muted)


class ProofView(QTreeView):
    """Shows a `ProofTreeModel`; where a row has a single one below, that is opened with it."""

    pointed = Signal(QModelIndex)
    """The row that is pointed at, or chosen by keys; invalid for none."""
    chosen = Signal(QModelIndex)
    """The row that was clicked, or on which Enter was pressed."""
    menu_wanted = Signal(QModelIndex, QPoint)
    """A context menu is wanted for a row (invalid for none), at this point of the screen."""

    def __init__(self, model: ProofTreeModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setAccessibleName(self.tr("Tree of the proven win"))
        self.delegate = ProofDelegate(theme, model, self)
        self.setItemDelegate(self.delegate)
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setAllColumnsShowFocus(True)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHeaderHidden(True)  # the room is for rows
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(True)
        header.setResizeContentsPrecision(0)  # what is seen; there may be thousands of rows
        header.setSectionResizeMode(MOVE, QHeaderView.ResizeMode.ResizeToContents)
        self.expanded.connect(self._on_expanded)
        self.collapsed.connect(model.close)
        model.arrived.connect(self._on_arrived)
        self.clicked.connect(self.chosen)

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few rows, for which a low window has room."""
        row = self.fontMetrics().height() + 6
        return QSize(super().minimumSizeHint().width(), MIN_ROWS * row)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self.delegate.theme = theme
        self.viewport().update()

    def open(self, index: QModelIndex) -> None:
        """Open the branch of *index*.

        Rows that come while it is open would have Qt lay out all that are open, not these only.
        """
        self._model.fetchMore(index)
        self.expand(index)

    @Slot(QModelIndex)
    def _on_expanded(self, index: QModelIndex) -> None:
        self._model.fetchMore(index)
        self._on_arrived(index)

    @Slot(QModelIndex)
    def _on_arrived(self, index: QModelIndex) -> None:
        """Open the winner's one move too, so that the answers to it are seen."""
        below = self._model.branch(index).below or []
        if len(below) == 1 and self._model.is_winners(below[0]) and below[0].is_open_ended:
            self.open(self._model.index_of(below[0]))

    # -- mouse ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fetch what a click on the arrowhead opens."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self.visualRect(index).contains(event.position().toPoint()):
            self._model.fetchMore(index.siblingAtColumn(MOVE))
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the row under the mouse."""
        super().mouseMoveEvent(event)
        self.pointed.emit(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self.pointed.emit(QModelIndex())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the first click has changed what is shown."""
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu about the row under the mouse, or the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        self.menu_wanted.emit(index, event.globalPos())
        event.accept()

    # -- keys ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow a line by Enter; show the position after the current row as the keys walk."""
        index = self.currentIndex()
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and index.isValid() and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(index)
            return
        if plain and key == Qt.Key.Key_Asterisk:
            return  # Qt's "open all" would have no end
        if plain and key == Qt.Key.Key_Escape:
            self.pointed.emit(QModelIndex())
        opens = key_as_read(Qt.Key(key), self) in (Qt.Key.Key_Right, Qt.Key.Key_Plus)
        if plain and opens and index.isValid():
            self._model.fetchMore(index.siblingAtColumn(MOVE))
        super().keyPressEvent(event)
        if plain and key in _WALKING:
            self.pointed.emit(self.currentIndex())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Point at nothing that keys have chosen."""
        super().focusOutEvent(event)
        if not self.underMouse():
            self.pointed.emit(QModelIndex())


_WALKING = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)
"""The keys that choose another row."""
