"""The parts of a line of Python."""

import pytest

from kalahloa.views.code.kinds import TokenKind, Within
from kalahloa.views.code.tokens import parts_of


def coloured(line: str, within: Within = Within.CODE) -> list[tuple[str, TokenKind]]:
    return [
        (line[part.start : part.start + part.length], part.kind) for part in parts(line, within)
    ]


def parts(line: str, within: Within):
    return parts_of(line, within)[0]


def test_keywords_names_numbers_strings_and_comments_are_told_apart():
    line = "def evaluate(position): return 1.5 * len('a') # why"

    assert coloured(line) == [
        ("def", TokenKind.KEYWORD),
        ("evaluate", TokenKind.NAME),
        ("return", TokenKind.KEYWORD),
        ("1.5", TokenKind.NUMBER),
        ("len", TokenKind.NAME),
        ("'", TokenKind.STRING),
        ("a", TokenKind.STRING),
        ("'", TokenKind.STRING),
        ("# why", TokenKind.COMMENT),
    ]


def test_a_method_that_is_called_is_a_name_and_an_attribute_is_not():
    assert coloured("position.groups(side)") == [("groups", TokenKind.NAME)]
    assert coloured("position.side") == []


@pytest.mark.parametrize(
    ("line", "within", "ends"),
    [
        ("x = 1", Within.CODE, Within.CODE),
        ('"""All on one line."""', Within.CODE, Within.CODE),
        ('"""It begins', Within.CODE, Within.DOUBLE),
        ("text = '''a", Within.CODE, Within.SINGLE),
        ("goes on ''' with others", Within.DOUBLE, Within.DOUBLE),
        ('and ends""" + 1', Within.DOUBLE, Within.CODE),
        ('"""one""" + """', Within.CODE, Within.DOUBLE),
        ("", Within.SINGLE, Within.SINGLE),
    ],
)
def test_a_line_knows_whether_a_long_string_goes_on(line, within, ends):
    assert parts_of(line, within)[1] is ends


def test_what_stands_in_a_long_string_is_a_string():
    assert coloured("def no(): 1", Within.DOUBLE) == [("def no(): 1", TokenKind.STRING)]
    assert coloured('the end""" + 1', Within.DOUBLE) == [
        ('the end"""', TokenKind.STRING),
        ("1", TokenKind.NUMBER),
    ]


@pytest.mark.parametrize("line", ["(((((", "\u2603 = $", "'unclosed", "\t\x0b", "0x 1_ 1e", "\\"])
def test_no_line_is_too_odd(line):
    for part in parts_of(line)[0]:
        assert part.start >= 0 and part.start + part.length <= len(line) and part.length
