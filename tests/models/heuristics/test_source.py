"""The text of a heuristic: what is read of it without running it."""

import pickle
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.heuristics.source import (
    MAX_NAME,
    MAX_TEXT,
    MAX_WEIGHTS,
    HeuristicSource,
    checked_name,
    fitting_name,
)
from kalahloa.models.text.errors import BadHeuristic
from tests.models.random_play import STEADY

TEXT = '''"""Pieces that stand together,
and their neighbours.

The rest is for those who read on.
"""
import math

TOGETHER = 1.0
APART: float = -2.5  # a comment
_HIDDEN = 3
lower = 4
STEPS = 1_000
HEX = 0x10
SMALL = 1e-3
SUM = 1 + 2
TEXT = "5"
FLAG = True
PAIR = (1, 2)
TOGETHER = 9.0


def evaluate(position):
    INSIDE = 7.0
    return TOGETHER * INSIDE
'''


def source(text: str, name: str = "mine") -> HeuristicSource:
    return HeuristicSource(name, "loa", text)


def test_weights_are_constants_in_capitals_with_a_number():
    assert dict(source(TEXT).weights) == {
        "TOGETHER": 1.0,
        "APART": -2.5,
        "STEPS": 1000.0,
        "HEX": 16.0,
        "SMALL": 0.001,
    }


def test_the_sentence_is_the_first_paragraph_of_the_docstring():
    assert source(TEXT).sentence == "Pieces that stand together, and their neighbours."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = 1",
        "f'''no {1} docstring'''",
        "b'bytes'",
        "'one' 'two'",
        "'''open",
        "def f():\n 'x'",
    ],
)
def test_other_texts_have_no_sentence(text):
    assert source(text).sentence == ""


def test_new_weights_change_their_numbers_and_nothing_else():
    changed = source(TEXT).with_weights({"APART": 0.25, "STEPS": 0.0, "HEX": 1.5})

    assert changed.text == TEXT.replace("-2.5", "0.25").replace("1_000", "0").replace("0x10", "1.5")


def test_a_whole_number_stays_one_where_it_can():
    assert source("N = 3").with_weights({"N": 2.0}).text == "N = 2"
    assert source("N = 3.0").with_weights({"N": 2.0}).text == "N = 2.0"
    assert source("N = 3").with_weights({"N": -2.0}).text == "N = -2"


def test_letters_beyond_ascii_do_not_shift_what_is_written():
    text = "'''Größe – 重み'''\nÄ = 1; W = 2\nGROSS = 2.0  # ä\nWEIGHT = 3.0"

    changed = source(text).with_weights({"GROSS": 4.0, "WEIGHT": 5.0})

    assert changed.text == text.replace("2.0", "4.0").replace("3.0", "5.0")


@STEADY
@given(
    weights=st.dictionaries(
        st.from_regex("[A-Z][A-Z0-9_]{0,8}", fullmatch=True),
        st.floats(allow_nan=False, allow_infinity=False),
        min_size=1,
        max_size=6,
    ),
    values=st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=6, max_size=6),
)
def test_weights_that_are_written_are_read_again(weights, values):
    text = "".join(f"{name} = {value!r}\n" for name, value in weights.items())
    wanted = dict(zip(weights, values, strict=False))

    changed = source(text).with_weights(wanted)

    assert source(text).weights == weights
    assert changed.weights == wanted
    assert changed.with_weights(weights).weights == weights


def test_an_unknown_weight_or_no_number_is_refused():
    with pytest.raises(BadHeuristic, match="has no weight 'lower'"):
        source(TEXT).with_weights({"lower": 1.0})
    with pytest.raises(BadHeuristic, match="'APART' is a number, not nan"):
        source(TEXT).with_weights({"APART": float("nan")})


@pytest.mark.parametrize(
    "text",
    [
        "WEIGHT = 1.0\ndef evaluate(p:\n    (((",
        "WEIGHT = 1.0\n'''never closed",
        "WEIGHT = 1.0\n  indented\n dedented",
        "WEIGHT = 1.0\n\0",
        "WEIGHT = 1.0\n$?`",
    ],
)
def test_weights_above_an_error_are_known(text):
    assert dict(source(text).weights) == {"WEIGHT": 1.0}


@pytest.mark.parametrize(
    "text", ["W = " + "9" * 5000, "W = 1e999", "W = -", "W =", "W: float", "W = 1 if x else 2"]
)
def test_what_is_no_number_is_no_weight(text):
    assert dict(source(text).weights) == {}


@pytest.mark.parametrize("text", ["x = " + "(" * 99_000, "-" * 199_000, "W = 1\n" * 30_000])
def test_a_hostile_text_is_read_within_a_second(text):
    began = thread_time()

    assert len(source(text).weights) <= 1

    assert thread_time() - began < 3.0


def test_only_so_many_weights_are_known():
    text = "".join(f"W{number} = {number}\n" for number in range(MAX_WEIGHTS + 10))

    assert len(source(text).weights) == MAX_WEIGHTS


def test_the_digest_is_that_of_the_code():
    assert source(TEXT).digest == source(TEXT, "other").digest
    assert source(TEXT).digest != source(TEXT + "\n").digest
    assert source("'\udc80'").digest


def test_a_source_can_be_sent_to_another_process():
    one = source(TEXT)
    assert one.weights

    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize("name", ["mine", "My best 2", "a-b_c", "größer", "1", "x" * MAX_NAME])
def test_a_name_has_letters_digits_and_few_signs(name):
    assert checked_name(f" {name} ") == name


@pytest.mark.parametrize(
    "name",
    ["", ".hidden", "a/b", "a\\b", "..", "a.py", "-x", "a\nb", "CON", "lpt1", "x" * 61, "a\0"],
)
def test_other_names_are_refused(name):
    with pytest.raises(BadHeuristic, match="A heuristic cannot be called"):
        source("", name)


@given(text=st.text())
def test_a_name_can_be_made_of_any_text(text):
    name = fitting_name(text)

    assert checked_name(name) == name


def test_a_text_has_a_greatest_length():
    source("x" * MAX_TEXT)
    with pytest.raises(BadHeuristic, match=r"has 200,001 characters; at most 200,000 are allowed"):
        source("x" * (MAX_TEXT + 1))
