"""The clock of the game on the board: whose time passes, and what is said of it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.clock.clock import USUAL, Clock
from kalahloa.controllers.features.clock.state import ClockState
from kalahloa.controllers.features.clock.words import clock_text
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.time_control import TimeControl
from kalahloa.models.text.errors import BadCommand


class Time:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(qapp, time) -> Iterator[AppContext]:
    made = open_app(find_game("kalah"))
    made[Clock].now = time
    yield made
    made.shut_down()


def play(app: AppContext, text: str) -> None:
    app.document.play(app.document.position.read_move(text))


def state(app: AppContext) -> ClockState:
    return app.document.place[ClockState]


def test_time_passes_from_the_first_move_on_for_the_side_to_move(app, time):
    app[Clock].start(TimeControl(60.0, 2.0))
    time.seconds += 30
    assert app[Clock].left == (60.0, 60.0) and state(app).running is None

    play(app, "1")  # no extra turn
    time.seconds += 7

    assert state(app).running == 1
    assert app[Clock].left == (62.0, 53.0)


def test_in_an_extra_turn_ones_own_time_goes_on_without_an_increment(app, time):
    app[Clock].start(TimeControl(60.0, 2.0))

    play(app, "3")
    time.seconds += 5

    assert state(app).running == 0
    assert app[Clock].left == (55.0, 60.0)


def test_the_clock_stands_after_undo_and_goes_on_with_the_next_move(app, time):
    app[Clock].start(TimeControl(60.0))
    play(app, "1")
    time.seconds += 10

    app.navigation.undo()
    time.seconds += 100

    assert state(app).running is None and app[Clock].left == (60.0, 50.0)
    play(app, "2")
    time.seconds += 1
    assert app[Clock].left == (60.0, 49.0)


def test_another_game_gives_both_sides_their_whole_time(app, time):
    app[Clock].start(TimeControl(60.0))
    play(app, "1")
    time.seconds += 10

    app.document.new_game(find_game("loa"))

    assert state(app) == ClockState("60+0", (60.0, 60.0))


def test_at_the_end_of_the_game_it_stands(app, time):
    game = find_game("tictactoe")
    app.document.new_game(game)
    app[Clock].start(TimeControl(60.0))
    for text in ("5", "1", "4", "2", "6"):
        play(app, text)
    time.seconds += 50

    assert app.document.place.outcome is not None
    assert app[Clock].left == (60.0, 60.0)


def test_a_side_whose_time_is_up_may_play_on(app, time, qtbot):
    said = []
    app[Clock].message.connect(said.append)
    app[Clock].start(TimeControl(0.05, 2.0))
    play(app, "1")
    time.seconds += 10

    qtbot.waitUntil(lambda: bool(said), timeout=5_000)

    assert said == ["North is out of time. You may play on."]
    assert state(app).left[1] == 0.0
    play(app, "2")
    assert app[Clock].left[1] == 0.0, "There is no increment for a side without time."


def test_without_a_clock_there_is_no_state_and_time_is_not_counted(app, time):
    play(app, "1")
    assert app.document.place.get(ClockState) is None

    app[Clock].start()
    app[Clock].stop()
    time.seconds += 10

    assert app.document.place.get(ClockState) is None


def test_the_typed_word_starts_tells_and_stops(app, time):
    typed = Interpreter(app)

    assert typed.execute("clock 1+3") == "South has 1:00, North has 1:00."
    play(app, "1")
    time.seconds += 51.5
    assert typed.execute("clock times") == "South has 1:03, North has 0:08.5."
    assert typed.execute("clock off") == "Clock off."
    with pytest.raises(BadCommand, match="No clock"):
        typed.execute("clock times")
    assert typed.execute("clock") == "South has 1:00, North has 1:00."
    assert typed.execute("clock") == "Clock off."


@pytest.mark.parametrize("words", ["0", "x", "10+", "1e9", "nan", "5+-1", "5 6"])
def test_what_is_no_time_is_refused_and_changes_nothing(app, words):
    with pytest.raises(BadCommand):
        Interpreter(app).execute(f"clock {words}")

    assert not app[Clock].is_on and app[Clock].control == USUAL


def test_the_time_is_kept_in_the_settings(app, tmp_path):
    told = []
    app[Clock].settings_changed.connect(lambda: told.append(app[Clock].to_settings()))
    app[Clock].start(TimeControl(300.0, 3.0))
    assert told == [{"clock/control": "300+3"}]
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("clock/control", "300+3")

    app[Clock].control = USUAL
    app[Clock].load(SettingsReader(settings))

    assert app[Clock].control == TimeControl(300.0, 3.0)
    settings.setValue("clock/control", "soon")
    reader = SettingsReader(settings)
    app[Clock].load(reader)
    assert reader.damaged and app[Clock].control == TimeControl(300.0, 3.0)


def test_the_menu_shows_whether_it_is_on(app):
    assert not BY_KEY["clock"].checked(app.document.place)
    BY_KEY["clock"].trigger(app)
    assert BY_KEY["clock"].checked(app.document.place)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        *((0.0, "0:00"), (0.04, "0:00.0"), (9.99, "0:09.9"), (10.0, "0:10"), (59.2, "1:00")),
        *((600.0, "10:00"), (3599.5, "1:00:00"), (3661.0, "1:01:01")),
    ],
)
def test_times_are_written_as_on_a_clock(seconds, text):
    assert clock_text(seconds) == text
