"""The board of Connect Four, a plug-in's: found by its entry point, played by clicks and keys."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.core.place import Change
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import BoardState, BoardView
from kalahloa.views.look.theme import DARK, LIGHT
from tests import plugin


@pytest.fixture
def game(tmp_path) -> Iterator[Game]:
    with plugin.installed(tmp_path):
        yield find_game(plugin.KEY)


@pytest.fixture
def board(qtbot, game) -> BoardView:
    made = board_class(plugin.KEY)(LIGHT)
    qtbot.addWidget(made)
    made.resize(700, 720)
    made.show()
    made.refusals, made.remarks, made.moves = [], [], []
    made.refused.connect(made.refusals.append)
    made.remark.connect(made.remarks.append)
    made.move_chosen.connect(made.moves.append)
    return made


def _played(game: Game, moves: str, **options: int) -> Position:
    position = game.start(game.rulebook.read(None, options))
    for move in moves:
        position.make(int(move))
    return position


def _point(board: BoardView, cell: int, up: float = 0.0) -> QPoint:
    """Return where *cell* is in the widget, or a point *up* (in cells) above it."""
    rect = board.cell_rect(cell)
    return board.mapFromScene(rect.center().x(), rect.center().y() - up * rect.height())


def _click(board: BoardView, cell: int, up: float = 0.0) -> None:
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=_point(board, cell, up))


def test_the_board_is_found_by_its_entry_point(board):
    assert isinstance(board, BoardView)
    assert type(board).__name__ == "ConnectFourBoard"


@pytest.mark.parametrize("flipped", [False, True])
def test_every_disc_is_drawn_where_the_position_has_it(board, game, flipped):
    position = _played(game, "44335")

    board.show_state(BoardState(position, flipped=flipped))

    owners = {cell: position.owner(cell) for cell in board.cells()}
    assert board.shown_discs() == {
        cell: owner for cell, owner in owners.items() if owner is not None
    }
    assert (board.cell_rect(0).x() > board.cell_rect(position.cell(6, 0)).x()) == flipped


@pytest.mark.parametrize("flipped", [False, True])
def test_a_click_anywhere_in_a_column_drops_a_disc_there(board, game, flipped):
    position = _played(game, "4")
    board.show_state(BoardState(position, playable=True, flipped=flipped))

    _click(board, position.cell(1, 0))
    _click(board, position.cell(6, 5))
    _click(board, position.cell(3, 5), up=1.2)  # above the plate

    assert board.moves == [2, 7, 4]


def test_a_click_beside_the_plate_does_nothing(board, game):
    board.show_state(BoardState(_played(game, ""), playable=True))

    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 400))

    assert board.moves == []
    assert board.refusals == []


def test_a_full_column_the_wrong_turn_and_the_end_are_refused_in_a_sentence(board, game):
    full, over = _played(game, "444444"), _played(game, "4353637")
    for state in (BoardState(full, playable=True), BoardState(full), BoardState(over)):
        board.show_state(state)
        _click(board, full.cell(3, 2))

    assert board.moves == []
    assert board.refusals == [
        "Column 4 is full; there is room in 1, 2, 3, 5, 6, 7.",
        "It is not your turn: Red is to move.",
        "The game is over: Red wins: four in a row.",
    ]


def test_the_arrow_keys_and_enter_play(board, game):
    board.show_state(BoardState(_played(game, "4"), playable=True))

    QTest.keyClick(board, Qt.Key.Key_Right)
    first = board.cell_name(board.focus_cell)
    QTest.keyClick(board, Qt.Key.Key_Right)
    QTest.keyClick(board, Qt.Key.Key_Down)
    QTest.keyClick(board, Qt.Key.Key_Return)

    assert first == "column 4, row 2, empty"
    assert board.cell_name(board.focus_cell) == "column 5, row 1, empty"
    assert board.moves == [5]


def test_the_number_of_a_column_plays(board, game):
    board.show_state(BoardState(_played(game, ""), playable=True))

    QTest.keyClicks(board, "29")

    assert board.moves == [2]
    assert board.refusals == ["There is no column 9; they are numbered 1 to 7."]


def test_the_mouse_over_a_column_tells_where_the_disc_would_fall(board, game):
    position = _played(game, "444444")
    board.show_state(BoardState(position, playable=True))

    for cell in (position.cell(2, 4), position.cell(3, 4)):
        QTest.mouseMove(board.viewport(), _point(board, cell))
    board.hover(-1)

    assert board.remarks == [
        "Red's disc falls to the bottom of column 3.",
        "Column 4 is full; there is room in 1, 2, 3, 5, 6, 7.",
        "",
    ]


def test_a_disc_falls_from_above_and_comes_to_rest(board, game, qtbot):
    before, after = _played(game, "4"), _played(game, "44")
    board.speed = 8.0

    with qtbot.waitSignal(board.settled):
        board.show_state(BoardState(after, last_move=4, before=before))
        assert board.animating
        assert board.shown_discs() == {after.cell(3, 0): 0}

    assert board.shown_discs() == {after.cell(3, 0): 0, after.cell(3, 1): 1}


def test_a_click_ends_the_fall_and_is_then_a_move(board, game):
    before, after = _played(game, "4"), _played(game, "44")
    board.show_state(BoardState(after, last_move=4, before=before, playable=True))

    _click(board, after.cell(0, 0))

    assert not board.animating
    assert board.moves == [1]
    assert len(board.shown_discs()) == 2


def test_another_position_in_the_middle_of_a_fall_is_shown_at_once(board, game):
    before, after = _played(game, "4"), _played(game, "44")
    board.show_state(BoardState(after, last_move=4, before=before))

    board.show_state(BoardState(_played(game, "12")))

    assert not board.animating
    assert sorted(board.shown_discs().values()) == [0, 1]
    assert after.cell(3, 0) not in board.shown_discs()


def test_the_winning_four_are_struck(board, game):
    won = _played(game, "4353637")
    board.show_state(BoardState(_played(game, "435363"), playable=True))
    plain = board.grab().toImage()

    board.show_state(BoardState(won, last_move=7, title="Red wins"))
    shown = board.grab().toImage()

    # Between two holes there is nothing but plate, or the stroke.
    left, right = (_point(board, won.cell(column, 0)) for column in (4, 5))
    between = (left + right) / 2
    assert plain.pixelColor(between).lightness() < 160
    assert shown.pixelColor(between).lightness() > 240


def test_a_hint_points_at_a_column(board, game):
    position = _played(game, "4")
    board.show_state(BoardState(position, playable=True))
    plain = board.grab().toImage()
    above = _point(board, position.cell(2, 5), up=1.1)

    board.show_state(BoardState(position, playable=True, hint=3, hint_text="+1"))
    hinted = board.grab().toImage()

    assert plain.pixelColor(above) != hinted.pixelColor(above)


def test_a_theme_and_another_size_are_taken_over_at_once(board, game):
    board.show_state(BoardState(_played(game, "4"), playable=True))
    board.set_focus_cell(board.cells()[-1])

    board.set_theme(DARK)
    board.show_state(BoardState(_played(game, "12", columns=4, rows=4), playable=True))

    assert len(board.cells()) == 16
    assert board.focus_cell == -1
    assert board.backgroundBrush().color() == DARK.window
    assert len(board.shown_discs()) == 2


def test_a_game_between_two_humans_is_played_with_the_mouse_alone(board, game, qtbot):
    app = open_app(game)
    document = app.document
    board.speed = 0.0

    def show(change: Change) -> None:
        place = change.place
        state = BoardState(place.position, last_move=place.node.move, playable=place.human_may_move)
        board.show_state(state)

    document.changed.connect(show)
    board.move_chosen.connect(app.turns.play)
    document.new_game(game)
    for column in (3, 2, 4, 2, 5, 2, 6):
        _click(board, document.position.cell(column, 5))
    app.shut_down()

    assert document.node.outcome.reason == "Red wins: four in a row."
    assert [node.text for node in document.record.line()] == list("4353637")
    assert not board.playable
