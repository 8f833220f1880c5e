"""The speed of a heuristic in the lab: measured, stopped, and told in words."""

import threading
from collections.abc import Callable, Iterator

import pytest

from kalahloa.controllers.features.lab.speed_words import speed_sentences
from kalahloa.controllers.features.lab.state import LabSpeed
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.speed import Speed
from kalahloa.models.heuristics.stages import STAGES
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import BadCommand, HeuristicFailed
from tests.controllers.features.lab.test_lab import ENDS_SOON, LOA, SIMPLE, TICTACTOE, Bench

COMPILED = Speed(20_000.0, 500_000.0, 1_000_000.0)


class Scripted:
    """Measures nothing: says what it is told to, once that is allowed."""

    def __init__(self) -> None:
        self.result: Speed | Exception = COMPILED
        self.go = threading.Event()
        self.measured: list[str] = []
        self.closed = 0

    def measure(
        self, source: HeuristicSource, game, position, stopped, tell: Callable[[str], None]
    ) -> Speed:
        self.measured.append(source.text)
        tell(STAGES[1])
        while not self.go.wait(0.01):
            if stopped():
                raise SearchStopped
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def scripted() -> Scripted:
    return Scripted()


@pytest.fixture
def bench(app, qtbot, scripted) -> Iterator[Bench]:
    app.document.new_game(LOA)
    bench = Bench(app, qtbot)
    bench.lab.timing.make_sandbox = lambda: scripted
    bench.begin()
    yield bench
    scripted.go.set()
    app.shut_down()


def test_what_is_done_is_told_and_then_the_speed(bench, scripted, qtbot):
    bench.lab.measure()
    assert bench.state.speed == LabSpeed(running=True)
    qtbot.waitUntil(lambda: bench.state.speed.doing == STAGES[1])

    scripted.go.set()

    qtbot.waitUntil(lambda: bench.state.speed == LabSpeed(speed=COMPILED))
    assert scripted.measured == [SIMPLE] and scripted.closed == 1
    assert not bench.lab.is_busy and bench.answers == []


def test_a_measurement_can_be_stopped(bench, scripted, qtbot):
    bench.lab.measure()
    qtbot.waitUntil(lambda: bool(bench.state.speed.doing))

    Interpreter(bench.app).execute("stopspeed")

    assert bench.state.speed == LabSpeed()
    qtbot.waitUntil(lambda: scripted.closed == 1)
    with pytest.raises(BadCommand, match="No measurement is running"):
        Interpreter(bench.app).execute("stopspeed")


def test_the_speed_of_another_text_is_not_told(bench, scripted, qtbot):
    scripted.go.set()
    bench.lab.measure()
    qtbot.waitUntil(lambda: bench.state.speed.speed is not None)

    bench.lab.edit("mine", SIMPLE + "\n# more\n")
    assert bench.state.speed == LabSpeed()
    bench.lab.edit("mine", SIMPLE)
    assert bench.state.speed.speed == COMPILED


def test_nothing_is_known_in_another_game(bench, scripted, qtbot):
    scripted.go.set()
    bench.lab.measure()
    qtbot.waitUntil(lambda: bench.state.speed.speed is not None)

    bench.app.document.new_game(LOA)

    assert bench.state.speed == LabSpeed()


def test_typed_it_is_answered_in_words(bench, scripted, qtbot):
    scripted.go.set()

    assert Interpreter(bench.app).execute("speed") == "Measuring the speed…"
    qtbot.waitUntil(lambda: bool(bench.answers))

    assert bench.answers == [
        "Compiled: 500 k nodes/s, 50% of that with the engine's own evaluation; 25 times as fast "
        "as interpreted (20 k nodes/s)."
    ]


def test_a_failure_is_told_with_its_line(bench, scripted, qtbot):
    scripted.result = HeuristicFailed("It divides by zero.", 4)
    scripted.go.set()

    bench.lab.measure(answer=True)
    qtbot.waitUntil(lambda: bool(bench.answers))

    assert bench.answers == ["Line 4: It divides by zero."]


def test_what_keeps_it_from_being_compiled_is_told_with_its_line():
    speed = Speed(20_000.0, None, None, "Line 7 keeps it from that.")

    assert speed_sentences(LabSpeed(speed=speed)) == (
        "Interpreted: 20 k nodes/s. Line 7 keeps it from that."
    )


def test_what_nobody_has_agreed_to_is_not_measured(bench, scripted):
    bench.lab.new("other", SIMPLE, must_ask=True)

    with pytest.raises(BadCommand, match="comes from elsewhere"):
        bench.lab.measure()
    assert scripted.measured == []


def test_where_the_game_is_over_nothing_is_measured(bench, scripted):
    document = bench.app.document
    document.new_game(TICTACTOE, start=ENDS_SOON)
    document.play(document.position.legal_moves()[0])

    with pytest.raises(BadCommand, match="The game is over"):
        bench.lab.measure()
