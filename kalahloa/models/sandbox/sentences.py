"""Sentences on their way through a pipe: with what they are translated by, checked on arrival."""

import re
from typing import Any

from kalahloa.models.sandbox.frames import BrokenStream
from kalahloa.models.text.quotation import MAX_SENTENCE, shorten
from kalahloa.models.text.sentence import Sentence

CONTEXT = "Models"
"""That of all sentences which come from a heuristic's process."""
MAX_FIELDS = 8
_DEPTH = 3
"""Sentences may be fields of others so deep."""
_FIELD = re.compile(r"\{(\w+)\}")


def sentence_message(text: str) -> Any:
    """Return *text* as `read_sentence` reads it: a text, or a dictionary for a `Sentence`."""
    if not isinstance(text, Sentence) or text.context != CONTEXT:
        return str(text)
    fields = text.fields
    return {
        "template": text.template,
        "fields": None if fields is None else {name: _plain(one) for name, one in fields.items()},
        "number": text.number,
    }


def _plain(field: object) -> Any:
    if type(field) is int:
        return field
    return sentence_message(field if isinstance(field, str) else str(field))


def read_sentence(data: Any, depth: int = _DEPTH) -> str:
    """Return the text or the `Sentence` that `sentence_message` has made *data* of.

    One that is too long is cut off, and no `Sentence` any more.  Raises `BrokenStream` for whatever
    `sentence_message` would not have made; a template may do no more than name its fields.
    """
    if isinstance(data, str):
        return shorten(data)
    if not isinstance(data, dict) or not depth:
        raise BrokenStream("a sentence is none")
    template, fields, number = (data.get(name) for name in ("template", "fields", "number"))
    if not isinstance(template, str) or len(template) > MAX_SENTENCE:
        raise BrokenStream("a sentence has no words")
    if not (number is None or _is_number(number)):
        raise BrokenStream("a sentence is counted by no number")
    if fields is None:
        return shorten(Sentence(CONTEXT, template, None, number))
    if not isinstance(fields, dict) or len(fields) > MAX_FIELDS:
        raise BrokenStream("a sentence has no fields")
    if re.search(r"[{}]", _FIELD.sub("", template)) or not fields.keys() >= set(
        _FIELD.findall(template)
    ):
        raise BrokenStream("a sentence has other fields")
    known = {
        name: one if _is_number(one) else read_sentence(one, depth - 1)
        for name, one in fields.items()
    }
    return shorten(Sentence(CONTEXT, template, known, number))


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < 1 << 62
