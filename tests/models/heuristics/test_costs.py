"""What features cost in a heuristic: how often they are asked for, and for how long."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.costs import FeatureCost, feature_costs
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox.frames import BrokenStream
from kalahloa.models.sandbox.replies import read_evaluation
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.sandbox.user_code import UserCode, Watch

KALAH = find_game("kalah")
TEXT = """
def evaluate(position):
    me = position.side
    total = position.kalah(me) - position.kalah(1 - me)
    for side in (0, 1):
        total += 0.1 * sum(position.pits(side)) + position.mobility(side) - position.mobility(side)
    return total
"""


class View:
    """Has a clock of its own, which only its features move on."""

    side = 1

    def __init__(self) -> None:
        self.seconds = 0.0

    def clock(self) -> float:
        return self.seconds

    def cheap(self, side: int) -> int:
        self.seconds += 2e-6
        return side

    def dear(self) -> int:
        self.seconds += 50e-6
        return 1


def evaluate(view: View) -> int:
    assert view.side == 1
    return view.cheap(0) + view.cheap(1) + view.dear()


def test_what_is_asked_for_is_counted_and_timed():
    view = View()

    costs, total = feature_costs(evaluate, view, ("cheap", "dear", "unused"), view.clock)

    assert {name: one.calls for name, one in costs.items()} == {"cheap": 2, "dear": 1}
    assert costs["cheap"].microseconds == pytest.approx(2)
    assert costs["dear"].microseconds == pytest.approx(50)
    assert total == pytest.approx(54)
    assert costs["dear"].share(total) == pytest.approx(50 / 54)


def test_one_time_that_another_program_took_does_not_count():
    class Late(View):
        calls = 0

        def dear(self) -> int:
            self.calls += 1
            # The first call is not timed; the second is the first of the whole, and after its
            # three the fifth is the first of the feature alone.
            self.seconds += 1.0 if self.calls in (2, 5) else 0.0
            return super().dear()

    view = Late()

    costs, total = feature_costs(evaluate, view, ("dear",), view.clock)

    assert total == pytest.approx(54)
    assert costs["dear"].microseconds == pytest.approx(50)


def test_a_share_is_at_most_all():
    assert FeatureCost(10, 5.0).share(100.0) == 0.5
    assert FeatureCost(10, 50.0).share(100.0) == 1.0
    assert FeatureCost(1, 1.0).share(0.0) == 0.0


def test_what_fails_raises():
    with pytest.raises(ZeroDivisionError):
        feature_costs(lambda view: 1 / 0, View(), ("dear",))


def test_the_users_code_tells_the_costs_of_its_features():
    code = UserCode(HeuristicSource("mine", "kalah", TEXT), KALAH, Watch())

    costs, total = code.costs(KALAH.start(KALAH.rulebook.default))

    assert {name: one.calls for name, one in costs.items()} == {
        "kalah": 2,
        "pits": 2,
        "mobility": 4,
    }
    assert 0 < max(one.microseconds for one in costs.values()) < total


def test_code_that_fails_has_no_costs():
    code = UserCode(
        HeuristicSource("mine", "kalah", "def evaluate(p): return p.nothing()"), KALAH, Watch()
    )

    assert code.costs(KALAH.start(KALAH.rulebook.default)) == ({}, 0.0)


def test_the_costs_come_through_the_sandbox_with_the_lines():
    position = KALAH.start(KALAH.rulebook.default)
    with Sandbox() as sandbox:
        source = HeuristicSource("mine", "kalah", TEXT)
        here, there = sandbox.evaluate(source, [position, position], lines=True)

    assert here.costs["mobility"].calls == 4 and here.microseconds > 0
    assert not there.costs


@pytest.mark.parametrize(
    "costs",
    [
        [],
        {"kalah": 3},
        {"kalah": [1]},
        {"kalah": [1, "x"]},
        {"kalah": [-1, 1.0]},
        {"kalah": [1.5, 1.0]},
        {"no name": [1, 1.0]},
        {f"n{number}": [1, 1.0] for number in range(101)},
    ],
)
def test_costs_that_are_wrong_are_refused(costs):
    message = {"value": 0.5, "terms": {}, "printed": "", "costs": costs}

    with pytest.raises(BrokenStream):
        read_evaluation(message, HeuristicSource("mine", "kalah", TEXT))
