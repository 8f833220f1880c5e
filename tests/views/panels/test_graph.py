"""The graph of a reviewed game: drawn, walked along, and saved."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark
from kalahloa.views.panels.graph import GraphPanel
from kalahloa.views.panels.line_preview import MAX_SHOWN
from kalahloa.views.plots.series import Style
from tests.views.conftest import Hands
from tests.views.panels.stage import Stage

LEFT = Qt.MouseButton.LeftButton
LOST = "5 2 1 9 4 7 6"
"""X in the middle, O on an edge, which loses: X makes two threats at once."""


class Study:
    """A game of tic-tac-toe, and its graph."""

    def __init__(self, stage: Hands | Stage, panel: GraphPanel, qtbot) -> None:
        self.stage, self.panel, self.qtbot = stage, panel, qtbot
        self.document = stage.document

    def play(self, moves: str) -> None:
        for text in moves.split():
            self.document.play(self.document.position.read_move(text))

    def review(self) -> None:
        """Press the button, and wait for the end."""
        QTest.mouseClick(self.panel.review_button, LEFT)
        self.qtbot.waitUntil(
            lambda: (
                not self.stage.app[Reviews].running and self.panel.review_button.text() == "Review"
            ),
            timeout=30_000,
        )


@pytest.fixture
def study(show_panel, qtbot) -> Study:
    stage = show_panel(GraphPanel, "tictactoe")
    return Study(stage, stage.panel, qtbot)


def test_without_moves_there_is_nothing_to_review(study):
    assert not study.panel.review_button.isEnabled()
    assert not study.panel.plot.isVisible()
    assert not study.panel.next_button.isEnabled()


def test_the_button_reviews_the_game_and_the_graph_shows_it(study):
    study.play(LOST)

    study.review()

    panel = study.panel
    assert panel.plot.isVisible() and not panel.empty.isVisible() and not panel.bar.isVisible()
    points = panel.plot.series.points
    assert [point.x for point in points] == list(range(8))
    assert [round(point.y) for point in points] == [0, 0, 1, 1, 1, 1, 1, 1]
    assert [point.mark for point in points][2] is Mark.BLUNDER
    assert panel.plot.current == 7
    assert "accuracy X 100 % · O" in panel.accuracy.text()
    assert panel.plot.series.above == "X better"


def test_buttons_lead_from_mistake_to_mistake(study):
    study.play(LOST)
    study.review()

    QTest.mouseClick(study.panel.previous_button, LEFT)

    assert study.document.node.ply == 1
    assert study.panel.plot.current == 1
    assert "O played 2 here" in study.stage.said[-1]


def test_a_click_on_the_graph_goes_there_and_the_accuracies_stay(study):
    study.play(LOST)
    study.review()
    plot = study.panel.plot

    QTest.mouseClick(plot.viewport(), LEFT, pos=plot.place_of(plot.series.points[2]).toPoint())

    assert study.document.node.ply == 2
    assert study.panel.accuracy.text() and not study.panel.note.isVisible()
    assert "2" in plot.accessibleDescription()


def test_a_review_first_tells_where_the_game_turned_and_a_click_goes_there(study, qtbot):
    study.stage.frame.resize(420, 520)
    study.play(LOST)
    study.review()
    panel = study.panel
    (button,) = panel.story
    assert button.text().startswith("The game was even until move 1. ")
    assert button.isVisible() and panel.plot.isVisible()
    ply = study.stage.place[Reviewed].review.plies[1]

    QTest.mouseMove(button, button.rect().center())
    qtbot.waitUntil(lambda: panel.preview is not None and panel.preview.isVisible())
    boards = panel.preview.boards
    assert [one.title.text() for one in boards] == [
        f"Played: {ply.text}",
        f"Better: {ply.best_text}",
    ]
    for one, texts in zip(boards, ((ply.text, *ply.refutation), ply.line), strict=True):
        end = study.document.record.position_at(study.document.record.main_line()[0])
        for text in texts[:MAX_SHOWN]:
            end.make(end.read_move(text))
        qtbot.waitUntil(
            lambda one=one, end=end: (
                one.board.state.position.position_string() == end.position_string()
            )
        )
    QTest.mouseClick(button, LEFT)

    assert study.document.node.ply == 1
    assert not panel.preview.isVisible()


def test_a_variation_does_not_change_the_story(study):
    study.play(LOST)
    study.review()
    told = study.panel.story[0].text()

    study.document.go_to(study.document.record.main_line()[2])
    study.play("4")

    assert [one.text() for one in study.panel.story] == [told]


def test_keys_walk_along_the_graph(study):
    study.play(LOST)
    study.review()
    study.panel.plot.setFocus()

    QTest.keyClick(study.panel.plot, Qt.Key.Key_Left)
    QTest.keyClick(study.panel.plot, Qt.Key.Key_Left)

    assert study.document.node.ply == 5


def test_what_each_side_gave_away_is_shown_instead(study):
    study.play(LOST)
    study.review()

    QTest.mouseClick(study.panel.losses_button, LEFT)

    series = study.panel.plot.series
    assert series.style is Style.BARS
    given = {point.x: point.y for point in series.points}
    assert given[2] < 0
    assert all(not given[x] for x in given if x != 2)

    QTest.mouseClick(study.panel.losses_button, LEFT)

    assert study.panel.plot.series.style is not Style.BARS


def test_another_game_has_no_graph(study):
    study.play(LOST)
    study.review()

    study.document.new_game(find_game("kalah"))

    assert not study.panel.plot.isVisible()
    assert not study.panel.next_button.isEnabled()
    assert study.panel.accuracy.text() == "" and study.panel.note.text() == ""


def test_a_panel_that_was_hidden_shows_what_was_found_meanwhile(study, qtbot):
    study.play(LOST)
    study.panel.hide()
    study.stage.app[Reviews].start()
    qtbot.waitUntil(lambda: not study.stage.app[Reviews].running, timeout=30_000)
    assert study.panel.plot.series.points == ()

    study.panel.show()

    assert len(study.panel.plot.series.points) == 8


def test_the_graph_is_saved_and_a_failure_is_said(study, tmp_path: Path):
    study.play(LOST)
    study.review()
    folder = tmp_path / "graphs"
    folder.mkdir()

    study.panel.save(folder / "graph.csv")
    assert "Saved the graph" in study.panel.note.whole
    study.panel.save(folder / "graph.xyz")

    assert "cannot be saved as" in study.panel.note.whole
    assert [path.name for path in folder.iterdir()] == ["graph.csv"]
    assert len((folder / "graph.csv").read_text().splitlines()) == 9


def test_all_buttons_are_seen_in_the_narrowest_column_also_of_half_a_review(open_window, qtbot):
    hands = open_window("tictactoe")
    hands.window.rooms.open_page("study")
    hands.window.rooms.focus("graph")
    study = Study(hands, hands.window.panel_host.panel("graph"), qtbot)
    study.play(LOST)
    study.review()
    study.document.jump(4)
    study.play("8")  # what was found of the first moves is known of this line, too

    hands.window.resize(640, 480)
    qtbot.waitUntil(lambda: study.panel.width() < 340)

    assert study.panel.review_button.isVisible() and study.panel.try_button.isVisible()
    assert study.panel.minimumSizeHint().width() <= study.panel.width()
