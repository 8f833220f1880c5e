"""A closed list to choose from, whose text is cut off with an ellipsis where it has no room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter


class DropDown(QComboBox):
    """A `QComboBox` of texts that shows where one goes on; Qt's own cuts letters in two."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the field, and as much of the text as fits."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_ComboBox
        place = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, place, self).width()
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, room
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(control, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
