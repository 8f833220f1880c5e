"""Sentences as JSON-compatible values, so that they can be kept and translated later."""

from collections.abc import Mapping
from math import isfinite
from string import Formatter
from typing import Any

from kalahloa.models.text.sentence import Sentence

MAX_TEMPLATE = 500
"""Maximum length of a sentence's template, and of a text in it, in characters."""
_MAX_FIELDS = 20
_MAX_NESTED = 3
_MAX_NUMBER = 10**15
_FORMATS = frozenset({"", ",", "d", "g", "+d", "+g", ".0f", ".1f", ".2f", "+.0f", "+.1f", "+.2f"})


def sentence_to_json(sentence: str) -> Any:
    """Return *sentence*, a `Sentence` or a text, as JSON-compatible values."""
    if not isinstance(sentence, Sentence):
        return str(sentence)
    data: dict[str, Any] = {"context": sentence.context, "template": sentence.template}
    if sentence.fields is not None:
        data["fields"] = {
            name: sentence_to_json(value) if isinstance(value, str) else value
            for name, value in sentence.fields.items()
        }
    if sentence.number is not None:
        data["number"] = sentence.number
    return data


def sentence_from_json(data: Any, nested: int = 0) -> str:
    """Return the `Sentence` or text that *data*, from `sentence_to_json`, describes.

    Raises `ValueError`, `TypeError` or `KeyError` for anything else: a template reaches no
    attributes of its fields and asks for no formats but the usual ones.
    """
    if isinstance(data, str):
        return _text(data)
    if not isinstance(data, Mapping) or nested > _MAX_NESTED:
        raise TypeError("A sentence is a text or an object.")
    context, template = _text(data["context"]), _text(data["template"])
    number = data.get("number")
    if number is not None:
        _number(number)
        if not isinstance(number, int):
            raise TypeError("The number of a plural form is a whole one.")
    given = data.get("fields")
    if given is None:
        return Sentence(context, template, None, number)
    if not isinstance(given, Mapping) or len(given) > _MAX_FIELDS:
        raise ValueError("A sentence has not so many fields.")
    fields: dict[str, object] = {}
    for name, value in given.items():
        if isinstance(value, str | Mapping):
            fields[name] = sentence_from_json(value, nested + 1)
        else:
            fields[name] = _number(value)
    _check(template, fields)
    return Sentence(context, template, fields, number)


def _check(template: str, fields: Mapping[str, object]) -> None:
    """Raise `ValueError` if *template* does more than put *fields* in."""
    for _, name, form, conversion in Formatter().parse(template):
        if name is None:
            continue
        if name not in fields or conversion or form not in _FORMATS:
            raise ValueError("A sentence asks for what it has not.")
        if isinstance(fields[name], str) and form:
            raise ValueError("A text in a sentence has no format.")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("A sentence is a text.")
    if len(value) > MAX_TEMPLATE:
        raise ValueError("A sentence is not so long.")
    return value


def _number(value: Any) -> int | float:
    if type(value) not in (int, float):  # rejects bool, too
        raise TypeError("A sentence has texts and numbers only.")
    if not isfinite(value) or abs(value) > _MAX_NUMBER:
        raise ValueError("A number in a sentence is too large.")
    number: int | float = value
    return number
