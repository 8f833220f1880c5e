"""The values of lines, as they are shown behind code."""

import sys
from types import SimpleNamespace

import pytest

from kalahloa.models.heuristics.line_values import MAX_EVENTS, line_value_text, line_values

FILE = "<heuristic>"
TWO_SIDES = """
def one_side(position, side):
    stones = position.stones(side)
    share = stones[0] / sum(stones)
    first, second = stones[:2]
    return share

def evaluate(position):
    me = position.side
    return one_side(position, me) - one_side(position, 1 - me)
"""


def position(side: int = 1) -> SimpleNamespace:
    return SimpleNamespace(side=side, stones=lambda side: [4 - side, 2, 1])


def values(text: str, sides: tuple[str, ...] = ("Black", "White")) -> dict[int, str]:
    names: dict[str, object] = {}
    exec(compile(text, FILE, "exec"), names)
    return line_values(names["evaluate"], position(), text, FILE, sides)  # type: ignore[arg-type]


def test_each_line_has_what_it_assigned_or_returned_when_it_was_first_executed():
    assert values(TWO_SIDES) == {
        3: "3, 2, 1",
        4: "0.50",
        5: "3, 2",
        6: "0.50",
        9: "White",
        10: "-0.07",
    }


def test_a_statement_of_several_lines_has_its_value_on_the_first():
    text = (
        "def evaluate(position):\n    total = (\n        1\n        + 2\n    )\n    return total\n"
    )

    assert values(text) == {2: "3", 6: "3"}


def test_the_lines_of_a_loop_have_the_values_of_the_first_round():
    text = (
        "def evaluate(position):\n    total = 0\n    for stone in (3, 4):\n"
        "        total += stone\n    return total\n"
    )

    assert values(text) == {2: "0", 4: "3", 5: "7"}


def test_what_is_assigned_to_parts_of_objects_is_left_out():
    text = "def evaluate(position):\n    seen = {}\n    seen[1] = 2\n    return 1.5\n"

    assert values(text) == {2: "0 items", 4: "1.50"}


def test_tracing_ends_with_the_call_also_when_it_raises():
    text = "def evaluate(position):\n    first = 1\n    return first / 0\n"

    with pytest.raises(ZeroDivisionError):
        values(text)

    assert sys.gettrace() is None


def test_a_long_loop_is_not_followed_to_its_end():
    rounds = MAX_EVENTS
    text = (
        f"def evaluate(position):\n    total = 0\n    for one in range({rounds}):\n"
        "        total += 1\n    last = 7\n    return last\n"
    )

    assert values(text) == {2: "0", 4: "1"}


class Rude:
    def __repr__(self) -> str:
        raise AssertionError("The user's code is called.")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (38, "38"),
        (True, "True"),
        (4.545, "4.54"),
        (0.0, "0.00"),
        (-0.0004, "-0.0004"),
        (1e30, "1e+30"),
        (10**20, ""),
        ([5, 2, 1], "5, 2, 1"),
        (list(range(11)), "11 items"),
        ([], "0 items"),
        ([[1, 2], 3], "1, 2, 3"),
        ("word", "'word'"),
        ({1: 2}, "1 items"),
        (None, ""),
        (Rude(), ""),
        ([Rude()], "1 items"),
    ],
)
def test_a_value_is_told_in_a_few_characters(value, text):
    assert line_value_text(value) == text
