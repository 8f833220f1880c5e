"""The boards of all games in the board theme that the user prefers, and pictures of them."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor

from kalahloa.models.drawing.palette import CONTRAST
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.views.look.theme import THEMES, prefer_board
from kalahloa.views.pictures.board_picture import BoardPicture, Scene
from kalahloa.views.pictures.options import BoardOptions

GAMES = ("kalah", "loa", "tictactoe")
GROUND = {"kalah": "pit_shade", "loa": "square_light", "tictactoe": "card"}
"""A colour of each game's board, which the middle of an empty cell has."""
EMPTY = {"kalah": 6, "loa": 27 + 1, "tictactoe": 0}
"""A cell that is empty at the start, a light one in Lines of Action."""


@pytest.fixture(autouse=True)
def usual_board(qapp):
    yield
    prefer_board("wood")


def ground_of(hands) -> QColor:
    board = hands.board
    image = board.viewport().grab().toImage()
    where = hands.place_of(EMPTY[hands.document.game.key]) * image.devicePixelRatio()
    return image.pixelColor(where)


def is_near(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) <= 3 for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_drawn_in_the_theme_that_is_preferred(open_window, qtbot, game):
    hands = open_window(game)
    for (dark, board), theme in THEMES.items():
        scheme = "dark" if dark else "light"
        chosen = {"board": board, "scheme": scheme}
        if theme.high_contrast:
            chosen = {"scheme": f"contrast-{scheme}"}
        hands.window.set_preferences(replace(hands.window.preferences, **chosen))

        assert hands.board.theme is theme
        colour = getattr(theme, GROUND[game])
        qtbot.waitUntil(lambda colour=colour: is_near(ground_of(hands), colour))
    qtbot.waitUntil(lambda: hands.kept_preferences() == hands.window.preferences)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dark", [False, True])
def test_pictures_are_drawn_in_it(qapp, game, dark):
    found = find_game(game)
    record = Record(found)
    pictures = {}
    for board in ("wood", "slate", "felt", CONTRAST):
        prefer_board(board)
        picture = BoardPicture(found, BoardOptions(width=300, dark=dark, caption=False))
        picture.show(Scene(record.position))
        image = picture.image()
        pictures[board] = [
            image.pixelColor(x, y).name()
            for x in range(0, image.width(), 10)
            for y in range(0, image.height(), 10)
        ]
        picture.close()

    assert len({tuple(colours) for colours in pictures.values()}) == 4


def test_the_marks_of_the_players_are_those_on_the_board(open_window):
    hands = open_window("tictactoe")
    hands.window.set_preferences(replace(hands.window.preferences, board="felt"))

    colours = type(hands.board).side_colours(hands.board.theme)

    assert [colour for colour, _ in colours] == [
        THEMES[False, "felt"].cross,
        THEMES[False, "felt"].nought,
    ]
