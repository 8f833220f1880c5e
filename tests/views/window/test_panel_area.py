"""What a card shows of a panel: all of it where it has the room, and a scroll bar elsewhere."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.core.place import Change
from kalahloa.views.look.arrangement import column_of
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import Scroll
from kalahloa.views.window.panel_area import PanelArea

WIDTH = 340


class SentencePanel(Panel):
    """A sentence that just fits into its line."""

    key = "moves"

    def __init__(self) -> None:
        super().__init__(LIGHT)
        self.sentence = self.make_sentence()
        self.lay_out(self.sentence, *(self.make_button(name, lambda: None) for name in "abc"))
        self.sentence.setText("Find")
        while self.needed(WIDTH) == self.needed(2 * WIDTH):
            self.sentence.setText(self.sentence.text() + " it")
        self.sentence.setText(self.sentence.text().removesuffix(" it"))

    def needed(self, width: int) -> int:
        return self.layout().totalMinimumHeightForWidth(width)

    def refresh(self, change: Change) -> None:
        """Show the same."""


@pytest.fixture
def area(qtbot) -> Iterator[PanelArea]:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(WIDTH, 400)
    made = PanelArea(SentencePanel(), parent)
    parent.show()
    yield made


def test_a_scroll_bar_goes_as_soon_as_all_fits_without_it(area, qtbot):
    needed = area.needed_at(WIDTH)
    assert area.needed_at(WIDTH - 12) > needed  # beside a scroll bar there is another line
    area.setGeometry(0, 0, WIDTH, needed - 20)
    qtbot.waitUntil(area.verticalScrollBar().isVisible)

    area.setGeometry(0, 0, WIDTH, needed)

    qtbot.waitUntil(lambda: not area.verticalScrollBar().isVisible())
    assert area.panel.size() == area.size()


def test_a_part_of_a_panel_that_scrolls_has_no_bar_either_where_all_fits(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(WIDTH, 400)
    scroll = Scroll(parent)
    sentence = SentencePanel()
    scroll.inside.setLayout(column_of(sentence, margins=(0, 0, 0, 0)))
    parent.show()
    needed = sentence.needed(WIDTH)
    scroll.setGeometry(0, 0, WIDTH, needed - 20)
    qtbot.waitUntil(scroll.verticalScrollBar().isVisible)

    scroll.setGeometry(0, 0, WIDTH, needed)

    qtbot.waitUntil(lambda: not scroll.verticalScrollBar().isVisible())
    assert sentence.width() == WIDTH
