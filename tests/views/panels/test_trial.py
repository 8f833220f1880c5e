"""Trying a mistake again in the window, by clicks and keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.features.reviews.trials import Trials
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.views.dialogs.figure_table import figure_near
from kalahloa.views.panels.graph import GraphPanel
from kalahloa.views.panels.moves import MovesPanel
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands
from tests.views.panels.training_hands import panel

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LOST = "5 2 1 9 4 7 6"
SETTINGS = ReviewSettings(Limits(depth=9), mebibytes=1)


@pytest.fixture
def hands(open_window, qtbot) -> Hands:
    hands = open_window("tictactoe")
    hands.window.resize(1180, 780)
    hands.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    hands.app[Trials]._back.setInterval(30)
    hands.window.rooms.open_page("study")
    for text in LOST.split():
        hands.document.play(hands.document.position.read_move(text))
    hands.window.rooms.focus("graph")
    hands.app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not hands.app[Reviews].running, timeout=20_000)
    return hands


def graph(hands: Hands) -> GraphPanel:
    panel = hands.window.panel_host.panel("graph")
    assert isinstance(panel, GraphPanel)
    return panel


def listed(hands: Hands) -> list[str]:
    """Return what the list of moves shows, cell by cell, variations too."""
    panel = hands.window.panel_host.panel("moves")
    assert isinstance(panel, MovesPanel)
    found: list[str] = []

    def read(above) -> None:
        for row in range(panel.tree.rowCount(above)):
            index = panel.tree.index(row, 0, above)
            texts = [panel.tree.data(index.siblingAtColumn(side)) for side in (1, 2)]
            found.extend(text for text in texts if text)
            read(index)

    read(panel.view.rootIndex())
    return found


def said(hands: Hands) -> str:
    return hands.window.status.sentence.text()


def begin(hands: Hands) -> None:
    hands.app.navigation.to_start()
    hands.press(Qt.Key.Key_F3, CTRL)


def test_a_key_begins_it_and_the_list_and_the_graph_end_there(hands):
    begin(hands)

    assert hands.place.get(Trial) is not None
    assert listed(hands) == ["5"]
    points = graph(hands).plot.series.points
    assert max(point.x for point in points) == 1
    assert not graph(hands).next_button.isVisible()
    assert hands.board.state.played is None and hands.board.state.values == {}
    assert "Find a better move" in said(hands)
    assert "lost 1 point at move 1" in graph(hands).caption.text()
    board_shows_record(hands)


def test_a_click_on_the_button_does_it_too_and_a_second_one_stops_it(hands):
    hands.app.navigation.to_start()

    QTest.mouseClick(graph(hands).try_button, LEFT)
    assert hands.place.get(Trial) is not None
    QTest.mouseClick(graph(hands).try_button, LEFT)

    assert hands.place.get(Trial) is None
    assert listed(hands)[:2] == ["5", "2??"] and len(listed(hands)) >= 7
    assert len(graph(hands).plot.series.points) == 8


def test_a_bad_move_is_told_taken_back_and_stays_in_the_list(hands, qtbot):
    begin(hands)

    hands.click_cell(3)
    qtbot.waitUntil(lambda: "try again, or give up" in said(hands), timeout=20_000)
    qtbot.waitUntil(lambda: hands.document.node is hands.place[Trial].node, timeout=20_000)

    assert listed(hands) == ["5", "4??"]
    assert "1 move tried" in graph(hands).note.whole


def test_a_good_move_ends_it(hands, qtbot):
    begin(hands)

    hands.click_cell(0)
    qtbot.waitUntil(lambda: hands.place.get(Trial) is None, timeout=20_000)

    assert said(hands).startswith("That keeps the draw. O had played 2.")
    assert "2??" in listed(hands) and "1" in listed(hands)
    assert graph(hands).next_button.isVisible()


def test_trying_again_leaves_the_accuracy_of_the_game_what_it_is(hands, qtbot):
    before = graph(hands).accuracy.whole
    assert "O 67 %" in before
    QTest.mouseClick(graph(hands).story[0], LEFT)

    QTest.mouseClick(graph(hands).try_button, LEFT)
    assert graph(hands).accuracy.whole == before
    hands.click_cell(3)
    qtbot.waitUntil(lambda: bool(hands.place[Trial].lost), timeout=20_000)
    assert graph(hands).accuracy.whole == before
    qtbot.waitUntil(lambda: hands.document.node is hands.place[Trial].node, timeout=20_000)
    hands.click_cell(0)
    qtbot.waitUntil(lambda: hands.place.get(Trial) is None, timeout=20_000)

    assert hands.texts() == ["5", "1"]
    assert graph(hands).accuracy.whole == before
    hands.app.navigation.to_end()
    assert graph(hands).accuracy.whole == before


def test_where_there_is_no_room_for_both_the_story_comes_first_and_a_click_shows_the_graph(
    hands, qtbot
):
    shown = graph(hands)
    hands.window.resize(640, 480)
    qtbot.waitUntil(lambda: shown.story[0].isVisible() and not shown.plot.isVisible())
    assert figure_near(shown.story[0]) is shown.plot  # for Ctrl+T

    QTest.mouseClick(shown.story_button, LEFT)
    assert shown.plot.isVisible() and not shown.story[0].isVisible()
    hands.press(Qt.Key.Key_F3, SHIFT)
    assert shown.plot.isVisible() and hands.document.node.ply == 1


def test_where_the_game_turned_is_hidden_while_one_tries(hands):
    assert graph(hands).story
    begin(hands)

    assert not graph(hands).story and not graph(hands).story_button.isVisible()


def test_giving_up_by_key_and_by_button_shows_the_better_line(hands, qtbot):
    begin(hands)
    hands.press(Qt.Key.Key_F8, CTRL | SHIFT)
    assert hands.place.get(Trial) is None
    assert "Better was" in said(hands)
    better = hands.document.node
    assert better.parent.ply == 1

    begin(hands)
    assert hands.window.rooms.page.key == "study"
    qtbot.waitUntil(lambda: panel(hands).is_seen)
    QTest.mouseClick(panel(hands).show_button, LEFT)

    assert hands.document.node is better


def test_keys_and_the_wheel_do_not_lead_into_what_is_hidden(hands):
    begin(hands)
    here = hands.document.node

    hands.press(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    hands.press(Qt.Key.Key_Z, CTRL | SHIFT)
    hands.press(Qt.Key.Key_End, Qt.KeyboardModifier.AltModifier)
    view = hands.window.panel_host.panel("moves").view
    view.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_End):
        hands.press(key)

    assert hands.document.node is here and hands.place.get(Trial) is not None


def test_another_workspace_ends_it(hands):
    begin(hands)

    hands.press(Qt.Key.Key_2, CTRL)

    assert hands.place.get(Trial) is None
    assert hands.place.redo_target is not None


def test_a_click_in_the_list_ends_it_and_all_is_there_again(hands):
    hands.app.navigation.to_start()
    hands.press(Qt.Key.Key_F3, CTRL)
    hands.app.navigation.undo()

    assert hands.place.get(Trial) is None
    assert "2??" in listed(hands)


def test_what_was_judged_is_in_the_library(hands, qtbot, tmp_path: Path):
    begin(hands)
    hands.click_cell(3)
    qtbot.waitUntil(lambda: hands.document.node is hands.place[Trial].node, timeout=20_000)
    hands.keeper.save()

    with hands.disk.open() as library:
        assert 8 in library.analyses(hands.keeper.game_id, "reviews")
