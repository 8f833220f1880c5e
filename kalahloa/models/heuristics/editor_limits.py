"""How much text the lab's editor takes: enough for any heuristic, and drawn within a frame."""

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MAX_CHARACTERS = 64_000
MAX_LINES = 2_000
MAX_LINE = 1_000
"""The longest line, in characters."""


def why_not_editable(text: str) -> Sentence | None:
    """Return why *text* is too much for the editor, as a sentence; None if it is not."""
    if len(text) > MAX_CHARACTERS:
        return QT_TRANSLATE_NOOP(
            "Models", "A heuristic has at most {most:,} characters; this would have {count:,}."
        ).format(most=MAX_CHARACTERS, count=len(text))
    if text.count("\n") >= MAX_LINES:
        return QT_TRANSLATE_NOOP(
            "Models", "A heuristic has at most {most:,} lines; this would have {count:,}."
        ).format(most=MAX_LINES, count=text.count("\n") + 1)
    longest = max(map(len, text.split("\n")))
    if longest > MAX_LINE:
        return QT_TRANSLATE_NOOP(
            "Models", "A line has at most {most:,} characters; one would have {count:,}."
        ).format(most=MAX_LINE, count=longest)
    if "\0" in text:
        return QT_TRANSLATE_NOOP("Models", "This is not text: it has a null character.")
    return None
