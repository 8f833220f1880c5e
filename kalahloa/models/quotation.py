"""Quoting text from outside in sentences: short, on one line, and without control characters."""

MAX_QUOTED = 40
"""The most characters of a quotation."""
MAX_SENTENCE = 400
"""The most characters of a sentence that somebody else's code or file has a part in."""


def quote(text: object) -> str:
    """Return *text* as one can quote it in a sentence: at most `MAX_QUOTED` characters of it."""
    return shorten(text, MAX_QUOTED)


def shorten(text: object, most: int = MAX_SENTENCE) -> str:
    """Return *text* with at most *most* characters, the last of them … where there are more.

    Line feeds become spaces, and what cannot be printed becomes a replacement character.
    """
    try:
        plain = text if isinstance(text, str) else str(text)
    except Exception:  # an integer of too many digits, or an object of a plug-in
        plain = f"<{type(text).__name__}>"
    shown = plain[:most]
    if not shown.isprintable():
        shown = "".join(
            sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in shown
        )
    return shown if len(plain) <= most else shown[: most - 1] + "…"
