"""Sentences as values: what is said and with which fields, put into words elsewhere.

A sentence is marked with the function `QT_TRANSLATE_NOOP`, by whose name ``pyside6-lupdate`` finds
it, and filled like any text:

    QT_TRANSLATE_NOOP("Models", "{side} wins by {most} to {least}.").format(side=name, ...)

It is a `str`, the English text, for whoever needs no other language; the front puts it into the
user's (`kalahloa.controllers.base.translation.in_words`).

Plurals are written in the English text: ``%n stone(s)`` with 1 is "1 stone", with 2 "2 stones", and
``(stands|stand)`` has both forms.  Other languages have forms of their own.
"""

import re
from collections.abc import Mapping
from typing import Any

_PLURAL = re.compile(r"\(s\)|\((\w+)\|(\w+)\)")


class Sentence(str):
    """An English text that knows how it was made.

    `context` and `template` are what translations are found by; `fields` are the values of the
    template's {fields}, which may be sentences, None if it has not been filled.  `number`
    chooses the plural form, or is None.
    """

    __slots__ = ("context", "fields", "number", "template")
    context: str
    template: str
    fields: Mapping[str, object] | None
    number: int | None

    def __new__(
        cls,
        context: str,
        template: str,
        fields: Mapping[str, object] | None = None,
        number: int | None = None,
    ) -> "Sentence":
        words = template if number is None else in_english(template, number)
        made = super().__new__(cls, words if fields is None else words.format(**fields))
        made.context = context
        made.template = template
        made.fields = fields
        made.number = number
        return made

    def __reduce__(self) -> Any:
        return Sentence, (self.context, self.template, self.fields, self.number)

    def format(self, /, **fields: object) -> "Sentence":  # type: ignore[override]
        """Return the sentence with its {fields} filled."""
        return Sentence(self.context, self.template, fields, self.number)

    def counted(self, number: int, /, **fields: object) -> "Sentence":
        """Return the sentence in the plural form of *number*, which replaces ``%n``."""
        return Sentence(self.context, self.template, fields, number)


def QT_TRANSLATE_NOOP(context: str, text: str) -> Sentence:
    """Return *text*, to be translated later, as a sentence without fields."""
    return Sentence(context, text)


def in_english(template: str, number: int) -> str:
    """Return *template* in the English plural form of *number*, which replaces ``%n``."""

    def form(found: re.Match[str]) -> str:
        if found[1] is None:
            return "" if number == 1 else "s"
        return found[1 if number == 1 else 2]

    return _PLURAL.sub(form, template).replace("%n", f"{number:,}")
