"""The engine's levels: their definitions, determinism, and how the lower ones misjudge."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.game.value import mate_in, mated_in, value_of_margin
from kalahloa.models.search.engine.engine import AnalysedLine, Engine
from kalahloa.models.search.levels.level_engine import (
    MAX_TABLE,
    LevelledEngine,
    LevelSpec,
    misjudged,
    table_for,
)
from kalahloa.models.search.levels.levels import ENDING, HIGHEST, LASTING, LOWEST, at_level, specs
from kalahloa.models.search.levels.variety import MAX_EXTRA, nearly_best
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchStopped
from kalahloa.models.search.score import ScoreKind, score_of_search
from kalahloa.models.text.errors import UnknownName
from tests.models.random_play import random_position
from tests.models.stones_game import NO_IDEA, Stones

DEEP = Limits(depth=99)
QUICK = [number for number, one in enumerate(LASTING, 1) if (one.nodes or 0) < 40_000]


def test_there_are_ten_levels_from_beginner_to_master():
    assert (LOWEST, HIGHEST) == (1, 10)
    for ladder in (ENDING, LASTING):
        assert (ladder[0].name, ladder[-1].name) == ("beginner", "master")
        assert len({spec.name for spec in ladder}) == 10
    assert [spec.name for spec in ENDING] == [spec.name for spec in LASTING]


@pytest.mark.parametrize("ladder", [ENDING, LASTING])
def test_each_level_searches_deeper_than_the_one_below_or_judges_better(ladder):
    for lower, higher in pairwise(ladder):
        reach = [(one.nodes or 0, one.depth or 99, -one.blur) for one in (lower, higher)]
        assert reach[0] < reach[1]


def test_only_in_games_that_always_end_levels_prove():
    assert specs(True) == ENDING and specs(False) == LASTING
    assert [number for number, spec in enumerate(ENDING, 1) if spec.proof_nodes] == [9, 10]
    assert not any(spec.proof_nodes for spec in LASTING)


@pytest.mark.parametrize("number", [0, 12, -1, True, 7.0])
def test_an_unknown_level_is_rejected(number):
    with pytest.raises(UnknownName, match="levels are 1 to 10"):
        at_level(number)


def test_a_level_describes_itself():
    searcher = at_level(7)

    assert (searcher.name, searcher.title) == ("engine", "Engine, level 7")
    assert "tournament player" in searcher.sentence


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize("number", QUICK)
def test_a_level_makes_the_same_legal_move_every_time(key, number):
    game = find_game(key)
    position = random_position(key, 3, 12 if key != "tictactoe" else 2)
    before = position.position_string()

    first, second = (at_level(number, 5).choose(position, DEEP, game.heuristic()) for _ in "12")

    assert first.move in position.legal_moves()
    assert first.line[0] == first.move
    assert (first.move, first.nodes, first.score) == (second.move, second.nodes, second.score)
    assert position.position_string() == before


@pytest.mark.parametrize("number", [n for n in QUICK if LASTING[n - 1].nodes])
def test_a_level_keeps_its_node_limit(number):
    position = random_position("loa", 3, 12)

    found = at_level(number).choose(position, DEEP, find_game("loa").heuristic())

    strict = at_level(number, varies=False).choose(position, DEEP, find_game("loa").heuristic())

    assert 0.5 < strict.nodes / LASTING[number - 1].nodes < 1.01
    assert strict.nodes < found.nodes < strict.nodes * 1.3 * (1.01 + MAX_EXTRA)


def test_a_beginner_plays_differently_with_another_seed():
    game = find_game("loa")
    position = game.start(game.rulebook.default)

    chosen = {at_level(1, seed).choose(position, DEEP, game.heuristic()).move for seed in range(9)}

    assert len(chosen) > 2


def games_against(number: int, key: str, seeds: Iterable[int]) -> set[tuple[int, ...]]:
    """Return the different games that a level plays against one and the same opponent."""
    game, other, found = find_game(key), Engine(1), set()
    for seed in seeds:
        level = at_level(number, seed)
        position = game.start(game.rulebook.default)
        moves: list[int] = []
        while not position.is_over() and len(moves) < 60:
            if position.side == 1:
                moves.append(level.choose(position, DEEP, game.heuristic()).move)
            else:
                moves.append(other.choose(position, Limits(depth=2), game.heuristic()).move)
            position.make(moves[-1])
        found.add(tuple(moves))
    return found


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize("number", [1, 2, 4, 5, 6])
def test_a_level_plays_another_game_with_another_seed_and_the_same_with_the_same(key, number):
    assert len(games_against(number, key, range(4))) > 1
    assert len(games_against(number, key, [3, 3])) == 1


def test_a_levels_nodes_are_all_that_it_has_visited():
    position = random_position("loa", 3, 12)

    varied = at_level(5, 1).choose(position, DEEP, find_game("loa").heuristic())
    strict = LevelledEngine(5, replace(LASTING[4], near=0.0))

    assert varied.nodes > strict.choose(position, DEEP, find_game("loa").heuristic()).nodes


@pytest.mark.parametrize("number", [3, 5, 6])
def test_a_level_varies_only_among_moves_that_are_nearly_as_good(number):
    game, spec = find_game("loa"), LASTING[number - 1]
    position = random_position("loa", 3, 12)
    nodes = spec.with_bonus().nodes
    best = Engine(1).analyse(position, Limits(nodes=nodes), for_play=True)
    lines = Engine(1).analyse(position, Limits(best.depth), lines=4).lines
    alike = {line.move for line in nearly_best(lines, best.lines[0].move, spec.near)}

    chosen = {
        at_level(number, seed).choose(position, DEEP, game.heuristic()).move for seed in range(20)
    }

    assert chosen <= alike | {best.lines[0].move}


@pytest.mark.parametrize(
    ("values", "near", "expected"),
    [
        ((50, 40, 30), 0.1, {0, 1}),
        ((50, 40, 30), 0.0, {0}),
        ((50, 50, 30), 0.0, {0, 1}),
        ((40, 50, 60), 0.1, {0, 1}),  # what only a shallow search likes better is not trusted
        ((mate_in(3), mate_in(3), 50), 9.0, {0, 1}),
        ((mate_in(3), mate_in(5), 50), 9.0, {0}),
        ((50, mated_in(3)), 9.0, {0}),
    ],
)
def test_moves_are_nearly_the_best_by_their_estimates(values, near, expected):
    legal, lines = lines_of(values)

    assert {legal.index(one.move) for one in nearly_best(lines, legal[0], near)} == expected


def test_a_move_that_was_not_compared_has_no_equals():
    legal, lines = lines_of((50, 50))

    assert nearly_best(lines, legal[7], 1.0) == []


@pytest.mark.parametrize("number", range(4, HIGHEST + 1))
def test_from_level_4_on_nobody_overlooks_two_in_a_row(number):
    game = find_game("tictactoe")
    texts = ("XX./O../... O", ".X./.X./O.. O", "..X/.X./..O O", "X.O/..O/.X. X")

    for text in texts:
        position = game.read(text, game.rulebook.default)
        answer = next(move for move in position.legal_moves() if not loses_at_once(position, move))
        for seed in range(3):
            level = at_level(number, seed, game.knowledge)
            assert level.choose(position, DEEP, game.heuristic()).move == answer


def loses_at_once(position, move) -> bool:
    """Return whether the opponent can win by the answer to *move*."""
    walker = position.copy()
    walker.make(move)
    for answer in walker.legal_moves():
        walker.make(answer)
        if walker.is_over() and walker.outcome().winner is not None:
            return True
        walker.unmake()
    return False


def test_a_careful_level_that_loses_anyway_still_moves():
    game = find_game("tictactoe")
    position = game.read("X.X/.O./X.O O", game.rulebook.default)

    assert at_level(5).choose(position, DEEP, game.heuristic()).move in position.legal_moves()


def test_levels_without_blur_choose_the_best_move():
    game = find_game("kalah")
    position = random_position("kalah", 4, 10)
    nodes = 2_000

    best = Engine(1).analyse(position, Limits(nodes=nodes)).lines[0].move
    levelled = LevelledEngine(1, LevelSpec("strict", "a strict player", nodes=nodes))

    assert levelled.choose(position, DEEP, game.heuristic()).move == best


def lines_of(values: tuple[int, ...]) -> tuple[list[int], list[AnalysedLine]]:
    """Return legal moves of some position, and lines of the first of them with these *values*."""
    position = find_game("loa").start(find_game("loa").rulebook.default)
    legal = position.legal_moves()
    return legal, [
        AnalysedLine(
            legal[place],
            score_of_search(value, False, position.side, ScoreKind.WINNER),
            (legal[place],),
        )
        for place, value in enumerate(values)
    ]


def taken(values: tuple[int, ...], blur: float) -> set[int]:
    """Return the places of the *values* that players with *blur* take for the best, by seeds."""
    position = find_game("loa").start(find_game("loa").rulebook.default)
    legal, found = lines_of(values)
    return {legal.index(misjudged(position, found, blur, seed).move) for seed in range(200)}


@pytest.mark.parametrize(
    ("values", "blur", "expected"),
    [
        ((50, 40, 0, -50), 0.01, {0}),
        ((50, 40, 0, -900), 0.3, {0, 1, 2}),  # what is much worse is not played
        ((0, 0, 0), 0.5, {0, 1, 2}),
        ((mate_in(3), 50, 40), 3.0, {0}),  # a win is not passed over
        ((50, 45, mated_in(3)), 3.0, {0, 1}),  # a loss is not walked into
        ((50, value_of_margin(-2)), 3.0, {0}),
        ((mated_in(4), mated_in(2)), 3.0, {0}),
        ((7,), 3.0, {0}),
    ],
)
def test_errors_are_relative_to_what_moves_lose(values, blur, expected):
    assert taken(values, blur) == expected


def test_the_same_position_is_misjudged_alike_all_game_long():
    game = find_game("kalah")
    position = random_position("kalah", 4, 8)
    level = at_level(1, 7)

    chosen = {level.choose(position, DEEP, game.heuristic()).move for _ in range(5)}

    assert len(chosen) == 1


def test_even_a_beginner_plays_a_win_in_one():
    game = find_game("tictactoe")
    position = game.read("XX./OO./... X", game.rulebook.default)

    chosen = {at_level(1, seed).choose(position, DEEP, game.heuristic()).move for seed in range(9)}

    assert {position.format_move(move) for move in chosen} == {"3"}


def test_a_level_plays_a_game_in_plain_python():
    for number in (1, 5, 7):
        assert at_level(number).choose(Stones(7), DEEP, NO_IDEA).move in (1, 2, 3)
    assert at_level(8).choose(Stones(7), DEEP, NO_IDEA).move == 3


def test_limits_can_make_a_level_weaker():
    game = find_game("kalah")
    position = game.start(game.rulebook.default)

    found = at_level(8).choose(position, Limits(depth=1), game.heuristic())

    assert found.depth == 1


def test_a_stopped_level_raises_search_stopped():
    game = find_game("kalah")

    with pytest.raises(SearchStopped):
        at_level(10).choose(
            game.start(game.rulebook.default), DEEP, game.heuristic(), stopped=lambda: True
        )


def test_a_level_that_is_stopped_plays_nothing_of_what_it_has_found():
    game = find_game("loa")
    heard: list[Progress] = []

    with pytest.raises(SearchStopped):
        at_level(5).choose(
            game.start(game.rulebook.default),
            DEEP,
            game.heuristic(),
            stopped=lambda: bool(heard),
            report=heard.append,
        )

    assert heard[0].completed >= 1


def test_a_level_reports_its_progress():
    game = find_game("kalah")
    heard: list[Progress] = []

    found = at_level(8).choose(
        game.start(game.rulebook.default), DEEP, game.heuristic(), report=heard.append
    )

    assert heard[-1].line[0] == found.move
    assert heard[-1].depth == found.depth


def test_the_table_size_suits_the_nodes():
    assert table_for(1) == 1
    assert table_for(20_000) == 1
    assert table_for(150_000) == 8
    assert table_for(10**9) == table_for(None) == MAX_TABLE
