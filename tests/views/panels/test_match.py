"""The panel of matches: ordered with mouse and keys, seen while they are played, and opened."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.state import MatchOrder
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.match_store import list_matches, matches_folder
from kalahloa.views.items.match_games import MOVER, NUMBER, RESULT
from kalahloa.views.panels.match import MatchPanel
from kalahloa.views.panels.match_form import LIMITS
from tests.models.heuristics.own_heuristics import PLAIN_TEXT, keep
from tests.views.conftest import Hands

LEFT = Qt.MouseButton.LeftButton


class Matcher:
    """The match panel of a window."""

    def __init__(self, hands: Hands, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        self.match = hands.app[LabMatch]
        self.match.workers = 1
        hands.window.rooms.focus("match")
        panel = hands.window.panel_host.panel("match")
        assert isinstance(panel, MatchPanel)
        self.panel, self.form = panel, panel.form
        self.rested()

    def rested(self) -> None:
        self.qtbot.waitUntil(
            lambda: (
                not self.match.running and not self.match.is_busy and self.form.first.count() > 0
            ),
            timeout=60_000,
        )

    def click(self, button: QPushButton) -> None:
        assert button.isVisible() and button.isEnabled()
        QTest.mouseClick(button, LEFT)

    def order(self, games: int, first: str = "engine", second: str = "random") -> None:
        """Choose a quick match in the form."""
        self.form.first.setCurrentIndex(self.form.first.findData(first))
        self.form.second.setCurrentIndex(self.form.second.findData(second))
        self.form.limit.setCurrentIndex(LIMITS.index(("depth", 1)))
        self.form.games.setValue(games)

    def play(self, games: int) -> None:
        self.order(games)
        self.click(self.panel.play_button)
        self.rested()


@pytest.fixture
def matcher(open_window, qtbot) -> Matcher:
    keep("mine", PLAIN_TEXT)
    hands = open_window("kalah")
    hands.window.resize(1180, 900)
    return Matcher(hands, qtbot)


def test_ones_own_heuristic_against_a_level_is_offered_first(matcher):
    form = matcher.form

    assert form.first.currentText() == "mine (yours)"
    assert form.second.currentText() == "Level 2"
    offered = [form.first.itemText(row) for row in range(form.first.count())]
    assert "kalah-difference" in offered
    assert offered[-2:] == ["Engine", "Random moves"]
    place = matcher.panel.place
    assert form.order(place) == MatchOrder(
        "kalah", place.rules, "engine:heuristic=file:mine", "engine:level=2"
    )


def test_a_match_is_ordered_played_and_shown(matcher):
    panel = matcher.panel
    matcher.play(6)

    last = matcher.match.points[-1]
    assert matcher.match.complete and last.games == 6
    assert panel.headline.whole == "engine against random moves"
    assert panel.count.text() == "6 of 6 games"
    assert panel.bar.value() == panel.bar.maximum() == 6
    assert panel.elo.text().endswith(" Elo")
    assert panel.interval.whole.endswith("with 95 % confidence")
    assert panel.score.whole == f"{last.won} won, {last.drawn} drawn, {last.lost} lost"
    assert [point.x for point in panel.plot.series.points] == [2, 4, 6]
    assert len(panel.plot.band.edges) == 3
    assert not panel.form.isVisible()
    assert not panel.continue_button.isVisible()


def test_the_curve_is_saved_as_picture_vectors_and_table(matcher, tmp_path):
    panel = matcher.panel
    assert not panel.save_button.isVisible()
    matcher.play(4)
    assert panel.save_button.isVisible()
    folder = tmp_path / "curves"
    folder.mkdir()

    for kind in ("png", "svg", "csv"):
        panel.save(folder / f"match.{kind}")
        assert panel.left.whole.startswith("Saved the curve ")

    assert (folder / "match.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "match.svg").read_text()
    heads, *rows = (folder / "match.csv").read_text().splitlines()
    assert heads.endswith("low,high") and len(rows) == 2
    panel.save(folder / "match.xyz")
    assert "cannot be saved as" in panel.left.whole


def test_everything_that_is_chosen_counts(matcher):
    form = matcher.form
    matcher.order(3, "engine:heuristic=kalah-difference", "engine:level=1")
    form.plies.setValue(2)
    form.seed.setValue(9)
    form.test.setChecked(True)

    assert form.order(matcher.panel.place) == MatchOrder(
        "kalah",
        matcher.panel.place.rules,
        "engine:heuristic=kalah-difference",
        "engine:level=1",
        games=4,
        nodes=None,
        depth=1,
        openings="random:2:9",
        test=(0, 30),
    )
    matcher.click(matcher.panel.play_button)
    matcher.rested()

    assert matcher.match.begun.test == (0, 30)
    assert matcher.panel.test.isVisible()
    assert matcher.panel.test.whole.startswith("SPRT ")


def test_a_match_is_stopped_and_gone_on_with(matcher):
    panel = matcher.panel
    matcher.order(2000)
    matcher.click(panel.play_button)
    assert panel.play_button.text() == "Stop"
    matcher.qtbot.waitUntil(lambda: matcher.match.games >= 2, timeout=60_000)

    matcher.click(panel.play_button)
    matcher.rested()
    games = matcher.match.games
    assert games < 2000
    matcher.click(panel.continue_button)
    matcher.qtbot.waitUntil(lambda: matcher.match.games > games, timeout=60_000)
    matcher.click(panel.play_button)
    matcher.rested()

    assert len(list_matches(matches_folder())) == 1


def test_another_match_can_be_ordered_after_it(matcher):
    matcher.play(2)

    matcher.click(matcher.panel.new_button)

    assert matcher.form.isVisible()
    assert not matcher.panel.elo.isVisible()
    matcher.play(4)
    assert matcher.panel.count.text() == "4 of 4 games"


def test_the_games_are_listed_and_opened(matcher):
    panel, hands = matcher.panel, matcher.hands
    matcher.play(4)
    matcher.click(panel.games_button)
    assert panel.table.isVisible() and not panel.plot.isVisible()

    model = panel.table.cells
    games = [game for pair in matcher.match.pairs for game in pair.games]
    shown = [model.index(row, RESULT).data() for row in range(model.rowCount())]
    assert shown == [{1.0: "won", 0.5: "drawn", 0.0: "lost"}[game.points] for game in games]
    panel.table.setFocus()
    panel.table.setCurrentIndex(model.index(1, NUMBER))
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    matcher.qtbot.waitUntil(lambda: len(hands.document.record.nodes) > 5, timeout=20_000)

    assert tuple(n.text for n in hands.document.record.nodes[1:]) == games[1].moves
    assert hands.document.record.details["event"] == "Match: engine:depth=1 – random"


def test_a_screen_reader_is_told_what_a_game_was(matcher):
    matcher.play(2)
    matcher.click(matcher.panel.games_button)

    said = matcher.panel.table.cells.index(1, NUMBER).data(Qt.ItemDataRole.AccessibleTextRole)

    game = matcher.match.pairs[0].games[1]
    assert said.startswith("Game 2: ")
    assert said.endswith(f"; random moves moved first, {game.plies} plies")


def test_the_version_of_a_heuristic_is_in_the_title_and_with_each_game(matcher):
    keep("mine", PLAIN_TEXT + "# two\n")
    matcher.order(2, "engine:heuristic=file:mine")
    matcher.click(matcher.panel.play_button)
    matcher.rested()

    panel = matcher.panel
    assert panel.headline.whole == "mine (version 2) against random moves"
    assert panel.headline.toolTip().startswith("mine (version 2) against random moves")
    matcher.click(panel.games_button)
    movers = [panel.table.cells.index(row, MOVER) for row in range(2)]
    assert [mover.data() for mover in movers] == ["mine (version 2)", "random moves"]
    assert movers[0].data(Qt.ItemDataRole.ToolTipRole) == "mine (version 2)"


def test_the_games_are_kept_in_the_library(matcher):
    matcher.play(2)

    matcher.click(matcher.panel.keep_button)
    matcher.rested()

    with matcher.hands.disk.open() as library:
        assert len([one for one in library.search() if one.source == "match"]) == 2


def test_the_plot_is_walked_by_keys(announced, matcher):
    matcher.play(6)
    plot = matcher.panel.plot
    plot.setFocus()

    QTest.keyClick(plot, Qt.Key.Key_Home)
    QTest.keyClick(plot, Qt.Key.Key_Right)

    assert plot.current == 4
    assert announced[-1].startswith("After 4 games: ")


def test_what_goes_wrong_is_said(matcher):
    keep("mine", "def evaluate(position):\n    return 1 / 0\n")
    matcher.order(2, "engine:heuristic=file:mine")

    matcher.click(matcher.panel.play_button)
    matcher.rested()

    assert "failed in line 2" in matcher.panel.left.whole


def test_other_games_have_other_heuristics(matcher):
    keep("lines", PLAIN_TEXT, "loa")

    matcher.hands.document.new_game(find_game("loa"))
    matcher.qtbot.waitUntil(lambda: matcher.form.first.currentText() == "lines (yours)")

    offered = [matcher.form.first.itemText(row) for row in range(matcher.form.first.count())]
    assert "mine (yours)" not in offered


def test_a_hidden_panel_catches_up_when_it_is_shown(matcher):
    matcher.order(4)
    matcher.click(matcher.panel.play_button)
    matcher.hands.window.rooms.hide_panel("match")
    matcher.qtbot.waitUntil(lambda: not matcher.match.running, timeout=60_000)

    matcher.hands.window.rooms.focus("match")

    assert matcher.panel.count.text() == "4 of 4 games"


def test_the_panel_fits_a_small_window(matcher):
    matcher.play(2)

    for button in (matcher.panel.games_button,):
        matcher.click(button)

    assert matcher.panel.minimumSizeHint().width() <= 320
    assert matcher.panel.minimumSizeHint().height() <= 200


def test_a_match_of_another_game_is_shown_only_while_it_is_played(matcher):
    matcher.play(2)
    panel, hands = matcher.panel, matcher.hands
    assert " against " in panel.headline.whole
    assert not panel.form.isVisible()

    hands.document.new_game(find_game("loa"))
    hands.window.rooms.focus("match")
    matcher.rested()

    assert panel.form.isVisible()
    assert panel.headline.whole == panel.title
    assert not any(part.isVisible() for part in (panel.elo, panel.plot, panel.table, panel.bar))
    hands.document.new_game(find_game("kalah"))
    hands.window.rooms.focus("match")
    matcher.rested()
    assert " against " in panel.headline.whole
    assert panel.elo.isVisible()


def test_a_match_of_another_game_that_is_played_says_of_which_game_it_is(matcher):
    matcher.order(2000)
    matcher.click(matcher.panel.play_button)
    matcher.qtbot.waitUntil(lambda: matcher.match.begun is not None)

    matcher.hands.document.new_game(find_game("loa"))
    matcher.hands.window.rooms.focus("match")

    matcher.qtbot.waitUntil(lambda: matcher.panel.headline.whole.startswith("Kalah: "))
    matcher.match.stop()
    matcher.qtbot.waitUntil(lambda: not matcher.match.running)
