"""The fields of a search stand in one row, or in two where they could not be read."""

import pytest

from kalahloa.views.trees.search_bar import SearchBar


@pytest.mark.parametrize(("width", "rows"), [(700, 1), (262, 2)])
def test_the_names_of_searcher_and_heuristic_have_room(qtbot, width, rows):
    bar = SearchBar()
    qtbot.addWidget(bar)
    bar.show()

    bar.resize(width, bar.sizeHint().height())
    qtbot.waitUntil(lambda: bar.width() == width)

    fields = (bar.searcher, bar.depth_box, bar.heuristic, bar.button)
    qtbot.waitUntil(lambda: len({field.y() // 10 for field in fields}) == rows)
    assert bar.searcher.width() > 150
    assert bar.heuristic.width() > 150
    bar.resize(700, bar.height())
    qtbot.waitUntil(lambda: len({field.y() // 10 for field in fields}) == 1)
