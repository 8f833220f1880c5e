"""The legend of a search tree: as many entries as there is room for, in the theme's colours."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.trees.legend import Legend


@pytest.fixture
def legend(qtbot) -> Iterator[Legend]:
    around = QWidget()
    qtbot.addWidget(around)
    made = Legend(LIGHT, around)
    made.resize(900, 20)
    around.show()
    yield made


def shown(legend: Legend) -> list[str]:
    return [
        label.text()
        for entry in legend.entries
        if entry.isVisible()
        for label in entry.findChildren(PlainLabel)
    ]


def test_all_is_shown_where_there_is_room(legend):
    assert shown(legend) == [
        *("cut", "proven value", "the path to the node", "not shown yet", "from the table"),
    ]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_last_entries_are_left_out_first(legend, count):
    every = shown(legend)
    wide = sum(entry.sizeHint().width() + 12 for entry in legend.entries[:count])

    legend.resize(wide + 20, 20)
    assert shown(legend) == every[:count]

    legend.resize(900, 20)
    assert shown(legend) == every


def test_it_asks_for_no_width(legend):
    assert legend.minimumSizeHint().width() == 0


def test_the_marks_have_the_colours_of_the_theme(legend):
    def pictures() -> list[object]:
        marks = [label for label in legend.findChildren(QLabel) if not label.pixmap().isNull()]
        return [mark.pixmap().toImage() for mark in marks]

    before = pictures()
    legend.set_theme(DARK)

    assert len(before) == len(legend.entries)
    assert all(one != other for one, other in zip(before, pictures(), strict=True))
