"""Random clicks, keys and lines: whatever is done, board, record and replay agree."""

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from kalahloa.controllers.commands import COMMANDS
from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.views.look.theme import DARK, LIGHT
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands
from tests.views.listed import click_node

ACTIONS = 1200
CHECK_EVERY = 25
SHALLOW = Player(Level(searcher="alpha-beta", depth=1))
DEEPER = Player(Level(depth=2))

_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Space,
    Qt.Key.Key_F2,
)
_LINES = (
    "help",
    "moves",
    "undo 3",
    "redo",
    "hint",
    "flip",
    "goto 4",
    "new loa",
    "new kalah standard",
    "new tictactoe",
    "new chess",
    "position",
    "record",
    "rules",
    "go",
    "pause",
    "b1-b9",
    "99",
    "undo zero",
    "player south human",
    "view",
    "1-1-1",
    "",
)

_ELSEWHERE = ("quit", "open", "save", "show-log", "help", "rules", "keys")
"""Commands that end the program, or open windows of the desktop's or of the help's."""
_ACTIONS = tuple(
    command.key for command in COMMANDS if command.title and command.key not in _ELSEWHERE
)


class Monkey:
    """Does one random thing after the other to a window."""

    def __init__(self, hands: Hands, seed: int) -> None:
        self.hands = hands
        self.chance = random.Random(seed)
        self.deeds = (
            (self.move, 30),
            (self.click_a_cell, 12),
            (self.click_anywhere, 6),
            (self.drag, 4),
            (self.press_a_key, 14),
            (self.type_a_line, 8),
            (self.undo, 8),
            (self.redo, 5),
            (self.walk, 5),
            (self.click_a_move, 4),
            (self.change_a_player, 3),
            (self.trigger, 8),
            (self.change_panels, 3),
            (self.resize, 2),
            (self.change_colours, 1),
            (self.rest, 4),
        )

    def act(self) -> None:
        """Do one thing."""
        deeds, weights = zip(*self.deeds, strict=True)
        self.chance.choices(deeds, weights)[0]()

    def move(self) -> None:
        moves = self.hands.document.position.legal_moves()
        if moves and not self.hands.window.text_shown:
            self.hands.click_move(self.chance.choice(moves))
        elif moves:
            position = self.hands.document.position
            self.hands.type_line(position.format_move(self.chance.choice(moves)))

    def click_a_cell(self) -> None:
        self.hands.click_cell(self.chance.choice(list(self.hands.board.cells())))

    def _anywhere(self) -> QPoint:
        view = self.hands.board.viewport()
        return QPoint(self.chance.randrange(view.width()), self.chance.randrange(view.height()))

    def click_anywhere(self) -> None:
        button = self.chance.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton))
        QTest.mouseClick(self.hands.board.viewport(), button, pos=self._anywhere())

    def drag(self) -> None:
        view = self.hands.board.viewport()
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=self._anywhere())
        QTest.mouseMove(view, self._anywhere())
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=self._anywhere())

    def press_a_key(self) -> None:
        self.hands.press(self.chance.choice(_KEYS))

    def type_a_line(self) -> None:
        self.hands.type_line(self.chance.choice(_LINES))

    def undo(self) -> None:
        self.hands.undo()

    def redo(self) -> None:
        self.hands.redo()

    def walk(self) -> None:
        key = self.chance.choice(
            (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
        )
        self.hands.press(key, Qt.KeyboardModifier.AltModifier)

    def click_a_move(self) -> None:
        record = self.hands.document.record
        if len(record.nodes) > 1:
            panel = self.hands.window.docks.panels["moves"]
            if panel.is_seen:
                click_node(self.hands, self.chance.choice(record.nodes[1:]))

    def change_a_player(self) -> None:
        player = self.chance.choice((HUMAN, HUMAN, SHALLOW, DEEPER))
        self.hands.document.set_player(self.chance.randrange(2), player)

    def trigger(self) -> None:
        self.hands.window.actions_by_name[self.chance.choice(_ACTIONS)].trigger()
        for dialog in self.hands.window.findChildren(QDialog):
            if dialog.isVisible():
                self.chance.choice((dialog.accept, dialog.reject))()

    def change_panels(self) -> None:
        """Hide, show, move out or put back a panel, or switch workspaces."""
        docks = self.hands.window.docks.docks
        dock = docks[self.chance.choice(sorted(docks))]
        workspaces = self.hands.window.bar.workspace_buttons
        button = workspaces[self.chance.choice(sorted(workspaces))]
        self.chance.choice(
            (
                dock.toggleViewAction().trigger,
                lambda: dock.setFloating(not dock.isFloating()),
                button.click,
            )
        )()

    def resize(self) -> None:
        self.hands.window.resize(self.chance.randrange(300, 1400), self.chance.randrange(300, 900))

    def change_colours(self) -> None:
        self.hands.window.set_theme(self.chance.choice((LIGHT, DARK)))

    def rest(self) -> None:
        QTest.qWait(self.chance.choice((1, 5, 20)))


@pytest.mark.parametrize(
    ("game", "speed", "seed"), [("loa", 0.0, 1), ("kalah", 4.0, 2), ("tictactoe", 1.0, 3)]
)
def test_after_random_actions_board_record_and_replay_agree(open_window, game, speed, seed):
    hands = open_window(game, speed=speed, scripted=False)
    monkey = Monkey(hands, seed)
    longest = 0

    for number in range(ACTIONS):
        monkey.act()
        longest = max(longest, len(hands.document.record.nodes))
        if number % CHECK_EVERY == 0:
            board_shows_record(hands)

    board_shows_record(hands)
    assert longest > 20
