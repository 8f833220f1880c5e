"""Sentences keep through a pipe what they are translated by, and nothing else comes through."""

import json

import pytest

from kalahloa.models.sandbox.frames import BrokenStream
from kalahloa.models.sandbox.sentences import read_sentence, sentence_message
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

WHAT = QT_TRANSLATE_NOOP("Models", "'{name}' cannot be compiled").format(name="open")
SENTENCES = (
    QT_TRANSLATE_NOOP("Models", "It cannot be compiled: {what}.").format(what=WHAT),
    QT_TRANSLATE_NOOP("Models", "Line {line} cannot be compiled: {what}.").format(
        line=3, what=WHAT
    ),
    QT_TRANSLATE_NOOP("Models", "%n stone(s)").counted(2),
    WHAT,
)


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_a_sentence_stays_one_with_its_fields(sentence):
    read = read_sentence(json.loads(json.dumps(sentence_message(sentence))))

    assert isinstance(read, Sentence)
    assert read == sentence
    assert (read.context, read.template) == (sentence.context, sentence.template)
    assert (read.fields, read.number) == (sentence.fields, sentence.number)
    assert all(
        type(one) is type(read.fields[name]) for name, one in (sentence.fields or {}).items()
    )


def test_a_text_stays_a_text():
    assert read_sentence(sentence_message("as it is")) == "as it is"
    assert sentence_message(Sentence("Elsewhere", "not of the models")) == "not of the models"


def test_one_that_is_too_long_is_cut_off():
    plain = {"template": "{what}" * 50, "fields": {"what": "x" * 300}, "number": None}

    read = read_sentence(plain)

    assert len(read) < 1_000 and not isinstance(read, Sentence)


@pytest.mark.parametrize(
    "wrong",
    [
        *(3, None, [], {}, {"template": 3}, {"template": "x" * 10_000}),
        {"template": "x", "number": True},
        {"template": "x", "number": 1 << 70},
        *({"template": text, "fields": {"a": "b"}} for text in ("{b}", "{", "{a:>9}", "{a.b}")),
        *({"template": "{a}", "fields": {"a": value}} for value in (None, 1.5, [], {}, True)),
        {"template": "{a}", "fields": {str(number): "" for number in range(100)} | {"a": ""}},
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_no_sentence_is_made_into_is_refused(wrong):
    with pytest.raises(BrokenStream):
        read_sentence(wrong)


def test_a_sentence_in_itself_too_often_is_refused():
    plain = {"template": "x", "fields": None, "number": None}
    for _ in range(5):
        plain = {"template": "{a}", "fields": {"a": plain}, "number": None}

    with pytest.raises(BrokenStream):
        read_sentence(plain)
