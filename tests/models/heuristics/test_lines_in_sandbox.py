"""The values of lines come out of the sandbox, with the evaluation of the first position."""

from collections.abc import Iterator

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox.frames import BrokenStream
from kalahloa.models.sandbox.replies import read_evaluation
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.text.errors import HeuristicFailed

LOA = find_game("loa")
TEXT = """
MOVES = 0.5

def evaluate(position):
    me = position.side
    groups = position.groups(me)
    return MOVES * position.mobility(me) - len(groups)
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


def source(text: str) -> HeuristicSource:
    return HeuristicSource("mine", "loa", text)


def test_the_first_position_comes_with_the_values_of_its_lines(sandbox):
    start = LOA.start(LOA.rulebook.default)
    later = start.copy()
    later.make(later.legal_moves()[0])

    first, second = sandbox.evaluate(source(TEXT), [start, later], lines=True)

    assert first is not None and second is not None
    assert first.lines == {5: "Black", 6: "6, 6", 7: f"{first.value:.2f}"}
    assert second.lines == {} and set(second.terms) == {"MOVES"}
    assert sandbox.evaluate(source(TEXT), [start])[0].lines == {}


def test_code_that_ends_tracing_or_behaves_otherwise_then_still_has_its_value(sandbox):
    text = (
        "import sys\ndef evaluate(position):\n    if sys.gettrace():\n        raise ValueError\n"
        "    a = 2\n    return a\n"
    )
    start = LOA.start(LOA.rulebook.default)

    (found,) = sandbox.evaluate(source(text), [start], lines=True)

    assert found is not None and found.value == 2.0 and found.lines == {}


def test_an_endless_loop_in_what_is_traced_is_one_sentence(sandbox):
    text = "def evaluate(position):\n    while True:\n        a = 1\n"

    with pytest.raises(HeuristicFailed):
        sandbox.evaluate(source(text), [LOA.start(LOA.rulebook.default)], lines=True)


@pytest.mark.parametrize(
    "lines", [[], {"x": "1"}, {"1": 2}, {"1": "x" * 99}, {"1": "a\nb"}, {"٣": "1"}]
)
def test_odd_values_of_lines_are_refused(lines):
    message = {"value": 1.0, "terms": {}, "printed": "", "lines": lines}

    with pytest.raises(BrokenStream):
        read_evaluation(message, source(TEXT))
