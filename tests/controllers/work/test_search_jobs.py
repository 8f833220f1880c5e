"""What jobs hand over to those who search: how positions are evaluated, and what is kept."""

from dataclasses import replace

import pytest

from kalahloa.controllers.work.search_jobs import (
    LinesPlan,
    LinesRequest,
    ValuesRequest,
    find_lines,
    find_values,
)
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.move_values import FoundValues, Valuer
from kalahloa.models.work.cancellation import Stop
from tests.scores import move_score

LOA, KALAH, TICTACTOE = map(find_game, ("loa", "kalah", "tictactoe"))


class Asked(Valuer):
    """Notes the evaluators that it is given, and finds a value for each move."""

    def __init__(self, proven: bool = False) -> None:
        super().__init__()
        self.evaluators: list[object] = []
        self.proven = proven

    def values(self, position, *, evaluator=None, **_):
        self.evaluators.append(evaluator)
        return {move: move_score(1, self.proven, None, True, 0) for move in position.legal_moves()}

    def analyse(self, position, lines=0, *, evaluator=None, **_):
        values = self.values(position, evaluator=evaluator)
        move = position.legal_moves()[0]
        return FoundValues((move,), values, {move: (move,)}, (), 1)


class Memory:
    """Notes what it is to remember."""

    def __init__(self) -> None:
        self.remembered: list[dict[int, int]] = []

    def remember(self, position, values) -> None:
        self.remembered.append(values)


def _ask(game, valuer, known=None) -> None:
    """Have *valuer* asked for values and for lines of the start of *game*."""
    position = game.start(game.rulebook.default)
    more = {} if known is None else {"known": lambda: known}
    find_values(ValuesRequest(1, game, position, lambda: valuer, **more), Stop(), lambda _: None)
    request = LinesRequest(2, game, position, LinesPlan(), lambda: valuer, **more)
    find_lines(request, Stop(), lambda _: None)


@pytest.mark.parametrize(
    ("game", "evaluator"),
    [
        pytest.param(LOA, None, id="its position evaluates"),
        pytest.param(TICTACTOE, TICTACTOE.heuristic(), id="its first heuristic does"),
        pytest.param(replace(TICTACTOE, heuristics=()), None, id="nothing does"),
    ],
)
def test_a_position_without_an_evaluation_has_the_games_first_heuristic(game, evaluator):
    asked = Asked()

    _ask(game, asked)

    assert asked.evaluators == [evaluator, evaluator]


@pytest.mark.parametrize(
    ("game", "proven", "is_kept"),
    [(KALAH, True, True), (KALAH, False, False), (LOA, True, False)],
)
def test_what_is_proven_is_kept_in_games_that_always_end(game, proven, is_kept):
    memory = Memory()

    _ask(game, Asked(proven), memory)

    moves = game.start(game.rulebook.default).legal_moves()
    assert memory.remembered == ([dict.fromkeys(moves, 1)] * 2 if is_kept else [])
