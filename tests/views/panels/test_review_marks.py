"""The marks that a review finds: behind the moves of the list and on the board."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.node import Node
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.views.panels.comment import CommentPanel
from kalahloa.views.panels.moves import MovesPanel
from tests.views.conftest import Hands
from tests.views.window.arranged import settle

LOST = "5 2 1 9 4 7 6"
SETTINGS = ReviewSettings(Limits(depth=9), mebibytes=1)
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hands(open_window, qtbot) -> Hands:
    hands = open_window("tictactoe")
    hands.window.resize(1180, 780)
    hands.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    hands.press(Qt.Key.Key_2, CTRL)
    for text in LOST.split():
        hands.document.play(hands.document.position.read_move(text))
    hands.app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not hands.app[Reviews].running, timeout=20_000)
    return hands


def nodes(hands: Hands) -> list[Node]:
    """Return the nodes of the main line by their plies."""
    return [hands.document.record.root, *hands.document.record.main_line()]


def moves(hands: Hands) -> MovesPanel:
    panel = hands.window.panel_host.panel("moves")
    assert isinstance(panel, MovesPanel)
    return panel


def told(hands: Hands, ply: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
    """Return what the list says of the move with this ply."""
    node = nodes(hands)[ply]
    tree = moves(hands).tree
    return tree.data(tree.index_of(node), role) or ""


def switch(hands: Hands) -> None:
    hands.window.actions_by_name["review-marks"].trigger()


def test_why_it_is_a_mistake_stands_whole_above_the_comment_and_is_hidden_while_one_tries(
    hands, qtbot
):
    hands.press(Qt.Key.Key_3, CTRL)
    comment = hands.window.panel_host.panel("comment")
    assert isinstance(comment, CommentPanel)
    hands.document.jump(nodes(hands)[2].number)
    hands.window.panel_host.finish()
    review = hands.place[Reviewed]
    reasons = [str(reason) for reason in review.ply_at(hands.document.node).reasons]

    assert [shown.text() for shown in comment.reasons] == reasons != []
    for shown in comment.reasons:
        qtbot.waitUntil(lambda shown=shown: shown.height() >= shown.heightForWidth(shown.width()))
        assert shown.isVisible()
    hands.document.jump(nodes(hands)[1].number)
    hands.window.panel_host.finish()
    assert len(comment.reasons) == len(review.ply_at(hands.document.node).reasons)
    hands.press(Qt.Key.Key_F3, CTRL)
    hands.window.panel_host.finish()
    assert hands.place.secret and not comment.reasons


def test_pointing_at_a_reason_plays_its_moves_and_a_click_goes_there(hands, qtbot):
    hands.press(Qt.Key.Key_3, CTRL)
    comment = hands.window.panel_host.panel("comment")
    assert isinstance(comment, CommentPanel)
    mistake = nodes(hands)[2]
    hands.document.jump(mistake.number)
    hands.window.panel_host.finish()
    fact, button = comment.facts[0], comment.reasons[0]
    before = hands.document.record.position_at(mistake.parent)
    for move in fact.moves:
        before.make(move)

    qtbot.waitUntil(lambda: button.height() >= button.heightForWidth(button.width()))
    QTest.mouseMove(hands.window, QPoint(2, 2))  # wherever another test has left it
    QTest.mouseMove(button, button.rect().center())
    qtbot.waitUntil(lambda: comment.preview is not None and comment.preview.isVisible())
    qtbot.waitUntil(
        lambda: comment.preview.board.state.position.position_string() == before.position_string()
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert not comment.preview.isVisible()
    assert hands.place.position.position_string() == before.position_string()


def test_a_reason_is_a_button_for_the_keyboard_too(hands, qtbot):
    hands.press(Qt.Key.Key_3, CTRL)
    comment = hands.window.panel_host.panel("comment")
    mistake = nodes(hands)[2]
    hands.document.jump(mistake.number)
    hands.window.panel_host.finish()

    comment.reasons[0].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: comment.preview is not None and comment.preview.isVisible())
    QTest.keyClick(comment.reasons[0], Qt.Key.Key_Space)

    assert hands.document.node.ply == mistake.ply - 1 + len(fact_moves(mistake, hands))


def fact_moves(node, hands) -> tuple[int, ...]:
    """Return the moves of the first reason of the move to *node*."""
    return hands.place[Reviewed].ply_at(node).facts[0].moves


def test_six_rows_of_moves_are_seen_beside_graph_reason_and_comment_in_the_usual_window(hands):
    hands.press(Qt.Key.Key_3, CTRL)
    hands.document.jump(nodes(hands)[2].number)

    settle(hands, (1180, 707))

    view = moves(hands).view
    assert view.viewport().height() >= 6 * view.row_height
    assert all(hands.window.panel_host.panel(key).isVisible() for key in ("graph", "comment"))


def test_a_mistake_has_its_mark_in_the_list_and_it_is_said_who_found_it(hands):
    assert told(hands, 2) == "2??"
    assert "Blunder, found by the review" in told(hands, 2, Qt.ItemDataRole.AccessibleTextRole)
    assert "Blunder, found by the review" in told(hands, 2, Qt.ItemDataRole.ToolTipRole)
    assert [told(hands, ply) for ply in (1, 3)] == ["5", "1"]


def test_the_mark_is_drawn_in_its_colour(hands, qtbot):
    view = moves(hands).view
    node = nodes(hands)[2]
    rect = view.visualRect(moves(hands).tree.index_of(node))
    with_mark = view.viewport().grab(rect).toImage()

    switch(hands)

    qtbot.waitUntil(lambda: view.viewport().grab(rect).toImage() != with_mark)


def test_the_badge_on_the_board_shows_it(hands):
    hands.document.go_to(nodes(hands)[2])
    assert hands.place.mark is Mark.BLUNDER
    assert hands.board.state.mark is Mark.BLUNDER

    switch(hands)

    assert hands.board.state.mark is None


def test_a_mark_of_the_user_stands_instead(hands):
    node = nodes(hands)[2]
    hands.app.study.toggle_mark(node, Mark.INTERESTING)

    assert told(hands, 2) == "2!?"
    assert "review" not in told(hands, 2, Qt.ItemDataRole.AccessibleTextRole)

    hands.app.study.toggle_mark(node, Mark.INTERESTING)

    assert told(hands, 2) == "2??"


def test_the_switch_hides_the_marks_and_is_remembered(hands):
    switch(hands)
    assert told(hands, 2) == "2"
    assert not hands.window.actions_by_name["review-marks"].isChecked()
    hands.window.close()
    assert not SettingsReader(hands.settings).flag("preferences/review_marks", True)


def test_nothing_is_written_into_the_game(hands):
    assert nodes(hands)[2].notes.marks == ()


def test_another_game_has_no_marks(hands):
    hands.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    for text in LOST.split():
        hands.document.play(hands.document.position.read_move(text))

    assert told(hands, 2) == "2"


def test_a_mark_in_a_folded_variation_is_in_its_text(hands, qtbot):
    line = nodes(hands)
    hands.document.go_to(line[1])
    for text in "4 1 9 2 3".split():
        hands.document.play(hands.document.position.read_move(text))
    hands.app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not hands.app[Reviews].running, timeout=20_000)
    hands.document.go_to(line[-1])

    row = moves(hands).tree.row_of(line[1].children[1])

    assert "4??" in row.line.text()
