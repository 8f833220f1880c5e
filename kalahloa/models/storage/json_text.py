"""JSON of any size, read and written without holding the GIL for long.

Python's decoder holds the GIL for the whole text except while it calls Python functions, and so
does its encoder.  A window must not freeze while a background thread uses them.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import ReadingStopped, never

MAX_TEXT_BYTES = 1_300_000
"""Maximum length of a text in a file, in bytes; escaped, a character may take twelve."""
MAX_VALUES = 1_000_000
"""Maximum number of values in a file."""
MAX_LISTS = 1_000
"""Maximum number of lists in a file besides those of its mappings, and one for each of its numbers:
there is no hook for lists."""
MAX_LISTS_EACH = 8
"""Number of lists in a file for each mapping, such as those of the marks at a node."""
_ENTRIES_AT_ONCE = 500
_AT_ONCE = 65_536
"""Bytes that are looked at in one call of a function that holds the GIL."""
_NUMBER = re.compile(rb"[0-9][\s,\]}]")
"""The end of a number."""
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_WHOLE = re.compile(rb'(?>(?:[^"]*+%s)*)' % _TEXT.pattern, re.DOTALL)
"""As many texts as end, with what is outside of them and in front.

Atomic, and not possessive: up to Python 3.11.4, a possessive group keeps what a last repetition has
consumed before it failed.
"""
_PART = re.compile(rb'([^"]{0,%d}+)(%s)?' % (_AT_ONCE, _TEXT.pattern), re.DOTALL)
"""What is outside of texts, and the text after it if there is one that ends."""


class TooMuch(ValueError):
    """JSON beyond the limits."""

    def __init__(self, reason: Sentence) -> None:
        """*reason* is a clause for the user."""
        super().__init__(reason)
        self.reason = reason


def encode_json(data: dict[str, Any]) -> Iterator[str]:
    """Yield the JSON of *data* in pieces."""
    before = "{\n"
    for name, value in data.items():
        yield f"{before}{json.dumps(name)}: "
        before = ",\n"
        if isinstance(value, list):
            for begin in range(0, len(value), _ENTRIES_AT_ONCE):
                yield ",\n" if begin else "["
                yield json.dumps(value[begin : begin + _ENTRIES_AT_ONCE])[1:-1]
            yield "]" if value else "[]"
        else:
            yield json.dumps(value)
    yield "\n}\n"


def decode_json(content: bytes, stopped: Callable[[], bool] = never) -> Any:
    """Return the value of the JSON text *content*, in UTF-8.

    Raises `TooMuch` above the limits, another `ValueError` if *content* is no JSON,
    `RecursionError` if it is nested too deeply, and `ReadingStopped` soon after *stopped* returns
    True.
    """
    _require_limits(content, stopped)
    text = content.decode("utf-8")
    # Not for what they return: during a call of a Python function, other threads get the GIL.
    return json.loads(text, object_hook=_mapping, parse_int=_integer, parse_float=_decimal)


def _require_limits(content: bytes, stopped: Callable[[], bool]) -> None:
    """Raise `TooMuch` if decoding *content* would hold the GIL for long."""
    position = values = lists = mappings = numbers = texts = 0
    while position < len(content):
        if stopped():
            raise ReadingStopped
        whole = _WHOLE.match(content, position, position + _AT_ONCE)
        assert whole is not None  # it matches the empty string
        if end := whole.end() - position:
            part, count = _TEXT.subn(b"", content[position : position + end])
            text: bytes | None = None
        else:  # a text that is longer, or none
            found = _PART.match(content, position, position + _AT_ONCE + MAX_TEXT_BYTES)
            assert found is not None  # as well
            part, text = found.groups()
            end = len(found[0])
            count = text is not None
        commas = part.count(b",")
        lists += part.count(b"[")
        mappings += part.count(b"{")
        numbers += len(_NUMBER.findall(part))
        values += commas
        texts += count
        position += end
        if (
            lists > MAX_LISTS + MAX_LISTS_EACH * mappings + numbers
            or values + mappings > MAX_VALUES
            or (len(part) == _AT_ONCE and not commas)
        ):
            raise TooMuch(QT_TRANSLATE_NOOP("Models", "it has too many entries."))
        if text is not None and len(text) > MAX_TEXT_BYTES:
            raise TooMuch(_LONG_TEXT)
        if not count and content[position : position + 1] == b'"':
            raise TooMuch(_LONG_TEXT)
        if texts > 2 * (values + lists + mappings) + 1:
            raise ValueError("There are texts with nothing between them.")


_LONG_TEXT = QT_TRANSLATE_NOOP("Models", "a string in it is too long, or does not end.")


def _mapping(value: dict[str, Any]) -> dict[str, Any]:
    return value


def _integer(digits: str) -> int:
    return int(digits)


def _decimal(digits: str) -> float:
    return float(digits)
