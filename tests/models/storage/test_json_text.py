"""JSON of game files: limits are kept before anything is decoded."""

import json

import pytest

from kalahloa.models.record.annotation import MAX_COMMENT_TEXT
from kalahloa.models.storage.json_text import (
    MAX_LISTS,
    MAX_TEXT_BYTES,
    MAX_VALUES,
    TooMuch,
    decode_json,
    encode_json,
)
from kalahloa.models.text.sentence import Sentence
from kalahloa.models.work.cancellation import ReadingStopped


@pytest.mark.parametrize(
    "value",
    [
        {"a": 1, "b": [{"c": 'quo"ted \\ \n'}] * 1200, "d": [], "e": None, "f": "é😀\ud800"},
        {"nested": {"deeper": {"x": [[1], [2.5, True]]}}},
    ],
)
def test_what_is_written_is_read_back(value):
    assert decode_json("".join(encode_json(value)).encode()) == value


def test_a_comment_of_the_greatest_length_is_read_whatever_it_says():
    for sign in ('"', "\\", "😀", "\x00"):
        value = {"comment": sign * MAX_COMMENT_TEXT}
        assert decode_json("".join(encode_json(value)).encode()) == value


@pytest.mark.parametrize(
    "text",
    [
        '"' + "a" * (MAX_TEXT_BYTES + 1) + '"',
        '"' + '\\"' * MAX_TEXT_BYTES + '"',
        '["unfinished',
        "[" * (MAX_LISTS + 1),
        "[" + "[]," * (MAX_LISTS + 10) + "1]",
        "[" + "1," * (MAX_VALUES + 1) + "1]",
        "[" + '"",' * (MAX_VALUES + 1) + '""]',
        "[" + "{}," * MAX_VALUES + "{}]",
        "1" * 100_000,
        " " * 100_000 + "1",
    ],
    ids=[
        "long",
        "quotes",
        "open",
        "lists",
        "empty",
        "numbers",
        "texts",
        "objects",
        "digits",
        "spaces",
    ],
)
def test_what_would_hold_up_the_program_is_refused(text):
    with pytest.raises(TooMuch):
        decode_json(text.encode())


@pytest.mark.parametrize("length", [0, 1, 65_530, 65_534, 65_535, 65_536, 65_537, 200_000])
@pytest.mark.parametrize("sign", ["a", '\\"', "\\\\", ",[{"])
def test_texts_are_passed_over_wherever_the_pieces_end_that_are_looked_at(length, sign):
    content = "[" + json.dumps("x" * 7) + ', "' + sign * length + '", "b", {"c": ["d"]}]'

    assert decode_json(content.encode()) == json.loads(content)


def test_brackets_and_commas_in_a_text_are_no_entries():
    text = "[,{" * 50_000

    assert decode_json(json.dumps({"comment": [text] * 30}).encode()) == {"comment": [text] * 30}


@pytest.mark.parametrize("content", [b"", b"{", b"nonsense", b'{"a": "\xff"}', b'{"a": 1}}'])
def test_what_is_no_json_is_a_value_error(content):
    with pytest.raises(ValueError):
        decode_json(content)


def test_reading_stops_when_it_is_told_to():
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(len(asked))
        return len(asked) > 3

    with pytest.raises(ReadingStopped):
        decode_json(json.dumps({"a": ["b"] * 100_000}).encode(), stopped)

    assert len(asked) == 4


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"[" * (MAX_LISTS + 1), "it has too many entries."),
        (b'{"a": "b', "a string in it is too long, or does not end."),
    ],
)
def test_what_is_beyond_the_limits_is_said_in_words_that_can_be_translated(content, reason):
    with pytest.raises(TooMuch) as caught:
        decode_json(content)

    assert isinstance(caught.value.reason, Sentence)
    assert caught.value.reason == reason


def test_a_record_with_marks_and_drawings_at_each_of_its_nodes_is_read():
    node = {"parent": 0, "move": "b1-b3", "marks": ["!"], "drawings": [["cell", "a1"]] * 4}
    value = {"nodes": [node] * 10_000}

    assert decode_json(json.dumps(value).encode()) == value


def test_any_number_of_lists_with_numbers_is_read():
    value = {"rows": [[f"row {number}", number] for number in range(50_000)], "more": [[0.5]] * 9}

    assert decode_json("".join(encode_json(value)).encode()) == value


def test_texts_with_nothing_between_them_are_refused_at_once():
    with pytest.raises(ValueError, match="nothing between"):
        decode_json(b'"a"' * 1_000_000)
