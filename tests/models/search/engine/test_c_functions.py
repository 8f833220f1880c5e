"""Evaluators that are C functions of a position's words."""

import ctypes
import math
from collections.abc import Callable, Sequence

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import own_games
from kalahloa.models.native.function import call_evaluation, hundredths
from kalahloa.models.native.machine_code import MachineCode
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import search_value
from tests.models.random_play import random_position, start
from tests.pure_twin import load_pure

GAMES = [game.key for game in own_games()]
SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.POINTER(ctypes.c_longlong), ctypes.c_longlong)


class Evaluator(MachineCode):
    """An evaluator whose C function is Python's, as ctypes makes them."""

    def __init__(
        self,
        of_words: Callable[[Sequence[int]], float],
        of_position: Callable[[Position], float],
    ) -> None:
        self.called = 0

        def function(words, count):
            self.called += 1
            return of_words([words[index] & 0xFFFFFFFFFFFFFFFF for index in range(count)])

        self._function = SIGNATURE(function)
        self.function_address = ctypes.cast(self._function, ctypes.c_void_p).value
        self.of_position = of_position

    def __call__(self, position: Position) -> float:
        return self.of_position(position)


def mixed(words: Sequence[int]) -> float:
    """Return some value of *words* between -40 and 40, with more than two digits."""
    return hash(tuple(words)) % 80_000 / 1000 - 40


@pytest.mark.parametrize("key", GAMES)
def test_a_c_function_evaluates_like_the_python_function(key: str):
    for seed in range(4):
        position = random_position(key, seed, 3 * seed if key != "tictactoe" else seed)
        evaluator = Evaluator(mixed, lambda position: 1 / 0)
        limits = Limits(nodes=500)

        quick = Engine(1).analyse(position, limits, evaluator=evaluator)
        slow = Engine(1).analyse(
            position, limits, evaluator=lambda position: mixed(position.feature_words())
        )

        assert evaluator.called > 50
        assert (quick.lines, quick.depth, quick.nodes) == (slow.lines, slow.depth, slow.nodes)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 90.0, -90.0])
def test_without_a_usable_value_the_evaluator_itself_is_asked(value: float):
    asked: list[int] = []

    def ask(position: Position) -> float:
        asked.append(position.side)
        return 0.25

    evaluator = Evaluator(lambda words: value, ask)
    found = Engine(1).analyse(start("loa"), Limits(depth=1), evaluator=evaluator)

    assert len(asked) == evaluator.called > 0
    assert search_value(found.lines[0].score) == -25


def test_what_the_evaluator_itself_raises_is_raised():
    evaluator = Evaluator(lambda words: math.nan, lambda position: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        Engine(1).analyse(start("loa"), Limits(depth=2), evaluator=evaluator)


@pytest.mark.parametrize("key", GAMES)
def test_the_words_are_those_of_the_features_and_the_same_in_both_modes(key: str):
    pure = load_pure()[f"games.{key}.game"].GAME
    for seed in range(30):
        position = random_position(key, seed, seed)
        twin = pure.read(position.position_string(), pure.rulebook.default)

        words = position.feature_words()
        assert words == twin.feature_words()
        assert words[0] == position.side
        assert all(0 <= word < 1 << 64 for word in words)


@pytest.mark.parametrize(
    ("number", "rounded"), [(0.005, 0), (0.015, 2), (-0.125, -12), (1.239, 124), (-89.999, -9000)]
)
def test_values_are_rounded_to_hundredths_half_to_even(number: float, rounded: int):
    assert hundredths(number) == rounded == round(100 * number)


def test_the_twin_of_the_call_calls_the_function():
    evaluator = Evaluator(lambda words: words[0] + words[1] / 4, lambda position: 0.0)

    assert call_evaluation(evaluator.function_address, [3, 1, 9], 2) == 3.25
