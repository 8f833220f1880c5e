"""The card at the end of a game: what it tells, and its buttons."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.ending.end_cards import EndCards
from kalahloa.controllers.features.ending.state import EndCard
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.models.game.registry import find_game
from kalahloa.views.look.theme import DARK
from kalahloa.views.panels.ending import EndingPanel
from tests.views.panels.stage import Stage

LEVEL = Player(Level.of_engine(4))


@pytest.fixture
def rooms() -> list[str]:
    """The rooms that were asked for."""
    return []


@pytest.fixture
def stage(show_panel, rooms) -> Stage:
    made: Stage = show_panel(EndingPanel, "tictactoe", (520, 700))
    made.app.to_play = lambda: rooms.append("play")
    made.app.to_study = lambda: (rooms.append("study"), made.app.turns.set_answers(False))
    return made


def lose(stage: Stage, moves: str = "1 2 3 5 4 8", players=(HUMAN, LEVEL)) -> None:
    document = stage.document
    document.new_game(find_game("tictactoe"), players=players)
    for move in moves.split():
        document.play(document.position.read_move(move))


def wait_for_review(stage: Stage, qtbot) -> EndCard:
    qtbot.waitUntil(lambda: not stage.app[Reviews].running, timeout=30_000)
    assert stage.panel.board is not None
    return stage.place[EndCard]


def click(button: QPushButton) -> None:
    assert button.isEnabled() and button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def places(stage: Stage) -> dict[str, tuple[QPoint, int]]:
    """Return where all texts and buttons are, and how wide."""
    panel = stage.panel
    return {
        f"{number} {type(part).__name__}": (part.mapTo(panel, QPoint()), part.width())
        for number, part in enumerate(panel.findChildren(QWidget))
        if part.isVisible() and isinstance(part, QLabel | QPushButton)
    }


def test_pointing_at_the_button_plays_out_what_was_played_and_what_was_better(stage, qtbot):
    lose(stage)
    end = wait_for_review(stage, qtbot)
    panel, ply = stage.panel, end.turning.ply

    QTest.mouseMove(panel.show_button, panel.show_button.rect().center())
    qtbot.waitUntil(lambda: panel.preview is not None and panel.preview.isVisible())

    for one, text in zip(panel.preview.boards, (ply.text, ply.best_text), strict=True):
        assert text in one.title.text()
        shown = one.board.state
        qtbot.waitUntil(lambda one=one, shown=shown: one.board.state is not shown)
    click(panel.show_button)
    assert stage.document.node is end.turning.node and not panel.preview.isVisible()


def test_before_the_end_there_is_nothing_to_tell(stage):
    assert stage.panel.result.text() == "The game is not over."
    assert not stage.panel.why.isVisible() and not stage.panel.show_button.isVisible()


def test_the_result_is_told_and_the_turning_point_when_it_is_found(stage, qtbot):
    panel = stage.panel
    lose(stage)

    assert panel.result.text() == "You lost: three in a row"
    assert panel.facts.text() == "3 moves, less than a minute. You played X against level 4."
    assert panel.when.text() == "Looking for the turning point…"
    assert not panel.show_button.isEnabled()
    end = wait_for_review(stage, qtbot)

    assert panel.when.text() == f"It turned on move {end.turning.number}"
    assert panel.why.text() and panel.played.text().startswith("You played")
    assert panel.board.state.hint == end.turning.ply.best
    assert panel.board.state.position.position_string() == end.turning.position.position_string()


@pytest.mark.parametrize("width", [300, 420, 520, 700])
def test_nothing_moves_when_the_turning_point_is_found(stage, qtbot, width):
    stage.frame.resize(width, 800)
    lose(stage)
    assert stage.panel.board is not None
    qtbot.waitUntil(lambda: stage.panel.board.isVisible())
    QTest.qWait(0)
    before = places(stage)
    height = stage.panel.height()

    wait_for_review(stage, qtbot)
    QTest.qWait(0)

    assert stage.panel.when.text().startswith("It turned")
    assert places(stage) == before
    assert stage.panel.height() == height


def test_above_the_sentence_there_are_two_boards_and_beside_it_the_better_move(stage, qtbot):
    lose(stage)
    ply = wait_for_review(stage, qtbot).turning.ply
    panel = stage.panel
    assert not panel.played_board.isVisible()

    stage.frame.resize(360, 700)
    qtbot.waitUntil(panel.played_board.isVisible)

    assert panel.played_board.state.last_move == ply.move
    assert panel.board.state.hint == ply.best
    assert not panel.played_board.geometry().intersects(panel.board.geometry())
    assert [label.text() for label in panel.board_titles] == [
        *(f"Played: {ply.text}", f"Better: {ply.best_text}")
    ]
    panel.set_theme(DARK)
    assert panel.played_board.theme is DARK


def test_show_on_the_board_goes_to_study_and_there(stage, qtbot, rooms):
    lose(stage)
    end = wait_for_review(stage, qtbot)

    click(stage.panel.show_button)

    assert rooms == ["study"]
    assert stage.document.node is end.turning.node


def test_review_goes_to_study_and_values_every_move(stage, qtbot, rooms):
    lose(stage)

    click(stage.panel.review_button)

    assert rooms == ["study"] and stage.app[Reviews].is_busy
    wait_for_review(stage, qtbot)
    assert len(stage.app[Reviews].of_main_line().review.plies) == 6


def test_a_rematch_is_one_click_away_with_and_without_other_sides(stage):
    lose(stage)
    click(stage.panel.rematch_button)
    assert stage.document.players == (HUMAN, LEVEL) and not stage.document.record.root.children

    lose(stage)
    click(stage.panel.swap_button)
    assert stage.document.players == (LEVEL, HUMAN) and not stage.document.record.root.children


def test_between_humans_there_are_no_sides_to_swap(stage):
    lose(stage, players=(HUMAN, HUMAN))

    assert stage.panel.result.text() == "O won: three in a row"
    assert not stage.panel.swap_button.isEnabled()


def test_another_level_is_offered_after_three_losses(stage):
    stage.app[EndCards].set_streaks("tictactoe:4:-2")
    lose(stage)
    assert stage.panel.streak.text() == "Three losses in a row against level 4."

    click(stage.panel.level_button)

    assert stage.document.players[1] == Player(Level.of_engine(3))
    assert stage.said[-1] == "Level 3 plays the next game."
    assert not stage.panel.level_button.isVisible()


@pytest.mark.parametrize("game", ["loa", "kalah"])
@pytest.mark.parametrize("width", [280, 460, 900])
def test_the_board_fits_the_card_in_every_game(show_panel, game, width):
    stage = show_panel(EndingPanel, game, (width, 900))
    stage.document.play(stage.document.position.legal_moves()[0])
    stage.document.play(stage.document.position.legal_moves()[0])

    stage._ask("resign", [])

    panel, board = stage.panel, stage.panel.board
    QTest.qWait(0)
    assert stage.frame.width() == width
    assert "won: " in panel.result.text()
    area = board.mapTo(panel, board.rect().bottomRight())
    assert area.x() < panel.width() and area.y() < panel.height()
    assert board.width() >= 160
    panel.set_theme(DARK)
    assert panel.board is board


def test_the_title_grows_with_the_letters_of_the_interface(stage):
    lose(stage)
    before = stage.panel.result.font().pixelSize()
    font = stage.panel.font()
    font.setPointSizeF(2 * font.pointSizeF())

    stage.panel.setFont(font)

    assert stage.panel.result.font().pixelSize() == pytest.approx(2 * before, abs=2)
