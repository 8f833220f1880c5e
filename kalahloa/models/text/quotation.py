"""Quoting untrusted text in messages: shortened, on one line, without control characters."""

from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.sentence import Sentence

MAX_QUOTED = 40
"""Maximum length of a quotation, in characters."""
_WORKING = dict.fromkeys(map(ord, "\u061c\u200c\u200d\u200e\u200f"))
"""Marks of direction, which dates in Arabic have, and joiners, of Persian words and emoji."""
MAX_SENTENCE = 400
"""Maximum length, in characters, of a message that contains text from a file or plug-in."""


def quote(text: object) -> str:
    """Return *text* shortened to `MAX_QUOTED` characters, as `shorten` does it."""
    return shorten(text, MAX_QUOTED)


def is_printable(text: str) -> bool:
    """Return whether *text* can be shown: also marks that people type, which Python does not."""
    return text.isprintable() or text.translate(_WORKING).isprintable()


def shorten(text: object, most: int = MAX_SENTENCE) -> str:
    """Return *text* as a str of at most *most* characters, ending in … if it was cut.

    White space such as a line feed becomes a space, any other unprintable character U+FFFD.  A
    `Sentence`, also that of a `KalahloaError`, stays one if nothing of it is changed.  Never
    raises: an object that cannot be converted is shown as its type's name.
    """
    if isinstance(text, KalahloaError):
        text = text.sentence
    if isinstance(text, Sentence) and len(text) <= most and is_printable(text):
        return text
    try:
        plain = text if isinstance(text, str) else str(text)
    except Exception:  # an int with too many digits, or a plug-in's object
        plain = f"<{type(text).__name__}>"
    shown = plain[:most]
    if not is_printable(shown):
        shown = "".join(
            sign if is_printable(sign) else " " if sign.isspace() else "\ufffd" for sign in shown
        )
    return shown if len(plain) <= most else shown[: most - 1] + "…"
