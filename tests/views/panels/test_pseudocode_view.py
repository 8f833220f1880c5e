"""The algorithm as it is taught: the line that is run is seen, with its neighbours and a remark."""

from collections.abc import Iterator
from random import Random

import pytest

from kalahloa.models.search.steps.pseudocode import CodeLine
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.pseudocode_view import MIN_LINES, PseudocodeView

LINES = tuple(CodeLine(f"    value = {number}") for number in range(40))


@pytest.fixture
def code(qtbot) -> Iterator[PseudocodeView]:
    """A shown `PseudocodeView` as low as it gets."""
    code = PseudocodeView(LIGHT)
    qtbot.addWidget(code)
    code.resize(400, code.minimumHeight())
    with qtbot.waitExposed(code):
        code.show()
    code.show_code(LINES, 0, "")
    return code


def _first(code: PseudocodeView) -> int:
    return code.firstVisibleBlock().blockNumber()


def _seen(code: PseudocodeView) -> list[int]:
    """Return the numbers of the lines that are seen whole."""
    bottom = code.viewport().height()
    found = []
    block = code.firstVisibleBlock()
    while block.isValid():
        place = code.blockBoundingGeometry(block).translated(code.contentOffset())
        if place.top() >= 0 and place.bottom() <= bottom:
            found.append(block.blockNumber())
        block = block.next()
    return found


def test_as_many_lines_are_seen_as_promised(code):
    assert len(_seen(code)) >= MIN_LINES


def test_the_line_that_is_run_is_seen_with_one_before_and_one_after_it(code):
    chance = Random(1)
    for current in (0, 39, 38, 1, 20, *(chance.randrange(40) for _ in range(100))):
        code.show_code(LINES, current, "α")

        assert {max(0, current - 1), current, min(39, current + 1)} <= set(_seen(code)), current


def test_no_more_is_scrolled_than_needed(code):
    room = len(_seen(code))
    for current, first in (
        (room - 2, 0),
        (room - 1, 1),
        (20, 22 - room),
        (23 - room, 22 - room),
        (22 - room, 21 - room),
        (0, 0),
    ):
        code.show_code(LINES, current, "")

        assert _first(code) == first, current


@pytest.mark.parametrize("current", [-1, 40])
def test_without_a_line_nothing_is_marked(code, current):
    code.show_code(LINES, 39, "α = 3")
    code.show_code(LINES, current, "α = 3")

    assert code.extraSelections() == []
    assert code.remark.isHidden()
    assert code.accessibleDescription() == ""


def test_the_marked_line_is_tinted_and_said_with_its_remark(code):
    code.show_code(LINES, 39, "α = 3")

    (selection,) = code.extraSelections()
    assert selection.cursor.blockNumber() == 39
    assert code.accessibleDescription() == "value = 39 here: α = 3"
