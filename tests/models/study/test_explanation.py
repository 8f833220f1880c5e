"""Why a move was a mistake: what is said of any game, and how it addresses the players."""

import re
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from kalahloa.models.game.term import Term
from kalahloa.models.search.score import Score
from kalahloa.models.study.explanation import explain_ply
from kalahloa.models.study.review.reviewed import ReviewedPly
from tests.scores import move_score
from tests.texts import marked, sources

ANY_GAME = SimpleNamespace(explain=None, format_margin=None, sides=("A", "B"))


@dataclass
class SomePosition:
    """A position in which a move is the side to move after it, with ``#`` at the end of a game."""

    worths: list[dict[str, int]]
    """The terms' worths after so many plies."""
    ply: int = 0
    side: int = 0
    ended: bool = False

    def copy(self) -> "SomePosition":
        return replace(self)

    def read_move(self, text: str) -> str:
        return text

    def make(self, move: str) -> None:
        self.ply += 1
        self.ended = move.endswith("#")
        self.side = int(move[0])

    def is_over(self) -> bool:
        return self.ended

    def evaluation_terms(self) -> list[Term]:
        return [Term(name, 0, 0, worth) for name, worth in self.worths[self.ply].items()]


def _estimate(number: float) -> Score:
    return move_score(number, False, None, True, 0)


def _result(number: float, plies: int | None = None) -> Score:
    return move_score(number, True, plies, plies is None, 0)


def _reasons(
    position: SomePosition,
    *texts: str,
    value: Score | None = None,
    best: Score | None = None,
) -> list[str]:
    text, *refutation = texts
    value, best = value or _estimate(-1), best or _estimate(1)
    ply = ReviewedPly(
        1, 0, text, position.side, value, 0, "", best, 2, False, refutation=tuple(refutation)
    )
    before = replace(position)
    facts = explain_ply(ANY_GAME, position, ply)
    assert position == before
    return [str(fact.text) for fact in facts if fact.key != "estimate"]


def test_the_terms_that_fall_most_until_the_side_is_to_move_again_are_told():
    before = {"enough": 100, "little": 100, "most": 0, "more": -10}
    after = {"enough": 80, "little": 81, "most": -300, "more": -40}
    nothing = dict.fromkeys(before, 0)
    position = SomePosition([before, nothing, after, nothing])

    assert _reasons(position, "1", "0", "1") == [
        "The evaluation of most falls from 0.00 to −3.00.",
        "The evaluation of more falls from −0.10 to −0.40.",
    ]


def test_a_term_that_falls_by_the_least_change_is_told_and_less_is_not():
    position = SomePosition([{"a": 100, "b": 100}, {}, {"a": 80, "b": 81, "new": -500}])

    assert _reasons(position, "1", "0") == ["The evaluation of a falls from +1.00 to +0.80."]


def test_the_second_player_is_told_what_the_first_is():
    position = SomePosition([{"a": 100}, {"a": 0}, {"a": 50}], side=1)

    assert _reasons(position, "0", "1") == ["The evaluation of a falls from +1.00 to +0.50."]


def test_an_answer_of_several_moves_is_waited_for():
    position = SomePosition([{"a": 100}, {"a": 0}, {"a": 0}, {"a": 50}])

    assert _reasons(position, "1", "1", "0") == ["The evaluation of a falls from +1.00 to +0.50."]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["1"], id="without an answer"),
        pytest.param(["1", "1"], id="where the answer goes on"),
        pytest.param(["0", "1", "0"], id="where the same side moves again"),
        pytest.param(["1#"], id="where the move ends the game"),
        pytest.param(["1", "0#"], id="where the answer ends the game"),
    ],
)
def test_no_terms_are_compared(texts):
    position = SomePosition([{"a": 100}, {"a": 0}, {"a": 0}, {"a": 0}])

    assert _reasons(position, *texts) == []


@pytest.mark.parametrize(
    ("best", "value", "told"),
    [
        (_result(0), _result(-1, 6), ["B could then win by force in 3 moves."]),
        (_result(0), _result(-1, 7), ["B could then win by force in 3 moves."]),
        (_result(0), _result(-1, 2), ["B could then win at once."]),
        (_estimate(9), _result(-1), ["B could then win by force."]),
        (_estimate(-9), _result(-1), ["B could then win by force."]),
        (_result(-1, 9), _result(-1, 3), []),
        (_result(0), _result(0), []),
        (_result(1, 5), _estimate(9), ["A could have won by force in 3 moves."]),
        (_result(1, 1), _estimate(9), ["A could have won at once."]),
        (_result(1), _result(-1), ["B could then win by force.", "A could have won by force."]),
        (_result(1), _result(0), ["A could have won by force."]),
        (_result(1, 3), _result(1, 9), []),
        (_result(0), _estimate(-9), []),
        (_estimate(9), _result(0), []),
    ],
)
def test_what_the_move_changed_about_the_result_is_told(best, value, told):
    level = SomePosition([{"a": 100}] * 3)

    assert _reasons(level, "1", "0", best=best, value=value) == told


@pytest.mark.parametrize(
    ("best", "value", "told"),
    [
        (_result(1), _estimate(0), True),
        (_estimate(1), _result(0), True),
        (_result(0), _result(0), False),
    ],
)
def test_terms_are_told_unless_both_values_are_proven(best, value, told):
    position = SomePosition([{"a": 100}, {"a": 0}, {"a": 0}])

    said = _reasons(position, "1", "0", best=best, value=value)

    assert ("The evaluation of a falls from +1.00 to 0.00." in said) is told


ADDRESSED = sorted(
    text.text
    for path in sources("models")
    if path.name == "explanation.py"
    for text in marked(path.read_text(encoding="utf-8"))
    if re.search(r"\{(mover|other)\}", text.text)
)
"""The sentences in which players may be called you; see `called`."""
_WRONG = re.compile(r"\b[Yy]ou (is|was|has|\w+[^\Ws]s)\b|\b[Yy]ou's\b|\bof you\b")


@pytest.mark.parametrize("player", ["mover", "other"])
@pytest.mark.parametrize("template", ADDRESSED)
def test_sentences_are_right_for_whoever_is_addressed(template, player):
    told = template.replace(f"{{{player}}}", "you")

    assert not _WRONG.search(told)
