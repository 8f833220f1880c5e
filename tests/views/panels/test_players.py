"""The players' panel: who plays, how they stand, whose turn it is, and what a click asks for."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.views.boards import board_class
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import DARK, LIGHT, Theme
from kalahloa.views.panels.players import DISC, PlayersPanel
from tests.views.panels.places import Teller, new_record, place_of

COMPUTER = Player(Level(depth=1))


@pytest.fixture
def panel(qtbot) -> PlayersPanel:
    made = PlayersPanel(LIGHT)
    qtbot.addWidget(made)
    made.resize(320, 120)
    made.show()
    return made


def marked(panel: PlayersPanel) -> list[bool]:
    """Return for each row whether it looks and sounds as that of the side to move."""
    looks = [row.is_marked for row in panel.rows]
    sounds = ["to move" in row.accessibleName() for row in panel.rows]
    assert looks == sounds
    return looks


def disc_colours(panel: PlayersPanel) -> list[str]:
    """Return the colour in the middle of each disc."""
    middle = DISC // 2
    images = [row.disc.pixmap().toImage() for row in panel.rows]
    return [image.pixelColor(middle, middle).name() for image in images]


def sides_colours(game: str, theme: Theme) -> list[str]:
    """Return the colours that the board of *game* has for its sides."""
    board = board_class(game)
    assert board is not None
    colours = board.side_colours(theme)
    assert colours is not None
    return [inside.name() for inside, _ in colours]


def test_the_side_to_move_is_marked_and_the_mark_follows_moves_and_undo(panel):
    teller = Teller(new_record("loa"))
    panel.show_change(teller.everything())
    assert marked(panel) == [True, False]

    panel.show_change(teller.play("b1-b3"))
    assert marked(panel) == [False, True]
    panel.show_change(teller.undo())

    assert marked(panel) == [True, False]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_mark_is_an_edge_in_the_accent(panel, theme):
    teller = Teller(new_record("loa"))
    panel.setStyleSheet(style_sheet(theme, False))
    panel.show_change(teller.everything())

    def edges() -> list[bool]:
        for row in panel.rows:
            row.clearFocus()  # which has the same colour
        images = [row.grab().toImage() for row in panel.rows]
        return [image.pixelColor(1, image.height() // 2) == theme.accent for image in images]

    assert edges() == [True, False]
    panel.show_change(teller.play("b1-b3"))
    assert edges() == [False, True]


def test_a_side_that_moves_again_stays_marked(panel):
    teller = Teller(new_record("kalah"))
    panel.show_change(teller.everything())

    panel.show_change(teller.play("3"))

    assert marked(panel) == [True, False]


def test_after_the_end_nobody_is_marked(panel):
    teller = Teller(new_record("tictactoe", "XX./OO./... X"))
    panel.show_change(teller.everything())
    assert marked(panel) == [True, False]

    panel.show_change(teller.play("3"))

    assert marked(panel) == [False, False]


def test_each_row_says_how_its_own_side_stands(panel):
    teller = Teller(new_record("kalah"))
    panel.show_change(teller.everything())

    panel.show_change(teller.play("3"))

    south, north = (row.status.whole for row in panel.rows)
    position = teller.record.position
    assert position.status(0) != position.status(1)
    assert south == f"South · {position.status(0)}"
    assert north == f"North · {position.status(1)}"


def test_the_only_human_is_you(panel):
    record = new_record("loa")
    panel.show_change(Change.everything(place_of(record, players=(COMPUTER, HUMAN))))
    assert [row.player.text() for row in panel.rows] == [COMPUTER.title, "You"]

    players = place_of(record, players=(HUMAN, HUMAN))
    panel.show_change(Change(frozenset({Cause.PLAYERS}), players))

    assert [row.player.text() for row in panel.rows] == ["Human", "Human"]


def test_a_name_that_has_no_room_is_cut_off_with_an_ellipsis(panel):
    long = Player(Level(searcher="alpha-beta-aspiration", seconds=0.125))
    panel.show_change(Change.everything(place_of(new_record("loa"), players=(HUMAN, long))))

    for width in (700, 900, 240, 900, 180):
        panel.resize(width, panel.height())
        QCoreApplication.sendPostedEvents()
        human, computer = (row.player for row in panel.rows)
        assert human.text() == human.whole
        assert computer.text() == computer.whole or (width < 300 and computer.text().endswith("…"))
        for row in panel.rows:
            assert row.rect().contains(row.player.geometry())
    assert computer.text() != computer.whole == long.title == computer.toolTip()


def test_discs_have_the_colours_of_the_game_and_the_theme(panel):
    panel.show_change(Teller(new_record("loa")).everything())
    assert disc_colours(panel) == sides_colours("loa", LIGHT)

    panel.show_change(Teller(new_record("kalah")).everything())
    assert disc_colours(panel) == sides_colours("kalah", LIGHT)
    panel.set_theme(DARK)

    assert disc_colours(panel) == sides_colours("kalah", DARK)
    assert sides_colours("kalah", DARK) != sides_colours("kalah", LIGHT)


@pytest.mark.parametrize(("side", "key"), [(0, "first-player"), (1, "second-player")])
def test_a_click_asks_who_plays_that_side(panel, side, key):
    panel.show_change(Teller(new_record("loa")).everything())
    asked = []
    panel.asked.connect(lambda command, words: asked.append((command, words)))

    QTest.mouseClick(panel.rows[side], Qt.MouseButton.LeftButton)

    assert asked == [(key, [])]


def test_space_on_a_row_presses_it_and_does_not_let_the_computer_go_on(open_window, qtbot):
    hands = open_window("loa", (COMPUTER, COMPUTER))
    hands.window.actions_by_name["pause"].trigger()
    hands.window.actions_by_name["start"].trigger()
    assert hands.place.waits_for_continue
    row = hands.window.panel_host.panel("players").rows[1]
    asked = []
    hands.window.panel_host.panel("players").asked.connect(lambda key, words: asked.append(key))
    hands.window.panel_host.asked.disconnect()
    row.setFocus()

    hands.press(Qt.Key.Key_Space)

    assert asked == ["second-player"]
    assert hands.place.waits_for_continue
