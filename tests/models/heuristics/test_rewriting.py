"""What is rewritten for Numba has the same values."""

import pytest

from kalahloa.models.heuristics.rewriting import rewritten


def value_of(text: str) -> object:
    names: dict = {}
    exec(compile(rewritten(text, "<text>"), "<text>", "exec"), names)
    return names["f"]()


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum(n * n for n in range(4))", 14),
        ("max(n for n in (3, 5, 4))", 5),
        ("[sum(n * k for n in range(3)) for k in (1, 2)]", [3, 6]),
        ("sum(n for n in range(9) if n % 2 if n > 3)", 12),
        ("sum(a + b for a in (1, 2) for b in (3, 4))", 20),
        ("sum(sum(k for k in range(n)) for n in range(4))", 4),
        ("sum([0.5 for _ in range(3)])", 1.5),
        ("any(n > 2 for n in (1, 2))", False),
        ("sum(map(abs, (-1, 2, -3)))", 6),
        ("list(map(lambda n: n + 1, map(abs, (-1, 2))))", [2, 3]),
        ("round(2.675, 2)", 2.67),
        ("round(2.5)", 2),
        ("sum((0.5, 0.25))", 0.75),
        ("sum([n for n in range(3)], 10)", 13),
    ],
)
def test_what_is_rewritten_has_its_value(expression: str, value: object):
    assert value_of(f"def f():\n    return {expression}\n") == value


def test_sums_see_the_variables_and_functions_around_them():
    text = (
        "WEIGHT = 2\n\ndef g(n):\n    return n + 1\n\n"
        "def f():\n    k = 10\n    return sum(WEIGHT * g(n) + k for n in (1, 2))\n"
    )

    assert value_of(text) == 30


def test_names_that_the_text_gives_a_meaning_are_left_alone():
    text = "def map(a, b):\n    return 7\n\ndef f():\n    return map(abs, [2])\n"

    assert value_of(text) == 7


def test_lines_keep_their_numbers():
    text = "def f():\n    a = 1\n    return sum(\n        map(abs, [a, None])\n    )\n"
    with pytest.raises(TypeError) as raised:
        value_of(text)

    assert raised.traceback[-1].lineno + 1 in (3, 4)
