"""The panel of weights: tuned by a click, compared, matched and kept."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.tuning.tuning import TuningController
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.views.panels.scroll import Scroll
from kalahloa.views.panels.tuning import TuningPanel
from kalahloa.views.window.panel_area import PanelArea
from tests.models.heuristics.own_heuristics import HOME_TEXT, PLAIN_TEXT, keep
from tests.views.conftest import Hands
from tests.views.window.arranged import settle

LEFT = Qt.MouseButton.LeftButton


class Tuner:
    """The panel of weights of a window."""

    def __init__(self, hands: Hands, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        self.tuning, self.match = hands.app[TuningController], hands.app[LabMatch]
        self.match.workers = 1
        hands.window.rooms.focus("tuning")
        panel = hands.window.panel_host.panel("tuning")
        assert isinstance(panel, TuningPanel)
        self.panel = panel
        self.rested()

    def rested(self) -> None:
        self.qtbot.waitUntil(
            lambda: (
                not (
                    self.tuning.running
                    or self.tuning.keeping
                    or self.match.running
                    or self.match.is_busy
                )
            ),
            timeout=60_000,
        )

    def click(self, button: QPushButton) -> None:
        assert button.isVisible() and button.isEnabled()
        QTest.mouseClick(button, LEFT)

    def tune(self) -> None:
        self.panel.games.setValue(20)
        self.click(self.panel.tune_button)
        self.rested()


@pytest.fixture
def tuner(open_window, qtbot) -> Tuner:
    keep("mine")
    keep("plain", PLAIN_TEXT)
    hands = open_window("kalah")
    hands.window.resize(1180, 900)
    return Tuner(hands, qtbot)


def test_heuristics_with_weights_are_offered(tuner):
    name = tuner.panel.name

    assert [name.itemText(row) for row in range(name.count())] == ["mine"]
    assert not tuner.panel.weights.isVisible()
    assert not tuner.panel.keep_button.isVisible()


def test_without_weights_the_panel_says_what_is_missing(tuner):
    tuner.hands.document.new_game(find_game("loa"))
    tuner.qtbot.waitUntil(lambda: tuner.panel.name.count() == 0)

    assert not tuner.panel.tune_button.isEnabled()
    assert "constants in capitals" in tuner.panel.told.text()


def test_weights_are_tuned_and_shown_beside_the_old_ones(announced, tuner):
    panel = tuner.panel
    tuner.tune()

    result = tuner.tuning.result
    assert panel.weights.weights == result.weights
    assert panel.facts.whole == "last tuned on 20 games"
    assert len(panel.plot.series.points) == len(result.iterations)
    assert panel.told.text().startswith("The new weights of mine predict games ")
    panel.weights.setFocus()
    QTest.keyClick(panel.weights, Qt.Key.Key_Home)
    assert announced[-1].startswith("HOME: 1 before, ")
    panel.plot.setFocus()
    QTest.keyClick(panel.plot, Qt.Key.Key_End)
    assert announced[-1].startswith("Iteration ")


def test_tuning_is_stopped_by_the_same_button(tuner):
    panel = tuner.panel
    panel.games.setValue(50_000)
    tuner.click(panel.tune_button)
    assert panel.tune_button.text() == "Stop"
    assert not panel.name.isEnabled()
    tuner.qtbot.waitUntil(lambda: panel.bar.value() > 0, timeout=60_000)
    assert " of 50,000 games, " in panel.facts.whole

    tuner.click(panel.tune_button)
    tuner.rested()

    assert tuner.tuning.result is None
    assert panel.tune_button.text() == "Tune weights"
    assert panel.name.isEnabled()


def test_new_weights_play_the_old_ones_and_are_kept(tuner):
    panel = tuner.panel
    tuner.tune()
    tuner.click(panel.match_button)
    tuner.qtbot.waitUntil(lambda: bool(tuner.match.points), timeout=60_000)
    assert panel.verdict.text().startswith("New against old after ")
    tuner.match.stop()
    tuner.rested()

    tuner.click(panel.keep_button)
    tuner.rested()

    assert "Saved as mine 2." in panel.verdict.text()
    assert not panel.keep_button.isEnabled()
    kept = HeuristicStore().load_trusted("kalah", "mine 2")
    assert kept.weights == tuner.tuning.result.tuned.weights
    tuner.qtbot.waitUntil(lambda: panel.name.count() == 2)


def test_the_library_teaches_where_it_is_chosen(tuner):
    panel = tuner.panel
    panel.origin.setCurrentIndex(1)

    tuner.click(panel.tune_button)
    tuner.rested()

    assert "0 quiet positions" in panel.told.text()


def test_the_panel_fits_a_small_window(tuner):
    tuner.tune()

    assert tuner.panel.minimumSizeHint().width() <= 320
    assert tuner.panel.minimumSizeHint().height() <= 200


@pytest.fixture
def usual(open_window, qtbot) -> Tuner:
    """The panel in a window of a usual size."""
    keep("mine")
    hands = open_window("kalah")
    hands.window.resize(1180, 780)
    hands.window.rooms.open_page("heuristic")
    tuner = Tuner(hands, qtbot)
    hands.app[Lab].edit("mine", HOME_TEXT)
    qtbot.waitUntil(lambda: len(tuner.panel.sliders.rows) == 3)
    settle(hands)
    return tuner


def hidden_height(tuner: Tuner, key: str = "tuning") -> int:
    """Return how many pixels of the panel are scrolled away."""
    settle(tuner.hands)
    panel = tuner.hands.window.panel_host.panel(key)
    area = panel.parentWidget().parentWidget()
    assert isinstance(area, PanelArea)
    scrolls = (area, *panel.findChildren(Scroll))
    return max(scroll.verticalScrollBar().maximum() for scroll in scrolls)


def test_in_a_usual_window_the_form_is_not_scrolled(usual):
    assert usual.panel.sliders.isVisible() and usual.panel.tune_button.isVisible()
    assert hidden_height(usual) == 0


def test_the_games_to_learn_from_are_folded_away_but_said(usual):
    panel = usual.panel
    assert not panel.data.isVisible()
    assert panel.data_button.text() == "400 games of self-play, seed 1"

    usual.click(panel.data_button)
    panel.origin.setCurrentIndex(1)
    panel.games.setValue(30)
    panel.seed.setValue(7)

    assert panel.data_button.text() == "30 games of the library, seed 7"
    assert panel.seed.isVisible() and hidden_height(usual) == 0
    usual.click(panel.data_button)
    assert not panel.data.isVisible()


def test_weights_and_losses_are_saved_as_picture_vectors_and_table(tuner, tmp_path):
    panel = tuner.panel
    assert not panel.save_loss_button.isVisible()
    tuner.tune()
    assert panel.save_weights_button.isVisible() and panel.save_loss_button.isVisible()
    folder = tmp_path / "charts"
    folder.mkdir()

    for kind in ("png", "svg", "csv"):
        panel.weights_files.save(folder / f"weights.{kind}")
        panel.loss_files.save(folder / f"loss.{kind}")
        assert panel.verdict.text().startswith("Saved the chart ")

    assert (folder / "loss.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "weights.svg").read_text()
    heads, *rows = (folder / "weights.csv").read_text().splitlines()
    assert heads == "weight,before,now,low,high"
    assert [row.split(",")[0] for row in rows] == [one.name for one in panel.weights.weights]
    losses = (folder / "loss.csv").read_text().splitlines()
    assert len(losses) == 1 + len(panel.plot.series.points)
