"""What the engine makes of the pits of Kalah, and of endgames that it was given."""

from dataclasses import asdict

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.evaluation import terms
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from tests.models.random_play import random_position
from tests.pure_twin import load_pure


def test_a_pit_is_worth_most_where_its_last_stone_reaches_the_kalah():
    def worth(stones: int) -> int:
        return sum(term.value for term in terms([0, 0, stones, 0, 0, 0], [1, 0, 0, 0, 0, 0]))

    assert max(range(10), key=worth) == 4


def test_a_capture_on_offer_is_counted_with_its_own_stone():
    own, other = [2, 0, 0, 0, 0, 0], [0, 0, 0, 5, 0, 0]

    found = {term.name: term.own for term in terms(own, other)}

    assert found["largest capture"] == 6


@pytest.mark.parametrize("seed", range(10))
def test_both_modes_give_the_same_terms(seed):
    position = random_position("kalah", seed, 3 * seed)
    pure = load_pure()
    rules = pure["games.kalah.rules"].KalahRules(**asdict(position.rules))
    twin = pure["games.kalah.position"].Kalah(position.stones(), position.side, rules)

    mine = [(term.name, term.own, term.other, term.value) for term in position.evaluation_terms()]
    theirs = [(term.name, term.own, term.other, term.value) for term in twin.evaluation_terms()]

    assert mine == theirs


def test_a_search_of_one_move_is_exact_where_the_endgames_know_what_follows():
    game = find_game("kalah")
    rules = game.rulebook.default
    position = game.read("<6,20,20,0,2,0,1,0,0,1,0,2,0,1,1> S", rules)
    alone = Engine(1).analyse(position, Limits(depth=1)).lines[0].score
    position.use_tablebase(build_tablebase(rules, 8))

    helped = Engine(1).analyse(position, Limits(depth=1)).lines[0].score
    deep = Engine(1).analyse(position, Limits(depth=60)).lines[0].score

    assert not alone.proven
    assert helped.proven
    assert helped.number == deep.number
