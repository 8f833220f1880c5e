"""Small pictures of positions: of boards, and of games that have none."""

import pytest
from PySide6.QtGui import QColor, QPixmap

from kalahloa.models.game.registry import find_game
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.trees import thumbnails as module
from kalahloa.views.trees.thumbnails import Thumbnails

TICTACTOE, KALAH, LOA = (find_game(key) for key in ("tictactoe", "kalah", "loa"))


def made(game, **look) -> Thumbnails:
    thumbnails = Thumbnails(LIGHT)
    thumbnails.set_game(game, **{"flipped": False, "mirrored": False, "scale": 1, **look})
    return thumbnails


def picture(thumbnails: Thumbnails, position, qtbot) -> QPixmap:
    key = thumbnails.key_of(position)
    thumbnails.want(key, position)
    qtbot.waitUntil(lambda: thumbnails.picture(key) is not None)
    found = thumbnails.picture(key)
    assert found is not None
    return found


def colours(found: QPixmap) -> set[int]:
    image = found.toImage()
    return {
        image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    }


@pytest.mark.parametrize("game", [TICTACTOE, KALAH, LOA], ids=lambda game: game.key)
def test_a_position_is_drawn_in_the_form_of_its_board(game, qtbot):
    thumbnails = made(game)
    position = game.start(game.rulebook.default)
    width, height = thumbnails.size(position)

    found = picture(thumbnails, position, qtbot)

    assert 40 < width <= module.WIDEST and height > 20
    assert (width > 1.5 * height) is (game is KALAH)
    assert abs(found.width() / found.height() - width / height) < 0.15 * width / height
    assert len(colours(found)) > 5


def test_other_positions_and_looks_are_other_pictures(qtbot):
    start = LOA.start(LOA.rulebook.default)
    after = start.copy()
    after.make(after.legal_moves()[0])
    thumbnails = made(LOA)
    first = picture(thumbnails, start, qtbot).toImage()

    assert picture(thumbnails, after, qtbot).toImage() != first
    assert picture(made(LOA, flipped=True), after, qtbot).toImage() != first
    thumbnails.set_theme(DARK)
    assert thumbnails.picture(thumbnails.key_of(start)) is None
    assert picture(thumbnails, start, qtbot).toImage() != first


def test_a_game_without_a_board_is_drawn_as_text(qtbot, monkeypatch):
    monkeypatch.setattr(module, "board_class", lambda key: None)
    thumbnails = made(TICTACTOE)
    full = TICTACTOE.read("XO./.X./..O X", TICTACTOE.rulebook.default)
    empty = TICTACTOE.start(TICTACTOE.rulebook.default)

    first = picture(thumbnails, full, qtbot)

    inked = [QColor.fromRgba(one) for one in colours(first)]
    assert any(one.alpha() > 128 for one in inked)
    assert picture(thumbnails, empty, qtbot).toImage() != first.toImage()


def test_what_is_drawn_is_told_and_kept_within_limits(qtbot, monkeypatch):
    monkeypatch.setattr(module, "MAX_PICTURES", 3)
    thumbnails = made(TICTACTOE)
    told: list[object] = []
    thumbnails.drawn.connect(told.append)
    position = TICTACTOE.start(TICTACTOE.rulebook.default)
    keys = []
    for move in (1, 2, 3, 4, 5):
        there = position.copy()
        there.make(move)
        keys.append(thumbnails.key_of(there))
        picture(thumbnails, there, qtbot)

    assert told == keys
    assert [thumbnails.picture(key) is not None for key in keys] == [False, False, True, True, True]
    assert not thumbnails.is_busy
