"""How values are written on boards, and which moves count as the best."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont

from kalahloa.controllers.base.translation import in_words
from kalahloa.views.boards.move_values import best_moves, board_value_words
from kalahloa.views.boards.value_label import ValueLabel
from kalahloa.views.look.theme import THEMES
from tests.scores import WINNER, estimate, exact


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (exact(8.0), "+8"),
        (exact(-14.0), "−14"),
        (exact(-0.0), "0"),
        (exact(0.0, kind=WINNER), "0"),
        (estimate(-0.0), "0.0"),
        (estimate(-0.03), "0.0"),
        (estimate(0.0, kind=WINNER), "0.00"),
        (estimate(-0.03, kind=WINNER), "−0.03"),
        (exact(-1.0, kind=WINNER, plies=4), "loses in 4"),
    ],
)
def test_values_have_true_minus_signs_and_no_signed_zeros(value, written):
    assert in_words(value.short) == written


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_a_label_has_a_solid_edge_for_a_proven_value_and_dashes_for_an_estimate(qapp, theme):
    label = ValueLabel(theme, QFont())
    styles = {}
    for best in (False, True):
        for value in (exact(3.0), estimate(3.0)):
            label.say(value, QPointF(), 100, best=best)
            styles[best, value.proven] = label.pen().style()

    assert styles == {
        (False, True): Qt.PenStyle.SolidLine,
        (True, True): Qt.PenStyle.NoPen,  # it is filled, and has a tick
        (False, False): Qt.PenStyle.CustomDashLine,
        (True, False): Qt.PenStyle.CustomDashLine,
    }


def test_worth_says_whether_a_value_is_proven():
    assert board_value_words(exact(-2.0)) == "worth −2, proven"
    assert board_value_words(estimate(-0.0)) == "worth 0.0, estimated"


def test_all_equal_best_moves_are_the_best():
    values = {
        1: exact(4.0),
        2: exact(4.0),
        3: exact(-1.0),
    }

    assert best_moves(values) == {1, 2}
    assert best_moves({}) == frozenset()


def test_a_proven_value_is_not_the_best_while_an_estimate_is_higher():
    values = {1: exact(-14.0), 2: estimate(1.5)}

    assert best_moves(values) == {2}


def test_of_equal_values_the_proven_one_is_the_best():
    values = {1: estimate(0.0), 2: exact(0.0)}

    assert best_moves(values) == {2}
