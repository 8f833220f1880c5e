"""Heuristics that Numba compiles have the same values and moves; if it cannot, it is said why."""

import math
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.heuristics import fast
from kalahloa.models.heuristics.fast import (
    CompiledHeuristic,
    NotCompiled,
    compile_heuristic,
    sample_positions,
    sample_rules,
)
from kalahloa.models.heuristics.stages import CHECKED
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import KalahloaError
from kalahloa.resources import resource
from tests.models.random_play import play, random_position, start

BOARDS = {
    "loa": [{"size": size} for size in range(4, 9)],
    "kalah": [{}, {}, {"pits": 3}, {"pits": 9, "stones": 2}],
    "tictactoe": [{}],
}
EXAMPLES = [(game.key, name) for game in own_games() for name in game.features.examples]

needs_numba = pytest.mark.skipif(
    not is_compiled() or find_spec("numba") is None,
    reason="Numba is not installed, or the engine not compiled",
)


class Failed(KalahloaError):
    """What the interpreted function raises."""


def interpreted(game: Game, text: str) -> Callable[[Position], float]:
    names: dict[str, Any] = {}
    exec(text, names)
    view = game.features.view

    def evaluate(position: Position) -> float:
        try:
            return names["evaluate"](view(position))
        except Exception as error:
            raise Failed(str(error)) from error

    return evaluate


def example(key: str, name: str) -> str:
    return resource("heuristics", key, f"{name}.py").read_text(encoding="utf-8")


def compiled(key: str, text: str) -> CompiledHeuristic:
    game = find_game(key)
    found = compile_heuristic(text, game, interpreted(game, text))
    assert isinstance(found, CompiledHeuristic), found
    return found


def refused(text: str, key: str = "loa") -> NotCompiled:
    game = find_game(key)
    found = compile_heuristic(text, game, interpreted(game, text))
    assert isinstance(found, NotCompiled), found
    return found


