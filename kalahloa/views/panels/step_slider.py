"""The slider of a search's steps, with a tick at each part of it in which there are cuts."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QSizePolicy,
    QSlider,
    QStyleOptionSlider,
    QVBoxLayout,
    QWidget,
)

from kalahloa.views.look.mirroring import key_as_read
from kalahloa.views.look.theme import Theme

TICKS_HEIGHT = 7
MIN_WIDTH = 80
_HANDLE = 7
"""Half the width of the slider's handle, within which its ends lie."""


class _Slider(QSlider):
    """A slider whose keys ask for steps, which are not always one apart."""

    key_asked = Signal(str)
    """The key of a command."""

    _COMMANDS: ClassVar = {
        Qt.Key.Key_Right: "step-forward",
        Qt.Key.Key_Up: "step-forward",
        Qt.Key.Key_Left: "step-back",
        Qt.Key.Key_Down: "step-back",
        Qt.Key.Key_Home: "step-start",
        Qt.Key.Key_End: "step-end",
        Qt.Key.Key_PageDown: "next-cut",
        Qt.Key.Key_PageUp: "previous-cut",
        Qt.Key.Key_B: "next-best",
        Qt.Key.Key_Space: "play-steps",
        Qt.Key.Key_P: "predict-cuts",
    }
    _WITH_SHIFT: ClassVar = {Qt.Key.Key_B: "previous-best"}

    def initStyleOption(self, option: QStyleOptionSlider) -> None:
        """Draw the handle at the start also where there is no step to go to.

        Qt draws that of a slider without a range on the left, whatever the language.
        """
        super().initStyleOption(option)
        if option.maximum <= option.minimum:
            option.maximum = option.minimum + 1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for what the key stands for."""
        key = key_as_read(Qt.Key(event.key()), self)
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.NoModifier:
            command = self._COMMANDS.get(key)
        elif modifiers == Qt.KeyboardModifier.ShiftModifier:
            command = self._WITH_SHIFT.get(key)
        else:
            command = None
        if command is None:
            event.ignore()
        else:
            self.key_asked.emit(command)


class StepSlider(QWidget):
    """A slider from the first step to the last."""

    moved = Signal(int)
    """The number of the step that the slider was moved to."""
    key_asked = Signal(str)
    """The key of a command that was asked for by the keyboard."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._ticks: Callable[[int], list[bool]] | None = None
        self.ticks = QLabel(self)
        self.ticks.setFixedHeight(TICKS_HEIGHT)
        self.ticks.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.ticks.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        self.slider = _Slider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(self.tr("Step of the search"))
        self.slider.setMinimumWidth(MIN_WIDTH)
        self.slider.setRange(0, 0)
        self.slider.setTracking(True)
        self.slider.valueChanged.connect(self.moved)
        self.slider.key_asked.connect(self.key_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.ticks)
        layout.addWidget(self.slider)

    def show_steps(self, count: int, number: int) -> None:
        """Show step *number* of *count*; this is not `moved`."""
        with QSignalBlocker(self.slider):
            if self.slider.maximum() != max(0, count - 1):
                self.slider.setRange(0, max(0, count - 1))
                self.slider.setPageStep(max(1, count // 20))
            self.slider.setValue(number)

    def show_ticks(self, ticks: Callable[[int], list[bool]] | None) -> None:
        """Draw the ticks that *ticks* tells for a number of equal parts, or none."""
        self._ticks = ticks
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self.theme = theme
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the ticks for the new width."""
        super().resizeEvent(event)
        self._draw()

    @Slot()
    def _draw(self) -> None:
        width = self.width() - 2 * _HANDLE
        if self._ticks is None or width < 1:
            self.ticks.clear()
            return
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(round(self.width() * ratio), round(TICKS_HEIGHT * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        colour = QColor(self.theme.muted)
        turned = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        for number, is_there in enumerate(self._ticks(width)):
            if is_there:
                x = _HANDLE + (width - 1 - number if turned else number)
                painter.fillRect(x, 0, 1, TICKS_HEIGHT - 1, colour)
        painter.end()
        self.ticks.setPixmap(pixmap)
