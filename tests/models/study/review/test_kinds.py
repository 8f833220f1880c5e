"""What kinds of mistakes a review tells of, as it is kept now and as earlier versions kept it."""

import pytest

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.study.review.kinds import kinds_of
from kalahloa.models.text.json_sentence import sentence_to_json
from kalahloa.models.text.sentence import Sentence


def test_the_kinds_of_facts_count():
    kept = {
        "reasons": ["a text", "another", "a third"],
        "facts": [{"kind": "exposed"}, {"kind": None}, {"kind": "missed join"}],
    }

    assert kinds_of(kept) == {MistakeKind.EXPOSED, MistakeKind.MISSED_JOIN}


def test_where_there_are_only_sentences_their_templates_count():
    said = [
        Sentence("Models", "{other} could then win by force in %n move(s).", {"other": "North"}, 3),
        Sentence("Models", "Lets {side} capture {stones}.", {"side": "North", "stones": "3"}),
        "a text",
    ]

    found = kinds_of({"reasons": [sentence_to_json(one) for one in said]})

    assert found == {MistakeKind.ALLOWED_WIN, MistakeKind.ALLOWED_CAPTURE}


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"facts": 3, "reasons": None},
        {"facts": [None, 7, {}, {"kind": ["?"]}, {"kind": "?"}]},
        {"reasons": [{"template": ["?"]}, None, 7, {}]},
    ],
)
def test_what_is_damaged_tells_of_none(kept):
    assert kinds_of(kept) == frozenset()