@cache
def positions(key: str) -> tuple[Position, ...]:
    """Return 1,000 positions of random games, on boards of all sizes."""
    found = []
    for seed in range(1000):
        boards = BOARDS[key]
        position = start(key, None, **boards[seed % len(boards)])
        chance = Random(5000 + seed)
        play(position, [chance.randrange(1000) for _ in range(seed // len(boards) % 60)])
        if position.is_over():
            position.unmake()
        found.append(position.copy(stack=False))
    return tuple(found)


# -- the same values and moves ---------------------------------------------------------------------


@needs_numba
@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_an_example_has_the_same_values_compiled_and_interpreted(key: str, name: str):
    found = compiled(key, example(key, name))

    for position in positions(key):
        assert found.owner(position.feature_words()) == found.interpreted(position)
    assert len(positions(key)) == 1000


@needs_numba
@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_the_engine_finds_the_same_compiled_and_interpreted(key: str, name: str):
    found = compiled(key, example(key, name))
    for seed in range(3):
        position = random_position(key, seed, 5 + 7 * seed if key != "tictactoe" else seed)
        limits = Limits(nodes=4000)

        slow = Engine(1).analyse(position, limits, evaluator=found.interpreted)
        quick = Engine(1).analyse(position, limits, evaluator=found)

        assert (quick.lines, quick.depth, quick.nodes) == (slow.lines, slow.depth, slow.nodes)


@needs_numba
def test_the_engine_calls_the_c_function_and_not_the_interpreted_one():
    found = compiled("loa", example("loa", "mix"))
    asked: list[Position] = []
    spy = CompiledHeuristic(asked.append, found.function_address, 0.0, found)

    Engine(1).analyse(start("loa"), Limits(nodes=3000), evaluator=spy)

    assert asked == []


ODD = {
    "generators": """
        def evaluate(position):
            me = position.side
            return sum(s % 8 for s in position.squares(me)) / max(g for g in position.groups(me))
    """,
    "a map": """
        def far(square):
            return abs(square - 31.5)

        def evaluate(position):
            return -sum(map(far, position.squares(position.side))) / 100
    """,
    "rounding": """
        def evaluate(position):
            me = position.side
            return round(1.5 * position.centralisation(me) + 0.15 * position.mobility(me), 3)
    """,
    "a list of constants": """
        VALUES = [0.0, 1.0, 0.5]

        def evaluate(position):
            return VALUES[position.group_count(position.side) % 3]
    """,
    "a module": """
        import math

        def evaluate(position):
            file, rank = position.centre_of_mass(side=position.side)
            return math.sqrt(file) + math.hypot(file, rank)
    """,
    "whole numbers": """
        def evaluate(position):
            return position.line_count(0, 63) - position.line_count(7, 56)
    """,
}


def dedented(text: str) -> str:
    return "\n".join(line[8:] for line in text.strip("\n").splitlines()) + "\n"


@needs_numba
@pytest.mark.parametrize("name", ODD)
def test_ordinary_python_is_compiled(name: str):
    found = compiled("loa", dedented(ODD[name]))

    for position in sample_positions(find_game("loa"), 200):
        value = found.owner(position.feature_words())
        assert value == pytest.approx(found.interpreted(position), rel=1e-9)


@needs_numba
@pytest.mark.parametrize(
    "value", ["1 / (position.side - position.side)", "(1, 2)[2 + position.side]"]
)
def test_where_it_raises_the_interpreted_function_is_asked(value: str):
    text = (
        f"def evaluate(position):\n    if position.mobility(0) > 36:\n"
        f"        return float({value})\n    return 0.5\n"
    )
    found = compile_heuristic(text, find_game("loa"), interpreted(find_game("loa"), text))
    if isinstance(found, NotCompiled):
        # A tuple's index is checked as it is compiled.
        assert found.line is not None
        return

    with pytest.raises(Failed):
        Engine(1).analyse(start("loa"), Limits(depth=3), evaluator=found)


@needs_numba
def test_a_list_is_not_read_beyond_its_end():
    text = "def evaluate(position):\n    return float(position.groups(0)[position.side + 1])\n"
    found = compiled("loa", text)
    connected = find_game("loa").read("8/8/2bb4/8/8/8/w6w/8 b", find_game("loa").rulebook.default)

    assert math.isnan(found.owner(connected.feature_words()))


@needs_numba
def test_values_that_are_too_large_are_asked_of_the_interpreted_function():
    text = "def evaluate(position):\n    return 91.0 if position.side == 1 else 0.5\n"
    found = compiled("loa", text)
    asked = []

    def ask(position: Position) -> float:
        asked.append(position.side)
        return 12.0

    spy = CompiledHeuristic(ask, found.function_address, 0.0, found)
    Engine(1).analyse(start("loa"), Limits(depth=2), evaluator=spy)

    assert set(asked) == {1}


# -- what keeps a heuristic from being compiled ----------------------------------------------------


@needs_numba
@pytest.mark.parametrize(
    ("body", "line", "word"),
    [
        ("    table = {}\n    table[1] = 'a'\n    table['b'] = 2\n    return 0.5", None, ""),
        ("    x = 1\n    return position.beauty(x)", 3, "beauty"),
        ("    import random\n    return random.choice([1, 2])", 2, ""),
        ("    with open('a') as f:\n        return 1.0", 2, ""),
        ("    x = 1 if position.side else 'one'\n    return 0.5", 2, ""),
        ("    return unknown + 1", 2, "unknown"),
        ("    if position.side:\n        return 1.0\n    return 'a'", None, ""),
        ("    yield 1", None, ""),
        ("    return None", None, ""),
        ("    class A:\n        pass\n    return 1.0", 2, ""),
    ],
)
def test_what_cannot_be_compiled_is_told_with_its_line(body: str, line: int | None, word: str):
    found = refused(f"def evaluate(position):\n{body}\n")

    assert found.sentence.endswith(".")
    assert "\n" not in found.sentence
    assert len(found.sentence) < 300
    assert word in found.sentence
    if line is not None:
        assert found.line == line
        assert str(line) in found.sentence


@needs_numba
def test_a_heuristic_that_keeps_something_is_not_compiled():
    found = refused(
        "SEEN = {}\n\ndef evaluate(position):\n    SEEN[position.side] = 1\n    return len(SEEN)\n"
    )

    assert found.line == 4


@needs_numba
def test_a_function_that_is_called_is_told_by_its_own_line():
    found = refused(
        "def part(position):\n    return position.beauty(0)\n\n"
        "def evaluate(position):\n    return part(position)\n"
    )

    assert found.line == 2


@needs_numba
def test_other_values_than_interpreted_are_told():
    game = find_game("loa")
    text = "def evaluate(position):\n    return position.mobility(0) / 7.5\n"

    found = compile_heuristic(text, game, lambda position: 1.25)

    assert isinstance(found, NotCompiled)
    assert "instead of 1.25" in found.sentence


@needs_numba
@pytest.mark.parametrize("text", ["x = 1\n", "def evaluate(position:\n", "1 / 0\n"])
def test_a_text_without_the_function_is_told(text: str):
    found = compile_heuristic(text, find_game("loa"), lambda position: 0.5)

    assert isinstance(found, NotCompiled)
    assert found.sentence.endswith(".")


# -- what is said and kept -------------------------------------------------------------------------


@needs_numba
def test_what_takes_long_is_reported_and_done_once():
    game = find_game("loa")
    text = "def evaluate(position):\n    return position.quads(position.side) / 3\n"
    told: list[str] = []

    compile_heuristic(text, game, interpreted(game, text), told.append)
    first = list(told)
    compile_heuristic(text, game, interpreted(game, text), told.append)

    assert [sentence.partition(" ")[0] for sentence in first] == [
        "Loading",
        "Compiling",
        "Comparing",
    ]
    assert told == first


def test_without_numba_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fast, "find_spec", lambda name: None)
    found = compile_heuristic("", find_game("loa"), lambda position: 0.0)

    assert not fast.is_available()
    assert isinstance(found, NotCompiled)
    assert "needs Numba" in found.sentence


def test_positions_to_compare_on_go_on_and_are_of_all_rules():
    for game in own_games():
        sampled = [
            (position.is_over(), position.position_string(), position.rules)
            for position in sample_positions(game, CHECKED)
        ]

        assert len(sampled) == CHECKED
        assert not any(over for over, _, _ in sampled)
        assert len({text for _, text, _ in sampled}) > 300
        found = {rules for _, _, rules in sampled}
        assert found == set(sample_rules(game))
        assert found >= {preset.rules for preset in game.rulebook.presets}


def test_positions_to_compare_on_are_on_boards_of_all_sizes():
    assert {rules.size for rules in sample_rules(find_game("loa"))} == set(range(4, 9))
    assert {rules.pits for rules in sample_rules(find_game("kalah"))} > {3, 6, 9}


@needs_numba
def test_other_values_on_a_small_board_only_are_told():
    game = find_game("loa")
    text = "def evaluate(position):\n    return float(position.board_size())\n"

    def on_the_large_board(position: Position) -> float:
        return 8.0

    found = compile_heuristic(text, game, on_the_large_board)

    assert isinstance(found, NotCompiled)
    assert "instead of 8" in found.sentence
