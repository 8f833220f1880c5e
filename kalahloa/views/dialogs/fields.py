"""The fields of dialogs: lists, numbers, and the labels and sentences that belong to them."""

from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QFormLayout,
    QLayout,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.number_field import DecimalNumber, WholeNumber
from kalahloa.views.look.plain_label import PlainLabel

IN_LIST = Qt.ItemDataRole.UserRole + 1
"""The role of an item's text in the open list of a `Choice`, where it may be longer."""
FIELD_SPACING = 6
"""The pixels between a field and what belongs to it below."""
ITEM_SPACING = 8
"""How many pixels the items of an open list are higher than their text."""
MIN_SHOWN = 8
"""How many characters of its text a `Choice` shows at least."""
MAX_ITEMS = 24
"""How many items the open list of a `Choice` shows without scrolling."""


class _ItemDelegate(QStyledItemDelegate):
    """Draws the items of an open list, with their longer texts; it follows the style sheet."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        text = index.data(IN_LIST)
        if text is not None:
            option.text = text

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, ITEM_SPACING)


class Choice(DropDown):
    """A list to choose from, as wide as its longest text where there is room.

    The wheel changes it only while it has the focus, so that a dialog can be scrolled.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_ItemDelegate(self))
        self.setMaxVisibleItems(MAX_ITEMS)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        narrow = self.fontMetrics().averageCharWidth() * MIN_SHOWN
        return QSize(min(hint.width(), narrow), hint.height())

    def showPopup(self) -> None:
        """Open the list, wide enough for its texts if the screen is."""
        view = self.view()
        bar = view.verticalScrollBar().sizeHint().width()
        wanted = view.sizeHintForColumn(0) + bar + 2 * view.frameWidth()
        most = self.screen().availableGeometry().width()
        view.setMinimumWidth(max(self.width(), min(wanted, most)))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Number(WholeNumber):
    """A field for a whole number; the wheel changes it only while it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _make_number_field(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Seconds(DecimalNumber):
    """A field for seconds, in tenths; the wheel changes it only while it has the focus."""

    def __init__(self, low: float, high: float, parent: QWidget | None = None) -> None:
        """The range is from *low* to *high*, both inclusive."""
        super().__init__(parent)
        _make_number_field(self)
        self.setDecimals(1)
        self.setRange(low, high)
        self.setSingleStep(0.1)
        self.setSuffix(self.tr(" s", "seconds"))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def _make_number_field(field: QAbstractSpinBox) -> None:
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)


class FieldSentence(PlainLabel):
    """A sentence about a field, broken into lines; it takes what width there is and hides empty."""

    def __init__(self, parent: QWidget | None = None, text: str = "", lines: bool = False) -> None:
        super().__init__(parent, text, lines)
        self.setObjectName("muted")
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def say(self, text: str) -> None:
        """Show *text*; without any, take no room."""
        self.setText(text)
        self.setVisible(bool(text))


class FieldLabel(PlainLabel):
    """The title of a field, as high as the field, so that both texts stand on one line."""

    def __init__(self, title: str, field: QWidget) -> None:
        """*field* is beside the label; where several are below one another, the first of them."""
        super().__init__(text=title)
        self._field = field
        self._beside = True
        self._width = 0
        self.setBuddy(field)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def text_width(self) -> int:
        """Return the width in pixels of the title."""
        return super().sizeHint().width()

    def arrange(self, beside: bool, width: int) -> None:
        """Be *beside* the field, at least *width* pixels wide, or else above it."""
        if (beside, width) != (self._beside, self._width):
            self._beside, self._width = beside, width
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self._beside:
            hint = hint.expandedTo(QSize(self._width, self._field.sizeHint().height()))
        return hint

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class Form(QFormLayout):
    """Fields below one another, each with its title: beside it, or above it in a narrow dialog.

    PySide keeps wrappers of the items of a layout, and does not hear when Qt deletes an item.
    Where a widget comes to lie at such an address, the process crashes when it is deleted.  So no
    layout is asked for its items; rows are taken out and their fields deleted later, as other
    widgets are; and since PySide asks as well where a layout with something in it is put into one
    that belongs to a widget, that is put in empty, or the outer one is given to its widget when it
    is whole.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[FieldLabel | None, QWidget | QLayout]] = []
        self._inner: dict[QWidget | QLayout, tuple[QWidget, ...]] = {}
        """The widgets in layouts that are fields."""
        self.setContentsMargins(0, 0, 0, 0)
        self.setVerticalSpacing(8)
        self.setHorizontalSpacing(14)
        self.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def add(
        self,
        title: str,
        field: QWidget,
        *,
        sentence: FieldSentence | None = None,
        first: QWidget | None = None,
    ) -> FieldLabel:
        """Add *field* below the others, and return its label with the text *title*.

        *sentence* stands close below the field.  Where *field* is made of several, *first* is the
        one that the label belongs to.
        """
        label = FieldLabel(title, first or field)
        if sentence is None:
            self.addRow(label, field)
            self._rows.append((label, field))
        else:
            column = QVBoxLayout()
            column.setSpacing(FIELD_SPACING)
            self.addRow(label, column)  # empty: see above
            column.addWidget(field)
            column.addWidget(sentence)
            self._rows.append((label, column))
            self._inner[column] = (field, sentence)
        return label

    def add_wide(self, widget: QWidget) -> None:
        """Add *widget* below the others, as wide as title and field."""
        self.addRow(widget)
        self._rows.append((None, widget))

    def keep_rows(self, count: int) -> None:
        """Delete all rows but the first *count* of them."""
        while len(self._rows) > count:
            label, field = self._rows.pop()
            self.takeRow(len(self._rows))
            for part in (label, field, *self._inner.pop(field, ())):
                if isinstance(part, QWidget):
                    part.hide()
                if part is not None:
                    part.deleteLater()

    def labels(self) -> list[FieldLabel]:
        """Return the titles, from top to bottom."""
        return [label for label, _ in self._rows if label is not None]

    def label_width(self) -> int:
        """Return the width in pixels of the longest title."""
        return max((label.text_width() for label in self.labels()), default=0)

    def field_width(self) -> int:
        """Return the width in pixels that shows every field in full."""
        return max((_width(field) for _, field in self._rows), default=0)

    def arrange(self, beside: bool, label_width: int) -> None:
        """Put the titles beside their fields, *label_width* pixels wide, or else above them."""
        policy = QFormLayout.RowWrapPolicy
        self.setRowWrapPolicy(policy.DontWrapRows if beside else policy.WrapAllRows)
        for label in self.labels():
            label.arrange(beside, label_width)


def _width(field: QWidget | QLayout) -> int:
    """Return the width in pixels that *field* would have."""
    if isinstance(field, QLayout):
        return field.sizeHint().width()
    if field.isHidden() or field.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored:
        return 0
    hint = field.sizeHint().expandedTo(field.minimumSizeHint())
    return hint.boundedTo(field.maximumSize()).expandedTo(field.minimumSize()).width()


def call(field: QWidget, name: str) -> None:
    """Give *field*, whose label does not say enough, a *name* for screen readers."""
    field.setAccessibleName(name)
    parent = field.parentWidget()
    if isinstance(field, QComboBox) and parent is not None:
        # Which Qt calls by what is chosen, unless a label beside it has a name.
        labels = parent.findChildren(_HiddenLabel)
        label = next((label for label in labels if label.buddy() is field), None)
        if label is None:
            label = _HiddenLabel(parent)
            label.setBuddy(field)
            label.hide()
        label.setText(name)


class _HiddenLabel(PlainLabel):
    """The name of a field for screen readers only."""


def in_digits(number: int) -> str:
    """Return *number* with the separators of the user's language: ``6,000,000``."""
    return QLocale().toString(number)
