"""Lines of an analysis in rows: in their order, or held where they stand."""

from dataclasses import replace

import pytest

from kalahloa.controllers.features.analysis.findings import Effort
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.models.search.move_values import Line
from kalahloa.views.items.lines import LinesModel
from tests.scores import estimate
from tests.views.panels.places import new_record, place_of


def analysed(place, *values: tuple[int, float]):
    """Return *place* with a live analysis of moves with *values*, the best first."""
    lines = tuple(Line(move, estimate(value), (move,)) for move, value in values)
    live = Live(place.node, place.position, on=True, lines=lines, effort=Effort(9, 999, 1.0))
    return replace(place, states={Live: live})


@pytest.fixture
def place(qapp):
    return place_of(new_record("kalah"))


def moves(model: LinesModel) -> list[int]:
    return [row.move for row in model.rows]


def test_lines_take_their_order_at_once(place):
    model = LinesModel()
    assert not model.held
    model.show_place(analysed(place, (1, 3.0), (2, 2.0)))

    model.show_place(analysed(place, (2, 4.0), (1, 3.0)))

    assert moves(model) == [2, 1]
    assert [row.best for row in model.rows] == [True, False]


def test_lines_that_are_held_change_their_values_where_they_stand(place):
    model = LinesModel()
    model.show_place(analysed(place, (1, 3.0), (2, 2.0)))
    model.held = True

    model.show_place(analysed(place, (2, 4.0), (1, 3.0)))
    assert moves(model) == [1, 2]
    assert [row.value.number for row in model.rows] == [3.0, 4.0]
    assert [row.best for row in model.rows] == [False, True]

    model.let_go()
    assert moves(model) == [2, 1]
    assert not model.held


def test_other_lines_than_before_are_not_held_back(place):
    model = LinesModel()
    model.show_place(analysed(place, (1, 3.0), (2, 2.0)))
    model.held = True

    model.show_place(analysed(place, (2, 4.0), (1, 3.0), (3, 1.0)))

    assert moves(model) == [2, 1, 3]
