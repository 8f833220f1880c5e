"""Each sentence that says why a move is a mistake has a kind, or says nothing of one."""

import inspect

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah import reasons as kalah
from kalahloa.models.games.loa import reasons as loa
from kalahloa.models.study.review import kinds
from kalahloa.models.study.review.kinds import REASON_KINDS, kinds_of
from kalahloa.models.text.json_sentence import sentence_to_json
from kalahloa.models.text.sentence import Sentence


def templates(module) -> set[str]:
    return {one.template for one in vars(module).values() if isinstance(one, Sentence)}


def test_every_sentence_of_the_reasons_has_a_kind():
    assert templates(kinds) == set(REASON_KINDS)
    found = {*REASON_KINDS.values()}
    for key, module, others in (("kalah", kalah, 1), ("loa", loa, 2)):
        game = find_game(key)
        assert set(game.reason_kinds) < templates(module)
        assert len(templates(module)) == len(game.reason_kinds) + others
        assert inspect.getsource(module).count("QT_TRANSLATE_NOOP(") == len(templates(module))
        found |= {*game.reason_kinds.values()}
    assert found == set(MistakeKind)


def test_kinds_are_found_in_reasons_as_they_are_kept():
    of_game = find_game("kalah").reason_kinds
    turn = next(one for one in templates(kalah) if "row" in one)
    said = [
        kinds.ALLOWS_WIN_IN.counted(3, other="South"),
        Sentence("Models", turn, {"other": "North"}, 2),
        "a text",
    ]

    found = kinds_of(map(sentence_to_json, said), of_game)

    assert found == {MistakeKind.ALLOWED_WIN, MistakeKind.ALLOWED_EXTRA_TURN}
    kept = Sentence("Models", "Lets {side} capture {stones}.", {"side": "North", "stones": "3"})
    assert kinds_of([sentence_to_json(kept)], of_game) == {MistakeKind.ALLOWED_CAPTURE}
    assert kinds_of([{"template": ["?"]}, None, 7, {}], of_game) == frozenset()
