"""Numbers as people read them: with their signs, and with a true minus."""

import re
from math import inf

import pytest

from kalahloa.models.text.numbers import signed, with_minus
from tests.texts import sources


@pytest.mark.parametrize(
    ("number", "decimals", "text"),
    [
        (8, 0, "+8"),
        (-8, 0, "−8"),
        (0, 0, "0"),
        (-0.5, 2, "−0.50"),
        (-0.004, 2, "0.00"),
        (0.36, 1, "+0.4"),
        (inf, 0, "+∞"),
        (-inf, 2, "−∞"),
    ],
)
def test_a_number_has_its_sign_unless_it_rounds_to_zero(number, decimals, text):
    assert signed(number, decimals) == text


def test_figures_get_a_true_minus():
    assert with_minus(f"{-0.25:g}") == "−0.25"


def test_nobody_else_writes_the_minus():
    replaced = re.compile(r'\.replace\("-", ("−"|MINUS|"\\N\{MINUS SIGN\}")\)')

    found = [path for path in sources() if replaced.search(path.read_text("utf-8"))]

    assert [path.name for path in found] == ["numbers.py"]
