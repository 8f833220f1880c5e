"""The menu of recent games: what an entry says, and that it opens its own game."""

from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

COMPUTER = Player(Level(depth=3))


def keep(hands: Hands, game: str, moves: str, players=(HUMAN, HUMAN)) -> None:
    """Add a game to the library; a later one is newer."""
    record = Record(find_game(game))
    record.players = tuple(player.title for player in players)
    for move in moves.split():
        record.play(record.position.read_move(move))
    hands.disk.add(record, players, created=1_700_000_000.0 + len(hands.disk.games()))


def entries(hands: Hands, qtbot, number: int) -> list[QAction]:
    """Open the menu and return its entries once there are *number* of games."""
    menu = hands.window.recent
    menu.aboutToShow.emit()
    qtbot.waitUntil(lambda: len([one for one in menu.actions() if one.isEnabled()]) == number)
    return menu.actions()


def test_without_other_games_the_menu_says_so(open_window):
    hands = open_window("loa")

    hands.window.recent.aboutToShow.emit()

    (only,) = hands.window.recent.actions()
    assert only.text() == "No other game yet"
    assert not only.isEnabled()


def test_an_entry_says_which_game_who_played_and_the_result(open_window, qtbot):
    hands = open_window("loa")
    keep(hands, "kalah", "3 6", (HUMAN, COMPUTER))
    keep(hands, "tictactoe", "1 4 2 5 3")

    newer, older = (action.text() for action in entries(hands, qtbot, 2))

    title = find_game("tictactoe").title
    assert newer.endswith(f": {title}, Human – Human, X won")
    assert older.endswith(f": Kalah, You – {COMPUTER.title}, not finished")
    assert newer.split(":")[0].strip()
    assert QLocale().toString(2023)[-2:] in newer


def test_each_entry_opens_its_own_game(open_window, qtbot):
    hands = open_window("loa")
    for number in (1, 2, 3):
        keep(hands, "kalah", str(number))
    chosen = entries(hands, qtbot, 3)[1]

    with qtbot.waitSignal(hands.keeper.opened):
        chosen.trigger()

    assert hands.texts() == ["2"]
    board_shows_record(hands)
