"""Each sentence that says why a move is a mistake has a kind, or says nothing of one."""

import inspect

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah import reasons as kalah
from kalahloa.models.study.review import kinds
from kalahloa.models.study.review.kinds import REASON_KINDS, kinds_of
from kalahloa.models.text.json_sentence import sentence_to_plain
from kalahloa.models.text.sentence import Sentence


def templates(module) -> set[str]:
    return {one.template for one in vars(module).values() if isinstance(one, Sentence)}


def test_every_sentence_of_the_reasons_has_a_kind():
    assert templates(kinds) == set(REASON_KINDS)
    game = find_game("kalah")
    assert templates(kalah) == set(game.reason_kinds)
    assert inspect.getsource(kalah).count("QT_TRANSLATE_NOOP(") == len(game.reason_kinds)
    assert {*REASON_KINDS.values(), *game.reason_kinds.values()} == set(MistakeKind)


def test_kinds_are_found_in_reasons_as_they_are_kept():
    of_game = find_game("kalah").reason_kinds
    turn = next(one for one in templates(kalah) if "row" in one)
    said = [
        kinds.ALLOWS_WIN_IN.format(plies=3),
        Sentence("Models", turn, {"side": "North"}, 2),
        "a text",
    ]

    found = kinds_of(map(sentence_to_plain, said), of_game)

    assert found == {MistakeKind.ALLOWED_WIN, MistakeKind.ALLOWED_EXTRA_TURN}
    assert kinds_of([{"template": ["?"]}, None, 7, {}], of_game) == frozenset()
