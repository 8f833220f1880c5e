"""Compiled and uncompiled, the rules and the searches are the same.

Where nothing is compiled the sources are compared with themselves.
"""

from random import Random
from types import ModuleType
from typing import Any

import pytest

from kalahloa.models.games.kalah import game as kalah_game
from kalahloa.models.games.kalah import position as kalah
from kalahloa.models.games.loa import game as loa_game
from kalahloa.models.games.loa import position as loa
from kalahloa.models.games.tictactoe import game as tictactoe_game
from kalahloa.models.games.tictactoe import position as tictactoe
from kalahloa.models.search import searchers as search
from kalahloa.models.search import transposition_table as search_table
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver import exact_search as search_exact
from tests.models.random_play import GAME_RULES
from tests.pure_twin import load_pure

ORDINARY = {
    "loa": (loa, loa_game),
    "kalah": (kalah, kalah_game),
    "tictactoe": (tictactoe, tictactoe_game),
}
SEEDS = range(4)
DEPTHS = {"loa": 1, "kalah": 3, "tictactoe": 4}

every_rule_set = pytest.mark.parametrize(("key", "preset"), GAME_RULES)


def twins(key: str, preset: str, **options: object) -> tuple[Any, Any]:
    """Return the first position twice: from the ordinary modules and from their pure twins."""
    pure = load_pure()[f"games.{key}.game"].GAME
    ordinary = ORDINARY[key][1].GAME
    return (
        ordinary.start(ordinary.rulebook.read(preset, options)),
        pure.start(pure.rulebook.read(preset, options)),
    )


def words(position: Any) -> tuple:
    """Return all that *position* says, outcomes taken apart since their classes differ."""
    outcome = position.outcome()
    moves = position.legal_moves()
    return (
        position.position_string(),
        position.diagram(),
        [position.status(side) for side in (0, 1)],
        outcome and (outcome.winner, outcome.score, outcome.reason),
        [position.format_move(move) for move in moves],
        [position.describe(move) for move in moves],
        [
            [
                (step.action.value, step.origin, step.target, step.side, step.count)
                for step in position.transition(move)
            ]
            for move in moves
        ],
    )


def numbers(position: Any) -> tuple:
    return (position.side, position.ply, position.hash, position.is_over(), position.legal_moves())


def test_the_pure_twins_are_not_compiled():
    for module in (
        "games.loa.position",
        "games.kalah.position",
        "games.tictactoe.position",
        "game.position",
    ):
        twin = load_pure()[module]
        assert isinstance(twin, ModuleType)
        assert twin.__file__.endswith(".py")


@every_rule_set
def test_random_games_are_the_same_in_both_modes(key: str, preset: str):
    for seed in SEEDS:
        one, other = twins(key, preset)
        rng = Random(seed)
        assert numbers(one) == numbers(other)
        for _ in range(120):
            moves = one.legal_moves()
            if not moves:
                break
            move = rng.choice(moves)
            one.make(move)
            other.make(move)
            assert numbers(one) == numbers(other)
        assert words(one) == words(other)
        assert numbers(one.copy()) == numbers(other.copy())
        while one.ply:
            one.unmake()
            other.unmake()
            assert numbers(one) == numbers(other)


@every_rule_set
def test_positions_say_the_same_in_both_modes(key: str, preset: str):
    one, other = twins(key, preset)
    rng = Random(5)

    for _ in range(25):
        assert words(one) == words(other)
        if one.is_over():
            break
        move = rng.choice(one.legal_moves())
        one.make(move)
        other.make(move)


@pytest.mark.parametrize(("pits", "stones"), [(1, 1), (1, 12), (2, 9), (3, 3), (9, 1), (12, 12)])
@pytest.mark.parametrize("preset", [preset for key, preset in GAME_RULES if key == "kalah"])
def test_kalah_boards_of_all_sizes_are_the_same_in_both_modes(preset: str, pits: int, stones: int):
    one, other = twins("kalah", preset, pits=pits, stones=stones)
    rng = Random(pits)

    while not one.is_over():
        assert numbers(one) == numbers(other)
        move = rng.choice(one.legal_moves())
        one.make(move)
        other.make(move)

    assert words(one) == words(other)


@every_rule_set
def test_perft_is_the_same_in_both_modes(key: str, preset: str):
    depth = {"loa": 2, "kalah": 4, "tictactoe": 4}[key]
    one, other = twins(key, preset)

    assert [one.perft(n) for n in range(depth + 1)] == [other.perft(n) for n in range(depth + 1)]


@every_rule_set
@pytest.mark.parametrize("name", [searcher.name for searcher in search.searchers()])
def test_searches_are_the_same_in_both_modes(key: str, preset: str, name: str):
    for seed in SEEDS:
        one, other = twins(key, preset)
        rng = Random(seed)
        for _ in range(3 + 5 * seed if key != "tictactoe" else seed):
            move = rng.choice(one.legal_moves())
            one.make(move)
            other.make(move)
        if one.is_over():
            continue
        pure = load_pure()
        for heuristic in ORDINARY[key][1].GAME.heuristics:
            twin_heuristic = pure[f"games.{key}.game"].GAME.heuristic(heuristic.name)
            twin_limits = pure["search.limits"].Limits(depth=DEPTHS[key])

            found = search.find_searcher(name).choose(one, Limits(depth=DEPTHS[key]), heuristic)
            twin = (
                pure["search.searchers"]
                .find_searcher(name)
                .choose(other, twin_limits, twin_heuristic)
            )

            assert (lecture_value(found.score), found.line, found.nodes, found.score.proven) == (
                lecture_value(twin.score),
                twin.line,
                twin.nodes,
                twin.score.proven,
            )


@pytest.mark.parametrize(("pits", "stones"), [(2, 9), (2, 12)])
def test_exact_searches_that_look_ahead_are_the_same_in_both_modes(pits: int, stones: int):
    ordinary = {
        "games.kalah.game": kalah_game,
        "search.transposition_table": search_table,
        "search.solver.exact_search": search_exact,
    }
    found = []
    for modules in (ordinary, load_pure()):
        game = modules["games.kalah.game"].GAME
        position = game.start(game.rulebook.read(None, {"pits": pits, "stones": stones}))
        table = modules["search.transposition_table"].TranspositionTable(1)
        search = modules["search.solver.exact_search"].ExactSearch(position, table)
        found.append([(search.run(beta - 1, beta), search.node_count()) for beta in (-8, 0, 8)])

    # So many stones are in play that the moves are judged by a look ahead.
    assert 4 * pits * stones >= load_pure()["search.solver.exact_search"].MIN_SCOUT_SPAN
    assert found[0] == found[1]
