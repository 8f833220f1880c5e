"""Random games, move by move beside OpenSpiel's (https://github.com/google-deepmind/open_spiel).

Needs the extra ``openspiel``.  KALAHLOA_OPENSPIEL_GAMES says how many games of each kind.
"""

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kalahloa.models.game.position import Position
from tests.benchmarks.perfect_games import THEIRS, over_for_openspiel
from tests.models.random_play import start
from tests.openspiel import COUNTERPARTS, PITS, Counterpart

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("KALAHLOA_OPENSPIEL_GAMES", "2000"))


def winner(returns: list[float]) -> int | None:
    return None if returns[0] == returns[1] else int(returns[1] > returns[0])


def compare(
    position: Position, state: Any, action: Callable[[Position, int], int], rng: Random
) -> int:
    """Play one random game on both and return how many moves it had."""
    plies = 0
    while not state.is_terminal():
        assert position.side == state.current_player()
        moves = {action(position, move): move for move in position.legal_moves()}
        legal = state.legal_actions()
        assert sorted(moves) == legal, position
        assert not position.is_over()
        chosen = legal[rng.randrange(len(legal))]
        position.make(moves[chosen])
        state.apply_action(chosen)
        plies += 1
    outcome = position.outcome()
    assert outcome is not None, position
    assert outcome.winner == winner(state.returns())
    assert position.legal_moves() == []
    return plies


@pytest.mark.parametrize("counterpart", COUNTERPARTS, ids=lambda one: one.key)
def test_random_games_have_the_same_moves_and_results_as_openspiels(counterpart: Counterpart):
    game = pyspiel.load_game(counterpart.theirs)
    rng = Random(20)

    plies = sum(
        compare(
            start(counterpart.key, counterpart.preset),
            game.new_initial_state(),
            counterpart.action,
            rng,
        )
        for _ in range(GAMES)
    )

    assert plies > 5 * GAMES


def test_moves_of_lines_of_action_are_written_as_openspiel_writes_them():
    state = pyspiel.load_game("lines_of_action").new_initial_state()
    position = start("loa", "openspiel")
    rng = Random(21)

    while not state.is_terminal():
        ours = {position.format_move(move): move for move in position.legal_moves()}
        theirs = {state.action_to_string(action): action for action in state.legal_actions()}
        assert sorted(ours) == sorted(theirs)
        chosen = rng.choice(sorted(ours))
        position.make(ours[chosen])
        state.apply_action(theirs[chosen])


def test_every_board_of_random_kalah_games_is_openspiels():
    game = pyspiel.load_game("mancala")
    rng = Random(22)

    for _ in range(min(GAMES, 200)):
        state = game.new_initial_state()
        position = start("kalah", "standard")
        while not state.is_terminal():
            # OpenSpiel begins with North's kalah and goes round in sowing order.
            board = list(map(int, state.observation_tensor()))[: 2 * PITS + 2]
            assert board == [position.stones()[-1], *position.stones()[:-1]]
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            position.make(action - (PITS + 1) * position.side)


def test_the_lectures_kalah_has_openspiels_moves_until_its_game_is_over():
    game = pyspiel.load_game(THEIRS.theirs)
    rng = Random(23)
    longer = 0

    for _ in range(GAMES):
        state = game.new_initial_state()
        position = start("kalah", "lecture")
        while not state.is_terminal():
            assert not over_for_openspiel(position)
            moves = {THEIRS.action(position, move): move for move in position.legal_moves()}
            assert sorted(moves) == state.legal_actions()
            action = rng.choice(sorted(moves))
            state.apply_action(action)
            position.make(moves[action])
        assert over_for_openspiel(position)
        longer += not position.is_over()

    assert 0 < longer < GAMES
