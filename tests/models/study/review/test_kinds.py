"""What kinds of mistakes the sentences of earlier reviews tell of."""

import pytest

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.study.review.kinds import kind_of_sentence
from kalahloa.models.text.sentence import Sentence


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (
            Sentence(
                "Models", "{other} could then win by force in %n move(s).", {"other": "North"}, 3
            ),
            MistakeKind.ALLOWED_WIN,
        ),
        (
            Sentence("Models", "Lets {side} capture {stones}.", {"side": "North", "stones": "3"}),
            MistakeKind.ALLOWED_CAPTURE,
        ),
        (Sentence("Models", "Something else."), None),
        ("Lets {side} capture {stones}.", None),
    ],
)
def test_the_template_tells_the_kind(said, kind):
    assert kind_of_sentence(said) is kind
