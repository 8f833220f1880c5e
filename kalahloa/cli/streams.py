"""Preparation of the standard streams."""

import codecs
import os
import sys
import unicodedata
from contextlib import suppress
from typing import IO

_HANDLER = "kalahloa-ascii"
_PLAIN = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "×": "x",
        "·": ".",
        "±": "+/-",
        "½": "1/2",
        "…": "...",
        "’": "'",
        "“": '"',
        "”": '"',
        "→": "->",
        "✓": "yes",
        "≤": "<=",
        "≥": ">=",
    }
)


def prepare_streams() -> bool:
    """Open closed standard streams on the null device, and let the others write any character.

    Characters that a stream cannot encode are replaced by similar ASCII characters.  Returns
    whether the standard output was open.
    """
    can_write = sys.stdout is not None
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, _nothing(number))
    codecs.register_error(_HANDLER, _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", "") in ("strict", "surrogateescape", "backslashreplace"):
            with suppress(AttributeError, OSError, ValueError):
                stream.reconfigure(errors=_HANDLER)  # type: ignore[union-attr]
    return can_write


def padded(text: str, width: int) -> str:
    """Return *text* with spaces up to *width* columns of a terminal.

    A Chinese letter or an emoji takes two columns, an accent by itself none.
    """
    columns = sum(map(_columns_of, text))
    return text + " " * (width - columns)


def _columns_of(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _nothing(number: int) -> IO[str]:
    """Open the null device as descriptor *number*, so that no other file gets it."""
    mode = "w" if number else "r"
    try:
        os.fstat(number)
    except OSError:
        null = os.open(os.devnull, os.O_RDWR)
        if null != number:
            os.dup2(null, number)
            os.close(null)
        return open(number, mode, encoding="utf-8", closefd=False)
    return open(os.devnull, mode, encoding="utf-8")


def _in_ascii(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return ASCII for characters that cannot be encoded; an error handler for codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    if all("\udc80" <= character <= "\udcff" for character in text):
        return text.encode(
            "ascii", "surrogateescape"
        ), error.end  # undecodable bytes of a file name
    plain = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return "".join(
        character if character.isascii() else "" if unicodedata.combining(character) else "?"
        for character in plain
    ), error.end
