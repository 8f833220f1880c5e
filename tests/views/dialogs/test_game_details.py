"""Names and details of a game are changed in a dialog, for the open game and in the library."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.record import Record
from kalahloa.models.study.game_details import GameDetails
from kalahloa.views.dialogs.game_details import GameDetailsDialog
from kalahloa.views.dialogs.new_game import NewGameDialog

ENGINE = Player(Level.of_engine(5))


def dialog_of(hands) -> GameDetailsDialog:
    (dialog,) = [one for one in hands.window.findChildren(GameDetailsDialog) if one.isVisible()]
    return dialog


def test_the_dialog_changes_the_open_game_as_an_edit(open_window):
    hands = open_window("kalah")
    BY_KEY["details"].trigger(hands.app)
    dialog = dialog_of(hands)
    QTest.keyClick(dialog.names[1], Qt.Key.Key_End)
    QTest.keyClicks(dialog.names[1], " Ben")
    QTest.keyClicks(dialog.others["event"], "Club evening")

    dialog.accept()

    assert hands.place.names == ("Human", "Human Ben")
    assert hands.place.details == {"event": "Club evening"}
    assert hands.window.windowTitle() == "Human – Human Ben – Kalah – Kalahloa"
    BY_KEY["undo-edit"].trigger(hands.app)
    assert hands.place.names == ("Human", "Human")
    assert hands.window.windowTitle() == "Kalah – Kalahloa"


def test_the_dialog_changes_no_game_that_has_come_meanwhile(open_window):
    hands = open_window("kalah")
    BY_KEY["details"].trigger(hands.app)
    dialog = dialog_of(hands)
    QTest.keyClicks(dialog.others["event"], "Club evening")
    hands.document.new_game(hands.document.game)

    dialog.accept()

    assert hands.place.details == {}
    assert hands.place.undo_edit == ""


def test_the_dialog_changes_the_chosen_game_of_the_library(open_window, qtbot):
    hands = open_window("kalah")
    with Library.open(hands.disk.path) as library:
        number = library.add(Record(find_game("loa"), players=("Anna", "Ben")))
    read = hands.app[LibraryView].details_read
    with qtbot.waitSignal(read):
        BY_KEY["game-details"].perform(hands.app, [str(number)])
    dialog = dialog_of(hands)
    assert [line.text() for line in dialog.names] == ["Anna", "Ben"]
    dialog.names[0].clear()
    QTest.keyClicks(dialog.names[0], "Maria")

    with qtbot.waitSignal(hands.app[LibraryView].changed):
        dialog.accept()

    with Library.open(hands.disk.path) as library:
        assert library.load(number).header.players == ("Maria", "Ben")
    assert hands.place.names == ("Human", "Human")


def test_details_that_another_program_gives_the_open_game_are_shown_beside_the_board(open_window):
    hands = open_window("kalah")
    hands.document.play(hands.document.position.read_move("1"))
    hands.keeper.save()
    now = GameDetails(("Human", "Human"))
    with Library.open(hands.disk.path) as library:
        library.set_details(hands.keeper.game_id, now, now.with_name(0, "Maria"))

    hands.keeper.find_changes()
    hands.keeper.save()

    assert hands.place.names == ("Maria", "Human")
    assert hands.window.windowTitle() == "Maria – Human – Kalah – Kalahloa"
    with Library.open(hands.disk.path) as library:
        assert library.load(hands.keeper.game_id).header.players == hands.place.names


@pytest.mark.parametrize("typed", ["", "Ada"])
def test_a_new_game_asks_for_names_and_offers_those_of_the_players(qtbot, typed):
    game = find_game("kalah")
    players = (HUMAN, ENGINE)
    dialog = NewGameDialog(
        game, game.rulebook.default, players, own_name="Maria", names=("Maria", "Hal")
    )
    qtbot.addWidget(dialog)
    assert [line.placeholderText() for line in dialog.names] == ["Maria", "Engine, level 5"]
    QTest.keyClicks(dialog.names[0], typed)

    assert dialog.choice().names == (typed or "Maria", "Hal")
    dialog.swap.click()
    assert dialog.choice().names == ("Hal", typed or "Maria")


def test_the_own_name_comes_from_the_preferences_into_the_next_game(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, ENGINE))
    BY_KEY["preferences"].trigger(hands.app)
    (dialog,) = [
        one
        for one in hands.window.findChildren(QDialog)
        if type(one).__name__ == "PreferencesDialog"
    ]
    QTest.keyClicks(dialog.fields["name"], "Maria")

    dialog.accept()

    assert hands.place.names == ("Maria", "Engine, level 5")
    qtbot.waitUntil(lambda: hands.kept_preferences().name == "Maria")
    assert hands.window.windowTitle() == "Maria – Engine, level 5 – Kalah – Kalahloa"


def test_a_date_is_read_as_it_is_shown_and_another_text_is_refused(open_window):
    hands = open_window("kalah")
    BY_KEY["details"].trigger(hands.app)
    dialog = dialog_of(hands)
    assert dialog.others["date"].placeholderText() == "2026-05-12, 12/05/2026"
    QTest.keyClicks(dialog.others["date"], "31/02/2026")

    dialog.accept()

    assert dialog.isVisible() and "“31/02/2026” is not a day" in dialog.problem.text()
    assert hands.place.details == {}
    dialog.others["date"].clear()
    QTest.keyClicks(dialog.others["date"], "18/09/2026")
    dialog.accept()
    assert not dialog.isVisible()
    assert hands.place.details == {"date": "2026-09-18"}
