"""Puts sentences into the user's language; the one place that does.

`pyside6-lupdate` finds texts by the names of these functions: ``translate("Context", "text")`` and
``QT_TRANSLATE_NOOP("Context", "text")``; with a plural ``translate("Context", "%n move(s)", "",
n)``, where *n* must be a plain name.
"""

from PySide6.QtCore import QCoreApplication

from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence, in_english

__all__ = ["QT_TRANSLATE_NOOP", "fill", "in_words", "translate"]


def translate(context: str, text: str, comment: str = "", n: int = -1) -> str:
    """Return *text* in the user's language; with *n* in its plural form, ``%n`` replaced.

    *comment* tells equal texts apart.  {fields} are filled with `fill`.
    """
    if not text:
        return ""
    words = QCoreApplication.translate(context, text, comment, n)
    if n >= 0 and words == text.replace("%n", str(n)):
        return in_english(text, n)
    return words


def fill(text: str, /, **fields: object) -> str:
    """Return *text*, which is translated already, with its {fields} filled, these in words."""
    return text.format(**{name: _word(field) for name, field in fields.items()})


def in_words(text: str | KalahloaError) -> str:
    """Return *text* in the user's language; if it is no `Sentence`, as it is.

    Of an error, it is the message.  A translation whose {fields} are not those of the English text
    is passed over.
    """
    if isinstance(text, KalahloaError):
        text = text.sentence
    if not isinstance(text, Sentence):
        return text
    words = translate(text.context, text.template, n=-1 if text.number is None else text.number)
    if text.fields is None:
        return words
    try:
        return fill(words, **text.fields)
    except (AttributeError, IndexError, KeyError, ValueError):
        return str(text)


def _word(field: object) -> object:
    return in_words(field) if isinstance(field, str | KalahloaError) else field
