"""What the parts of a line of Python are, for its colours; the grammar is Pygments'."""

from collections.abc import Iterator
from functools import cache, lru_cache

from pygments.lexers.python import PythonLexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    String,
    _TokenType,
)

from kalahloa.views.code.kinds import ColouredPart, TokenKind, Within

MAX_COLOURED = 400
"""So many characters of a line are coloured: each takes some 10 µs."""


@cache
def _lexer() -> PythonLexer:
    """Return the lexer; the first call compiles its grammar, which takes some 50 ms."""
    return PythonLexer(stripnl=False, ensurenl=False)


def warm_up() -> None:
    """Compile the grammar; may be called on any thread."""
    _lexer()


@lru_cache(maxsize=4096)
def parts_of(line: str, within: Within = Within.CODE) -> tuple[tuple[ColouredPart, ...], Within]:
    """Return the coloured parts of *line*, which begins *within* something, and what it ends in.

    A line is looked at by itself, so that a long text can be coloured bit by bit; the end of one
    that is longer than `MAX_COLOURED` is not looked at.
    """
    line = line[:MAX_COLOURED]
    parts: list[ColouredPart] = []
    begin = 0
    if within is not Within.CODE:
        end = line.find(within.quotes)
        if end < 0:
            return ((ColouredPart(0, len(line), TokenKind.STRING),) if line else ()), within
        begin = end + len(within.quotes)
        parts.append(ColouredPart(0, begin, TokenKind.STRING))
        within = Within.CODE
    for start, length, kind, ends_in in _code(line, begin):
        within = ends_in
        if kind is not None:
            parts.append(ColouredPart(start, length, kind))
    return tuple(parts), within


def _code(line: str, begin: int) -> Iterator[tuple[int, int, TokenKind | None, Within]]:
    """Yield the tokens of *line* from *begin* on, with what the text is in after each."""
    within = Within.CODE
    called = ""
    for start, token, text in _lexer().get_tokens_unprocessed(line[begin:]):
        if token in String and text in ('"""', "'''"):
            marks = Within.DOUBLE if text == '"""' else Within.SINGLE
            if within is Within.CODE:
                within = marks
            elif within is marks:
                within = Within.CODE
        called = line[begin + start + len(text) :][:1]
        yield begin + start, len(text), _kind(token, called), within


def _kind(token: _TokenType, following: str) -> TokenKind | None:
    """Return how a *token* is coloured that has this character after it."""
    if token in Comment:
        return TokenKind.COMMENT
    if token in String:
        return TokenKind.STRING
    if token in Number:
        return TokenKind.NUMBER
    if token in Keyword or token in Operator.Word:
        return TokenKind.KEYWORD
    if token in Name.Function or token in Name.Builtin or token in Name.Class:
        return TokenKind.NAME
    if token in Name and following == "(":
        return TokenKind.NAME
    return None
