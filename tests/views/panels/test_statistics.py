"""The statistics panel: who, which game, when; bars and curves that lead to the games."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from kalahloa.models.library.library import Library
from kalahloa.models.library.selection import Selection
from kalahloa.models.library.statistics import MIN_GAMES
from kalahloa.models.record.annotation import Mark
from kalahloa.views.dialogs.figure_table import FigureTableDialog
from kalahloa.views.panels.games import GamesPanel
from kalahloa.views.panels.statistics import ACCURACY, GIVEN, StatisticsPanel
from kalahloa.views.window.panel_area import MIN_SIZE
from tests.models.library.reviewed_games import LEVELS, Given
from tests.models.library.reviewed_games import add as add_given
from tests.views.conftest import Hands

LEFT = Qt.MouseButton.LeftButton
X_WINS, O_WINS = "1 5 2 8 3", "1 3 2 5 9 7"
WEAK, STRONG = LEVELS[1:]
AGAINST = {
    "weak": Given(X_WINS, ("Human", "Engine, level 3"), (None, WEAK), date="2026-05-01"),
    "strong": Given(O_WINS, ("Human", "Engine, level 7"), (None, STRONG), date="2026-05-02"),
    "named": Given(X_WINS, ("Anna", "Bert"), date="2026-05-03"),
}
MISTAKES = ((1.0, Mark.DUBIOUS), (0.0, None), (7.0, Mark.BLUNDER), (0.0, None), (0.0, None))


class Study:
    """The panel in a window, and hands on it."""

    def __init__(self, hands: Hands, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        panel = hands.window.panel_host.panel("statistics")
        games = hands.window.panel_host.panel("games")
        assert isinstance(panel, StatisticsPanel) and isinstance(games, GamesPanel)
        self.panel, self.games = panel, games
        self.panel.today = lambda: QDate(2026, 5, 20)

    def add(self, *games: Given) -> list[int]:
        with Library.open(self.hands.disk.path) as library:
            return [add_given(library, one) for one in games]

    def go(self) -> None:
        """Show the panel by its command, and wait for everything that it asks for."""
        self.wait(lambda: self.hands.window.actions_by_name["statistics"].trigger())

    def wait(self, deed) -> None:
        """Do *deed* and wait until all facts are known."""
        deed()
        statistics = self.hands.window.library.statistics
        self.qtbot.waitUntil(lambda: statistics.facts.mistakes is not None, timeout=10_000)

    def choose(self, box: QComboBox, text: str) -> None:
        """Choose *text* of *box*."""
        row = box.findText(text)
        assert row >= 0, [box.itemText(row) for row in range(box.count())]
        if box is self.panel.topic:
            box.setCurrentIndex(row)
        else:
            self.wait(lambda: box.setCurrentIndex(row))

    def bars(self) -> dict[str, tuple[int, ...]]:
        """Return the bars that are shown, by their labels."""
        assert self.panel.bars.isVisible()
        return {row.label: row.parts for row in self.panel.bars.chart.rows}

    def click(self, label: str) -> None:
        """Click the bar with *label*, and wait for the list."""
        row = list(self.bars()).index(label)
        with self.qtbot.waitSignal(self.hands.window.library.listed):
            place = self.panel.bars.middle_of(row).toPoint()
            QTest.mouseClick(self.panel.bars.viewport(), LEFT, pos=place)

    def listed(self) -> list[int]:
        """Return the ids of the games in the list, from the oldest."""
        headers = (self.games.games.header(n) for n in range(self.games.games.rowCount()))
        return sorted(header.id for header in headers if header is not None)


@pytest.fixture
def study(open_window, qtbot) -> Iterator[Study]:
    hands = open_window("tictactoe")
    hands.window.resize(1180, 780)
    yield Study(hands, qtbot)


def test_an_empty_library_says_that_there_are_no_games(study):
    study.go()

    assert study.panel.empty.isVisible()
    assert "no games of this kind" in study.panel.empty.text()
    assert not study.panel.save_button.isEnabled()


def test_ones_own_results_by_opponent_come_first(study):
    study.add(*AGAINST.values())

    study.go()

    assert study.panel.player.currentText() == "You"
    assert study.bars() == {"Engine, level 3": (1, 0, 0), "Engine, level 7": (0, 0, 1)}
    assert study.panel.total.whole.startswith("2 games: 1 won, 0 drawn, 1 lost")
    assert study.panel.topic.hasFocus()


def test_names_of_the_library_can_be_chosen_and_everybody(study):
    study.add(*AGAINST.values())
    study.go()
    study.qtbot.waitUntil(lambda: study.panel.player.count() == 4)

    study.choose(study.panel.player, "Anna")
    assert study.bars() == {"Humans": (1, 0, 0)}
    study.choose(study.panel.player, "Bert")
    assert study.bars() == {"Humans": (0, 0, 1)}
    study.choose(study.panel.player, "Everyone")
    study.choose(study.panel.topic, "Results by side")

    assert study.bars() == {"First side": (2, 0, 1), "Second side": (1, 0, 2)}


def test_game_and_period_leave_games_out(study):
    study.add(*AGAINST.values(), replace(AGAINST["weak"], date="2025-01-01"))
    study.add(replace(AGAINST["weak"], moves="1 2 3", game="kalah", result="0-1"))
    study.go()

    study.choose(study.panel.game, "Kalah")
    assert study.bars() == {"Engine, level 3": (0, 0, 1)}
    study.choose(study.panel.game, "Tic-tac-toe")
    assert study.bars()["Engine, level 3"] == (2, 0, 0)
    study.choose(study.panel.period, "The last 30 days")
    assert study.bars()["Engine, level 3"] == (1, 0, 0)


def test_percentages_are_shown_from_enough_games_on(study):
    study.add(*[AGAINST["weak"]] * MIN_GAMES, *[AGAINST["strong"]] * (MIN_GAMES - 1))

    study.go()

    texts = [row.text for row in study.panel.bars.chart.rows]
    assert texts == [f"100 % of {MIN_GAMES} games", f"{MIN_GAMES - 1} games"]


def test_openings_are_of_one_game(study):
    study.add(*AGAINST.values())
    study.go()

    study.choose(study.panel.topic, "Results by opening")
    assert study.panel.empty.text() == "Choose one game to see its openings."
    study.choose(study.panel.game, "Tic-tac-toe")

    assert study.bars() == {"1": (1, 0, 1)}
    assert "after 1 move" in study.panel.note.whole


def test_a_click_on_a_bar_lists_its_games_and_a_button_all_of_them_again(study):
    weak, strong, named = study.add(*AGAINST.values())
    study.go()

    study.click("Engine, level 7")

    assert study.listed() == [strong]
    assert study.games.narrowing.isVisible()
    assert "Engine, level 7" in study.games.narrowing.label.whole
    with study.qtbot.waitSignal(study.hands.window.library.listed):
        QTest.mouseClick(study.games.narrowing.all_button, LEFT)
    assert study.listed() == [weak, strong, named]
    assert not study.games.narrowing.isVisible()


def test_bars_are_walked_and_chosen_by_keys(study, announced):
    _, strong, _ = study.add(*AGAINST.values())
    study.go()
    bars = study.panel.bars
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_Home)
    assert announced[-1].startswith("Engine, level 3: 1 won")

    QTest.keyClick(bars, Qt.Key.Key_Down)
    assert announced[-1].startswith("Engine, level 7: 0 won, 0 drawn, 1 lost")
    with study.qtbot.waitSignal(study.hands.window.library.listed):
        QTest.keyClick(bars, Qt.Key.Key_Return)

    assert study.listed() == [strong]


def test_the_numbers_are_shown_as_a_table_whose_rows_list_their_games(study):
    _, strong, _ = study.add(*AGAINST.values())
    study.go()

    QTest.mouseClick(study.panel.table_button, LEFT)

    dialog = study.hands.window.findChild(FigureTableDialog)
    assert dialog.windowTitle() == "Results by opponent"
    assert dialog.table.cells.rows[1] == ["Engine, level 7", "0", "0", "1", "1 game"]
    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    with study.qtbot.waitSignal(study.hands.window.library.listed):
        QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    assert study.listed() == [strong]


def test_accuracy_over_time_is_a_curve_whose_points_are_games(study):
    clean = ((0.0, None),) * 5
    sloppy, better = study.add(
        replace(AGAINST["weak"], losses=MISTAKES),
        replace(AGAINST["weak"], losses=clean, date="2026-05-09"),
    )
    study.go()

    study.choose(study.panel.topic, "Accuracy over time")

    plot = study.panel.plot
    assert [(point.key, round(point.y)) for point in plot.series.points] == [
        (sloppy, 33),
        (better, 67),
    ]
    assert "67" in study.panel.plot.series.points[1].text
    with study.qtbot.waitSignal(study.hands.window.library.listed):
        place = plot.place_of(plot.series.points[1]).toPoint()
        QTest.mouseClick(plot.viewport(), LEFT, pos=place)
    assert study.listed() == [better]
    assert plot.current == 2


def test_mistakes_are_shown_by_part_and_size_and_lead_to_their_games(study):
    game, _ = study.add(replace(AGAINST["weak"], losses=MISTAKES), AGAINST["strong"])
    study.go()

    study.choose(study.panel.topic, "Mistakes by part of the game")
    assert study.bars() == {
        "First third": (1, 0, 0),
        "Second third": (0, 0, 1),
        "Last third": (0, 0, 0),
    }
    assert study.panel.note.whole == "Of 3 moves in 1 reviewed game."
    study.choose(study.panel.topic, "Mistakes by size")
    study.click("?? Blunder")
    assert study.listed() == [game]
    study.choose(study.panel.topic, "Losses over time")
    assert [round(point.y, 2) for point in study.panel.plot.series.points] == [2.67]


@pytest.mark.parametrize("key", [ACCURACY, GIVEN, "phase", "kind", "mark"])
def test_without_reviews_it_says_where_mistakes_come_from(study, key):
    study.add(AGAINST["weak"])
    study.go()

    study.panel.topic.setCurrentIndex(study.panel.topic.findData(key))

    assert "Review one" in study.panel.empty.text()


@pytest.mark.parametrize("topic", ["Results by opponent", "Accuracy over time"])
def test_what_is_shown_is_saved_as_picture_and_table(study, tmp_path: Path, topic):
    study.add(replace(AGAINST["weak"], losses=MISTAKES))
    study.go()
    study.choose(study.panel.topic, topic)

    for suffix in ("png", "svg", "csv"):
        study.panel.save(tmp_path / f"statistics.{suffix}")
        assert "Saved the statistics" in study.panel.note.whole
    study.panel.save(tmp_path / "statistics.xyz")

    assert "cannot be saved as" in study.panel.note.whole
    assert (tmp_path / "statistics.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "statistics.svg").read_bytes()
    lines = (tmp_path / "statistics.csv").read_text().splitlines()
    assert lines[1:] == (
        ['"Engine, level 3",1,0,0,1 game']
        if topic == "Results by opponent"
        else ["1,2026-05-01: 33 %; mean of the last 1 games 33 %,33.3333,"]
    )


def test_games_that_come_while_it_is_shown_are_counted(study):
    study.add(AGAINST["weak"])
    study.go()
    study.add(AGAINST["weak"])

    study.wait(study.hands.window.library.changed.emit)

    assert study.bars() == {"Engine, level 3": (2, 0, 0)}


def test_what_was_asked_before_is_not_shown_for_what_is_asked_now(study):
    study.add(*AGAINST.values())
    study.go()
    statistics = study.hands.window.library.statistics

    for _ in range(5):
        statistics.show(Selection())
        statistics.show(Selection(you=True))
    study.qtbot.waitUntil(lambda: statistics.facts.mistakes is not None)

    assert statistics.facts.results.total.games == 2


def test_typed_statistics_are_answered_in_words(study):
    study.add(*AGAINST.values())
    window = study.hands.window
    window.show_view(text=True)

    with study.qtbot.waitSignal(window.library.statistics.answered) as told:
        study.hands.type_line("statistics Anna")

    assert told.args[0].startswith("1 game: 1 won")


def test_all_of_it_is_seen_in_the_narrowest_column(study):
    study.add(*AGAINST.values())
    study.go()

    assert study.panel.minimumSizeHint().width() <= MIN_SIZE.width()
