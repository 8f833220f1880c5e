"""Tests for `kalahloa.models.text.json_sentence`."""

import json

import pytest

from kalahloa.models.text.json_sentence import sentence_from_json, sentence_to_json
from kalahloa.models.text.sentence import Sentence

_SIDE = Sentence("Models", "South")


@pytest.mark.parametrize(
    "sentence",
    [
        "a text that is no sentence {x}",
        Sentence("Models", "Without fields."),
        Sentence("Models", "{side} wins by {most}.", {"side": _SIDE, "most": 3}),
        Sentence("Models", "%n stone(s) of {side}", {"side": "South"}, 2),
        Sentence("Models", "{before:+.2f} to {after:+.2f}", {"before": 0.25, "after": -1.5}),
    ],
)
def test_a_sentence_comes_back_from_json_and_can_still_be_translated(sentence):
    again = sentence_from_json(json.loads(json.dumps(sentence_to_json(sentence))))

    assert again == sentence
    assert type(again) is type(sentence)
    if isinstance(sentence, Sentence):
        assert again.template == sentence.template
        assert again.fields == sentence.fields
        assert again.number == sentence.number
        assert again.context == sentence.context


@pytest.mark.parametrize(
    "plain",
    [
        None,
        7,
        [],
        "x" * 501,
        {"template": "without context"},
        {"context": "Models", "template": 1},
        {"context": "Models", "template": "x" * 501},
        {"context": "Models", "template": "{a}", "fields": {}},
        {"context": "Models", "template": "{a}", "fields": {"a": None}},
        {"context": "Models", "template": "{a}", "fields": {"a": True}},
        {"context": "Models", "template": "{a}", "fields": {"a": 1e300}},
        {"context": "Models", "template": "{a}", "fields": {"a": float("nan")}},
        {"context": "Models", "template": "{a}", "fields": {"a": 10**30}},
        {"context": "Models", "template": "{a.__class__}", "fields": {"a": "x"}},
        {"context": "Models", "template": "{a[0]}", "fields": {"a": "x"}},
        {"context": "Models", "template": "{a!r}", "fields": {"a": "x"}},
        {"context": "Models", "template": "{a:999999999}", "fields": {"a": 1}},
        {"context": "Models", "template": "{a:+d}", "fields": {"a": "x"}},
        {"context": "Models", "template": "{a:{b}}", "fields": {"a": 1, "b": "9999"}},
        {"context": "Models", "template": "{a", "fields": {"a": 1}},
        {"context": "Models", "template": "{}", "fields": {"a": 1}},
        {"context": "Models", "template": "{0}", "fields": {"a": 1}},
        {"context": "Models", "template": "{a:d}", "fields": {"a": 1.5}},
        {"context": "Models", "template": "%n", "number": 1.5},
        {"context": "Models", "template": "%n", "number": "1"},
        {"context": "Models", "template": "x", "fields": {str(n): n for n in range(30)}},
        {"context": "Models", "template": "x", "fields": [1]},
    ],
)
def test_what_is_no_sentence_is_refused(plain):
    with pytest.raises((TypeError, ValueError, KeyError)):
        sentence_from_json(plain)


def test_sentences_are_not_nested_without_end():
    plain = "innermost"
    for _ in range(2000):
        plain = {"context": "Models", "template": "{a}", "fields": {"a": plain}}

    with pytest.raises(TypeError):
        sentence_from_json(plain)
