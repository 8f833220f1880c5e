"""How values are written on boards, and which moves count as the best."""

import pytest

from kalahloa.models.search.move_values import MoveValue
from kalahloa.views.boards.move_values import best_moves, value_text, worth


@pytest.mark.parametrize(
    ("text", "proven", "written"),
    [
        ("+8", True, "+8"),
        ("-14", True, "−14"),
        ("+0", True, "0"),
        ("-0", True, "0"),
        ("-0.0", False, "0.0"),
        ("+0.00", False, "0.00"),
        ("-0.03", False, "−0.03"),
        ("draw", True, "draw"),
        ("loses in 4", True, "loses in 4"),
    ],
)
def test_values_have_true_minus_signs_and_no_signed_zeros(text, proven, written):
    assert value_text(MoveValue(0.0, proven, text)) == written


def test_worth_says_whether_a_value_is_proven():
    assert worth(MoveValue(-2.0, True, "-2")) == "worth −2, proven"
    assert worth(MoveValue(-0.0, False, "-0.0")) == "worth 0.0, estimated"


def test_all_equal_best_moves_are_the_best():
    values = {
        1: MoveValue(4.0, True, "+4"),
        2: MoveValue(4.0, True, "+4"),
        3: MoveValue(-1.0, True, "-1"),
    }

    assert best_moves(values) == {1, 2}
    assert best_moves({}) == frozenset()


def test_a_proven_value_is_not_the_best_while_an_estimate_is_higher():
    values = {1: MoveValue(-14.0, True, "-14"), 2: MoveValue(1.5, False, "+1.5")}

    assert best_moves(values) == {2}


def test_of_equal_values_the_proven_one_is_the_best():
    values = {1: MoveValue(0.0, False, "-0.0"), 2: MoveValue(0.0, True, "0")}

    assert best_moves(values) == {2}
