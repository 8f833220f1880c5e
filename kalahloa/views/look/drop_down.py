"""A closed list to choose from, whose text is cut off with an ellipsis where it has no room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
)

from kalahloa.views.look.plain_label import PlainLabel


class DropDown(QComboBox):
    """A `QComboBox` of texts that shows where one goes on; Qt's own cuts letters in two.

    On Linux, Qt calls a list by what is chosen in it, whatever its accessible name: one that has no
    label gets a hidden one with that name.
    """

    _name: QLabel | None = None

    def setAccessibleName(self, name: str) -> None:
        """Set the *name* by which screen readers call the list where no label is seen."""
        super().setAccessibleName(name)
        if self._name is not None:
            self._name.setText(name.replace("&", "&&"))

    def showEvent(self, event: QShowEvent) -> None:
        """Label the list for screen readers, now that it has its place and its labels."""
        super().showEvent(event)
        place = self.parentWidget()
        if place is None or self._name is not None or not self.accessibleName():
            return
        labels = self.window().findChildren(QLabel)
        if not any(label.buddy() is self for label in labels):
            self._name = PlainLabel(place, self.accessibleName().replace("&", "&&"))
            self._name.setBuddy(self)
            self._name.hide()

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
