"""The text of a closed list ends in an ellipsis where it has no room."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QComboBox

from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import LIGHT

LONG = "A choice whose words have no room here"


WIDTH = 150
ROOM = 92
"""The pixels that the style leaves for the text."""


def drawn(qtbot, kind: type[QComboBox], text: str, icon: QIcon | None = None) -> QImage:
    box = kind()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT))
    box.addItem(icon or QIcon(), text)
    box.resize(QSize(WIDTH, 30))
    return box.grab().toImage()


@pytest.mark.parametrize("icon_width", [0, 20])
def test_a_text_without_room_is_drawn_as_far_as_it_fits_and_an_ellipsis(qtbot, icon_width):
    pixmap = QPixmap(16, 16)
    pixmap.fill(LIGHT.accent)
    icon = QIcon(pixmap) if icon_width else None
    box = DropDown()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT))
    metrics = box.fontMetrics()
    beginnings = [LONG[:length].rstrip() + "…" for length in range(1, len(LONG))]
    short = [one for one in beginnings if metrics.horizontalAdvance(one) <= ROOM - icon_width]

    image = drawn(qtbot, DropDown, LONG, icon)

    assert drawn(qtbot, QComboBox, short[-1], icon) == image


def test_a_text_with_room_is_drawn_whole(qtbot):
    assert drawn(qtbot, DropDown, "Short") == drawn(qtbot, QComboBox, "Short")
