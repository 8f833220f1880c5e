"""The text of a closed list ends in an ellipsis where it has no room."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics, QIcon, QImage, QPixmap

from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import LIGHT

LONG = "A choice whose words have no room here"


def drawn(qtbot, text: str, icon: QIcon | None = None) -> QImage:
    box = DropDown()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT))
    box.addItem(icon or QIcon(), text)
    box.resize(QSize(150, 30))
    return box.grab().toImage()


@pytest.mark.parametrize("has_icon", [False, True])
def test_a_text_without_room_is_drawn_as_far_as_it_fits_and_an_ellipsis(qtbot, has_icon):
    pixmap = QPixmap(16, 16)
    pixmap.fill(LIGHT.accent)
    icon = QIcon(pixmap) if has_icon else None

    image = drawn(qtbot, LONG, icon)

    fitting = [
        text
        for length in range(1, len(LONG))
        if drawn(qtbot, text := LONG[:length].rstrip() + "…", icon) == image
    ]
    assert fitting, "it is drawn as one of its beginnings with an ellipsis"
    assert len(fitting[0]) > (4 if has_icon else 8)


def test_a_text_with_room_is_drawn_whole(qtbot):
    box = DropDown()
    qtbot.addWidget(box)
    assert QFontMetrics(box.font()).horizontalAdvance("Short") < 60

    assert drawn(qtbot, "Short") != drawn(qtbot, "Short…")
