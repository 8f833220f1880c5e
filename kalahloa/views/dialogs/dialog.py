"""What all dialogs have in common: fields that scroll, and buttons that are always in sight."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.timers import single_shot
from kalahloa.views.accessibility import MadeWithoutEvents, announce
from kalahloa.views.dialogs.fields import Form
from kalahloa.views.look.number_field import refused_field
from kalahloa.views.look.plain_label import PlainLabel

SHARE_OF_SCREEN = 0.92
"""The largest part of the screen's width and height (0 to 1) that a dialog asks for."""
MIN_SIZE = QSize(320, 200)
COLUMN_SPACING, ROW_SPACING = 36, 10
QWIDGETSIZE_MAX = (1 << 24) - 1
"""Qt's word for no limit."""
MIN_BESIDE = 200
"""The least width in pixels that what stands beside the columns has."""
SHARE_OF_COLUMNS = 0.5
"""The largest part of the width (0 to 1) that the columns take beside something."""
SHARE_BELOW = 0.35
"""The part of the height (0 to 1) that the columns have below something, where there is room."""
CHARACTERS = 68
"""The width of a column that a dialog asks for at least, in characters of average width."""


class Dialog(QDialog, metaclass=MadeWithoutEvents):
    """A dialog with one or more columns of fields, a sentence on what is wrong, and two buttons.

    The columns are below one another where the dialog is narrow, and scroll where it is low.  What
    does not scroll with them, such as a board, stands beside them, or above them where the dialog
    is narrow.  Tab goes through the fields as they are read.  Subclasses make their forms, and call
    `finish` at the end of their constructor and `order_tabs` whenever they have added fields.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.problem = PlainLabel(self, lines=True)
        self.problem.setObjectName("problem")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        self.buttons.rejected.connect(self.reject)
        self._forms: Sequence[Form] = ()
        self._beside: QWidget | None = None
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._content = _Content()
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._columns.setContentsMargins(20, 18, 20, 8)
        self._area = _Area(self)
        self._area.setWidget(self._content)
        self._area.resized.connect(self._arrange)
        self._later = single_shot(self, self._arrange)
        self._shown = False

    def finish(self, *forms: Form, beside: QWidget | None = None) -> None:
        """Put *forms* into the dialog, from left to right, and the buttons below them.

        *beside* comes before them, takes the room that is left over, and does not scroll.
        """
        self._forms = forms
        self._beside = beside
        for form in forms:
            self._columns.addLayout(form, 1)
            self._columns.setAlignment(form, Qt.AlignmentFlag.AlignTop)
        self._content.setLayout(self._columns)
        foot = self._foot = QVBoxLayout()
        foot.setContentsMargins(20, 4, 20, 0)
        foot.setSpacing(12)
        foot.addWidget(self.problem)
        foot.addWidget(self.buttons)
        layout = QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 16)
        layout.setSpacing(8)
        if beside is not None:
            self._body.addWidget(beside, 1)
        self._body.addWidget(self._area, 1)
        layout.addLayout(self._body, 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumSize(MIN_SIZE)
        self.order_tabs()

    def order_tabs(self) -> None:
        """Set the tab order: the fields line by line, then the buttons."""
        layout = self.layout()
        assert layout is not None
        first: list[QWidget] = []
        if self._beside is not None and (beside := self._beside.layout()) is not None:
            first += _tab_stops(self._beside, beside)
        rest = [field for field in _tab_stops(self, layout) if field not in first]
        order = [*first, *_tab_stops(self._content, self._columns), *rest]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
        if not self._shown:
            order[0].setFocus()

    def say_problem(self, sentence: str) -> None:
        """Show what is wrong with the fields, and have a screen reader speak it if it is new."""
        if sentence != self.problem.text():
            self.problem.setText(sentence)
            announce(self.problem, sentence)
        self.problem.setVisible(bool(sentence))

    def accept(self) -> None:
        """Close, unless a field for a number has refused what was typed into it."""
        field = refused_field(self)
        if field is None:
            super().accept()
        else:
            self.say_problem(field.typing.refusal)
            field.setFocus()

    def fit(self) -> None:
        """Make the dialog larger, if its fields need it and the screen has room."""
        self._polish()
        limit = self.screen().availableGeometry().size() * SHARE_OF_SCREEN
        if self._beside is not None:
            hint, foot = self._beside.sizeHint(), self._foot.sizeHint()
            width = hint.width() + self._stacked_width() + self._beside_columns()
            wanted = QSize(width, hint.height() + foot.height())
            self.resize(self.size().expandedTo(wanted).boundedTo(limit))
            return
        least = self.fontMetrics().averageCharWidth() * CHARACTERS
        column, count = max(least, self._column_width()), len(self._forms)
        width = column * count + COLUMN_SPACING * (count - 1) + self._beside_columns()
        if width > limit.width():
            width = max(least, self._stacked_width()) + self._beside_columns()
            width = min(width, limit.width())
        self._arrange_for(width)
        # As narrow as beside a scroll bar: one that comes for a moment must not stay.
        bar = self._area.verticalScrollBar().sizeHint().width()
        height = self._columns.totalHeightForWidth(width - bar)
        if height < 0:
            height = self._columns.totalSizeHint().height()
        # The layout may still know the height of the columns below one another.
        layout = self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        rest = margins.top() + margins.bottom() + layout.spacing() + self._foot.sizeHint().height()
        self.resize(self.size().expandedTo(QSize(width, height + rest)).boundedTo(limit))

    def showEvent(self, event: QShowEvent) -> None:
        if not self._shown and not event.spontaneous():
            self._shown = True
            self._polish()
            if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
                self.resize(MIN_SIZE)
                self.fit()
        super().showEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            # The fields hear of it after the dialog.
            self._later.start()

    def focusNextPrevChild(self, forward: bool) -> bool:
        moved = super().focusNextPrevChild(forward)
        field = self.focusWidget()
        if moved and field is not None and self._content.isAncestorOf(field):
            # All of it, where `ensureWidgetVisible` is content with the text cursor.
            at = field.mapTo(self._content, field.rect().center())
            self._area.ensureVisible(at.x(), at.y(), 0, field.height() // 2 + ROW_SPACING)
        return moved

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_beside()

    def _arrange_beside(self) -> None:
        """Put what stands beside the columns at their side, or above them in a narrow dialog."""
        if self._beside is None:
            return
        # The titles are above their fields where this leaves more room.
        wide = self._stacked_width() + self._beside_columns()
        narrow = max(max(form.label_width(), form.field_width()) for form in self._forms)
        narrow += self._beside_columns()
        column = wide if wide <= SHARE_OF_COLUMNS * self.width() else narrow
        at_side = column + MIN_BESIDE <= self.width() and self.height() < self.width()
        directions = QBoxLayout.Direction
        self._body.setDirection(directions.LeftToRight if at_side else directions.TopToBottom)
        self._area.setMinimumWidth(column if at_side else 0)
        self._area.setMaximumWidth(column if at_side else QWIDGETSIZE_MAX)
        below = self.height() - self._beside.minimumSizeHint().height()
        below = min(int(SHARE_BELOW * self.height()), below - self._foot.sizeHint().height() - 40)
        self._area.setMinimumHeight(0 if at_side else max(0, below))

    @Slot()
    def _arrange(self) -> None:
        """Arrange the columns for the width that the dialog has."""
        self._arrange_beside()
        self._arrange_for(self._area.width())

    def _arrange_for(self, width: int) -> None:
        room = width - self._beside_columns()
        count = len(self._forms)
        column = (room - COLUMN_SPACING * (count - 1)) // count
        across = count > 1 and self._column_width() <= column
        directions = QBoxLayout.Direction
        self._columns.setDirection(directions.LeftToRight if across else directions.TopToBottom)
        self._columns.setSpacing(COLUMN_SPACING if across else ROW_SPACING)
        if across:
            for form in self._forms:
                form.arrange(True, form.label_width())
        else:
            # The fields of all forms begin at one line.
            label_width = max(form.label_width() for form in self._forms)
            for form in self._forms:
                form.arrange(self._stacked_width() <= room, label_width)
        if self.isVisible():
            self._columns.activate()

    def _column_width(self) -> int:
        """Return the width of columns side by side that show all titles beside their fields."""
        return max(
            form.label_width() + form.horizontalSpacing() + form.field_width()
            for form in self._forms
        )

    def _stacked_width(self) -> int:
        """Return the width of columns below one another that show titles beside their fields."""
        labels = max(form.label_width() for form in self._forms)
        fields = max(form.field_width() for form in self._forms)
        return labels + self._forms[0].horizontalSpacing() + fields

    def _polish(self) -> None:
        """Give all fields the sizes that the style sheet decides on, before they are shown."""
        for field in self.findChildren(QWidget):
            field.ensurePolished()

    def _beside_columns(self) -> int:
        """Return how many pixels of the width are not the columns'."""
        # As if there were a scroll bar, so that its coming and going changes nothing.
        bar = self._area.verticalScrollBar().sizeHint().width()
        margins = self._columns.contentsMargins()
        return bar + margins.left() + margins.right()


class _Content(QWidget):
    """What scrolls: its height follows from its width alone.

    The layout's own least height would be that of sentences in the narrowest possible dialog.
    """

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


class _Area(QScrollArea):
    """The part of a dialog that scrolls; `resized` is emitted after it has a new size."""

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        content = self.widget()
        return super().sizeHint() if content is None else content.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


def _tab_stops(owner: QWidget, layout: QLayout) -> Iterator[QWidget]:
    """Yield what Tab can reach in *layout*, of *owner*, in the order in which it was added.

    The layout is not asked for its items: see `Form`.
    """
    own = owner.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    inner = [child for child in layout.children() if isinstance(child, QLayout)]
    parts: list[tuple[int, QWidget | QLayout]] = [(layout.indexOf(one), one) for one in own]
    parts += [(layout.indexOf(one), one) for one in inner]
    for place, part in sorted(parts, key=itemgetter(0)):
        if place < 0:
            continue
        if isinstance(part, QLayout):
            yield from _tab_stops(owner, part)
            continue
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield part
        held = part.layout()
        if held is not None:
            yield from _tab_stops(part, held)
