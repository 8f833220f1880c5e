"""A closed list to choose from, whose text is cut off with an ellipsis where it has no room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

_ICON_GAP = 4
"""The pixels that styles leave between the icon and the text."""


class DropDown(QComboBox):
    """A `QComboBox` that shows where its text goes on; Qt's own cuts letters in two."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the field, and as much of the text as fits."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_ComboBox
        place = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, place, self).width()
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + _ICON_GAP
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, room
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(control, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
