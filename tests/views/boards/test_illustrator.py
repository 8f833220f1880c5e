"""What explains a rule, as it is seen on every board."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF

from kalahloa.models.game.first_steps import NO_ILLUSTRATION, Illustration
from kalahloa.models.game.registry import find_game
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import BoardState, BoardView
from kalahloa.views.look.theme import DARK, LIGHT

F_FILE = Illustration(band=tuple(range(61, 4, -8)), counted=(61, 5), way=(61, 53, 45))


@pytest.fixture
def show(qtbot):
    """Return a function that shows a board of a game, with an illustration."""

    def shown(key: str, illustration: Illustration, **fields) -> BoardView:
        game, made = find_game(key), board_class(key)
        assert made is not None
        board = made(LIGHT)
        qtbot.addWidget(board)
        board.resize(640, 640)
        board.show()
        position = game.start(game.rulebook.default)
        board.show_state(BoardState(position, illustration=illustration, **fields))
        return board

    return shown


def cells_of_numbers(board: BoardView) -> list[int]:
    """Return the cell in whose rectangle, or on whose edge, each number lies."""
    found = []
    for x, y in board.illustrator.number_places():
        near = [
            cell
            for cell in board.cells()
            if board.cell_rect(cell).adjusted(-1, -1, 1, 1).contains(QPointF(x, y))
        ]
        found += near[:1]
    return found


def test_pieces_are_counted_and_squares_numbered_on_their_cells(show):
    board = show("loa", F_FILE)

    assert board.illustrator.numbers_shown() == ["1", "2", "1", "2"]
    assert cells_of_numbers(board) == [61, 5, 53, 45]


@pytest.mark.parametrize("turned", [{"flipped": True}, {"mirrored": True}])
def test_numbers_follow_the_pits_of_a_board_that_is_turned(show, turned):
    board = show("kalah", Illustration(way=(0, 1, 2, 6)))
    before = board.illustrator.number_places()
    board.show_state(replace(board.state, **turned))

    assert cells_of_numbers(board) == [1, 2, 6]
    assert board.illustrator.number_places() != before


def test_a_way_that_comes_round_again_has_the_last_number_on_a_pit(show):
    board = show("kalah", Illustration(way=(0, 1, 2, 0, 1)))

    assert sorted(board.illustrator.numbers_shown()) == ["2", "3", "4"]


@pytest.mark.parametrize(
    ("key", "band"), [("loa", F_FILE.band), ("loa", (0, 9, 18)), ("tictactoe", (2, 4, 6))]
)
def test_a_band_covers_the_middles_of_its_cells_and_of_no_others(show, key, band):
    board = show(key, Illustration(band=band))
    strip = board.illustrator._strip(band)

    covered = {cell for cell in board.cells() if strip.contains(board.cell_rect(cell).center())}
    assert covered == set(band)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_an_illustration_is_seen_and_goes_again(show, theme):
    board = show("loa", NO_ILLUSTRATION)
    board.set_theme(theme)
    plain = board.grab().toImage()
    board.refresh_state(replace(board.state, illustration=F_FILE))
    marked = board.grab().toImage()
    board.refresh_state(replace(board.state, illustration=NO_ILLUSTRATION))

    assert marked != plain
    assert board.grab().toImage() == plain
    assert board.illustrator.shown == NO_ILLUSTRATION


def test_nothing_is_explained_while_a_piece_moves(show):
    board = show("loa", F_FILE)
    before = board.position
    after = before.copy()
    move = after.read_move("c1-c3")
    after.make(move)
    board.show_state(replace(board.state, position=after, last_move=move, before=before))
    assert board.animating
    assert board.illustrator.shown == NO_ILLUSTRATION
    board.stop_animation()

    assert board.illustrator.shown == F_FILE


def test_numbers_are_larger_on_a_small_board(show, qtbot):
    board = show("loa", F_FILE)
    before = _heights(board)
    board.resize(170, 170)
    qtbot.waitUntil(lambda: _heights(board) > before)


def _heights(board: BoardView) -> float:
    """Return how high the badges are in the scene, all together."""
    badges = board.illustrator._numbers.items()
    areas: list[QRectF] = [badge.mapRectToScene(badge.boundingRect()) for badge in badges]
    return sum(area.height() for area in areas)
