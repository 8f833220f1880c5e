"""Whatever command one chooses, in whatever room: it does something, or says why it cannot."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.views.window.rooms import PAGES, ROOMS
from tests.views.conftest import Hands

TITLED = [command for command in COMMANDS if command.title]
LEAVING = {"home": "home", "continue-game": "play", "lab": "heuristic", "statistics": "library"}
"""Commands that lead to a page, and have nothing to do there."""
UNTRIED = {"quit", *LEAVING, "next-panel", "previous-panel", "graphical"}
"""Those that end the window, and those that lead to where one may be already."""


class Answers(QObject):
    """Records whatever a command does that one can see; closes the windows that it opens."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands.window)
        self.seen: list[str] = []
        window = hands.window
        toggled = {key: action.toggled for key, action in window.actions_by_name.items()}
        signals = {
            "sentence": window.status.said,
            "document": hands.document.changed,
            "page": window.rooms.turned,
            "clipboard": QGuiApplication.clipboard().dataChanged,
            "split": window.stack.split_changed,
        }
        for name, signal in (signals | toggled).items():
            signal.connect(lambda *_, name=name: self.seen.append(name))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        is_window = isinstance(watched, QWidget) and watched.isWindow()
        if kind == QEvent.Type.Show and is_window and watched is not self.parent():
            self.seen.append(type(watched).__name__)
            QTimer.singleShot(0, watched, watched.close)
        elif kind in (QEvent.Type.FocusIn, QEvent.Type.WindowStateChange):
            self.seen.append("focus")
        return False


@pytest.fixture
def hands(open_window) -> Hands:
    return open_window("loa")


@pytest.fixture
def answers(hands, qapp, monkeypatch) -> Iterator[Answers]:
    """What is seen of the commands of a window; nothing is opened in other programs."""
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)
    found = Answers(hands)
    qapp.installEventFilter(found)
    yield found
    qapp.removeEventFilter(found)


def on_page(hands: Hands, page: str) -> None:
    """Show *page* with a new game, and nothing in the status line."""
    window = hands.window
    window.rooms.open_page(page)
    if hands.document.record.root.children or hands.place.secret:
        hands.document.new_game(hands.document.game)
    window.panel_host.finish()
    window.status.end_notice()


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_the_key_of_what_is_not_possible_says_why_in_every_room(open_window, game):
    hands = open_window(game)
    window, said = hands.window, []
    window.status.said.connect(said.append)
    tried = 0
    for page in PAGES:
        on_page(hands, page)
        target = window.graphical.board if PAGES[page].has_board else window
        for command in TITLED:
            action = window.actions_by_name[command.key]
            if action.isEnabled():
                continue
            why = command.why_not(hands.place)
            assert why.endswith("."), command.key
            if sequences := action.shortcuts():
                key = sequences[0][0]
                said.clear()
                QTest.keyClick(target, key.key(), key.keyboardModifiers())
                assert said == [why], (page, command.key)
                tried += 1
    assert tried > 20 * len(PAGES)


def test_a_tip_says_why_its_command_is_not_possible(hands):
    action = hands.window.actions_by_name["review"]

    action.showStatusText(hands.window)

    assert hands.window.status.sentence.whole == "No moves yet."

    hands.document.play(hands.place.position.legal_moves()[0])
    action.showStatusText(hands.window)

    assert hands.window.status.sentence.whole == action.statusTip()


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.key)
def test_every_possible_command_does_something_that_one_sees(answers, hands, qtbot, room):
    page = room.pages[0].key

    for command in TITLED:
        if command.key in UNTRIED:
            continue
        on_page(hands, page)
        action = hands.window.actions_by_name[command.key]
        if action.isEnabled():
            answers.seen.clear()
            action.trigger()
            qtbot.waitUntil(lambda: bool(answers.seen), timeout=10_000)
