"""Hostile heuristics: each gives one sentence, and the program lives on."""

import os
import re
from collections.abc import Iterator
from time import monotonic

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox.limits import SandboxLimits
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import HeuristicFailed
from tests.models.random_play import start
from tests.models.sandbox.hostile import HOSTILE

LIMITS = SandboxLimits(seconds=0.5, load_seconds=1.0, mebibytes=1024, silent_seconds=1.25)
PATIENCE = 30.0
"""Far more than any of them may take, however busy the machine is."""
HARMLESS = "def evaluate(position): return 0.5"


def order_with(text: str, searcher: str = "alpha-beta") -> SearchOrder:
    source = HeuristicSource("test", "tictactoe", text)
    return SearchOrder.of(
        find_game("tictactoe"), start("tictactoe"), searcher, Limits(depth=2), source
    )


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(LIMITS) as sandbox:
        yield sandbox


def is_gone(pid: int) -> bool:
    """Return whether there is no process *pid*, no zombie of it, and nothing of its session."""
    for look in (lambda: os.kill(pid, 0), lambda: os.killpg(pid, 0)):
        try:
            look()
        except ProcessLookupError:
            continue
        return False
    return True


def test_there_are_enough_of_them():
    assert len(HOSTILE) >= 50


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_heuristic_gives_one_sentence(sandbox, name):
    text, pattern = HOSTILE[name]
    sandbox.warm_up()
    before = sandbox.pid
    assert before is not None
    began = monotonic()

    with pytest.raises(HeuristicFailed) as failed:
        sandbox.search(order_with(text))

    sentence = str(failed.value)
    assert re.search(pattern, sentence), sentence
    assert sentence.startswith("The heuristic 'test' ")
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) <= 400
    assert monotonic() - began < PATIENCE
    # The process can go on, or nothing is left of it.
    assert sandbox.pid == before or is_gone(before)


@pytest.mark.parametrize("name", ["endless loop", "hard exit", "division", "text", "10 GB list"])
def test_the_engine_says_the_same_of_it(sandbox, name):
    text, pattern = HOSTILE[name]

    with pytest.raises(HeuristicFailed, match=pattern):
        sandbox.search(order_with(text, "engine"))


@pytest.mark.parametrize("name", ["endless loop", "hard exit", "division", "exit"])
def test_so_does_an_evaluation(sandbox, name):
    text, pattern = HOSTILE[name]
    source = HeuristicSource("test", "tictactoe", text)

    with pytest.raises(HeuristicFailed, match=pattern):
        sandbox.evaluate(source, [start("tictactoe")])


@pytest.mark.parametrize("name", ["no builtins", "garbage in the pipes", "endless loop", "no JSON"])
def test_after_a_hostile_heuristic_another_one_is_searched_with(sandbox, name):
    with pytest.raises(HeuristicFailed):
        sandbox.search(order_with(HOSTILE[name][0]))

    assert sandbox.search(order_with(HARMLESS)).score.number == 0.5


def test_a_failure_tells_its_line(sandbox):
    with pytest.raises(HeuristicFailed) as failed:
        sandbox.search(order_with("def evaluate(p):\n    x = 0\n    return 1 / x"))

    assert failed.value.line == 3


def test_nothing_is_left_of_a_sandbox_that_is_closed():
    sandbox = Sandbox(LIMITS)
    sandbox.warm_up()
    pid = sandbox.pid
    assert pid is not None

    sandbox.close()

    assert is_gone(pid)
    assert sandbox.pid is None
