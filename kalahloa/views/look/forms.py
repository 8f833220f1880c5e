"""Forms that fit small windows and large letters: they can be scrolled, and choices shrink."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QScrollArea,
    QWidget,
)

_MOST_OF_SCREEN = 0.9
_USUAL_WIDTH = 640
_LEAST_HEIGHT = 120
_SHORTEST_CHOICE = 16
"""Characters of a choice that are always seen."""


class ScrolledForm(QScrollArea):
    """Shows all of a form where there is room, and otherwise a part of it that can be scrolled."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self.setObjectName("scrolledForm")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content.setObjectName("scrolledContent")
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        """Return the size of the whole form, with room for a scroll bar."""
        content = self._content
        width = max(_USUAL_WIDTH, content.sizeHint().width())
        height = content.sizeHint().height()
        if content.hasHeightForWidth():
            height = max(height, content.heightForWidth(width))
        return QSize(width + self._bar_width(), height)

    def minimumSizeHint(self) -> QSize:
        """Return a size in which all of the form's width is seen."""
        width = self._content.minimumSizeHint().width() + self._bar_width()
        return QSize(width, _LEAST_HEIGHT)

    def _bar_width(self) -> int:
        return self.verticalScrollBar().sizeHint().width()


def fit_to_screen(dialog: QDialog) -> None:
    """Make *dialog*, which is being shown, as large as it needs, up to most of its screen."""
    room = dialog.screen().availableSize() * _MOST_OF_SCREEN
    needed = QSize(dialog.minimumSizeHint().width(), 0)
    dialog.resize(dialog.sizeHint().boundedTo(room).expandedTo(needed))


def make_form(parent: QWidget | None = None) -> QFormLayout:
    """Return an empty form with the usual distances."""
    form = QFormLayout(parent)
    form.setVerticalSpacing(8)
    form.setHorizontalSpacing(12)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


def let_shrink(box: QComboBox) -> None:
    """Let *box* become narrower than its longest choice."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(_SHORTEST_CHOICE)
