"""The text of a closed list ends in an ellipsis where it has no room."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QComboBox

from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import LIGHT

LONG = "A choice whose words have no room here"


ROOM = 92
"""The pixels that the style leaves for the text."""


def drawn(qtbot, kind: type[QComboBox], text: str) -> QImage:
    box = kind()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT))
    box.addItem(text)
    box.resize(QSize(150, 30))
    return box.grab().toImage()


def test_a_text_without_room_is_drawn_as_far_as_it_fits_and_an_ellipsis(qtbot):
    box = DropDown()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT))
    beginnings = [LONG[:length].rstrip() + "…" for length in range(1, len(LONG))]
    room = [one for one in beginnings if box.fontMetrics().horizontalAdvance(one) <= ROOM]

    image = drawn(qtbot, DropDown, LONG)

    assert image in [drawn(qtbot, QComboBox, text) for text in room[-2:]]


def test_a_text_with_room_is_drawn_whole(qtbot):
    assert drawn(qtbot, DropDown, "Short") == drawn(qtbot, QComboBox, "Short")
