"""One move by a click: drawn once, told once, whatever the size of the record."""

import random
from collections import Counter
from itertools import chain

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.core.place import Cause
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands


class Paints(QObject):
    """Counts the paint events of a widget."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


class Turns(QObject):
    """Collects what is painted, by the requests of the window to paint what has changed."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands.window)
        self.painted: list[list[str]] = []
        self._names = {
            hands.board.viewport(): "board",
            hands.window.panel_host.panel("moves").view.viewport(): "moves",
        }
        for watched in (hands.window, *self._names):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched not in self._names and event.type() == QEvent.Type.UpdateRequest:
            self.painted.append([])
        elif watched in self._names and event.type() == QEvent.Type.Paint:
            self.painted[-1].append(self._names[watched])
        return False


APART = [["board"], ["moves"]]


def test_the_list_of_moves_is_painted_after_the_board_and_not_with_it(open_window, qtbot):
    hands = open_window("loa")
    turns = Turns(hands)
    seen: list[list[list[str]]] = []

    # On a busy machine what is to come in several turns may be due in the same one.
    while len(seen) < 10 and APART not in seen:
        move = hands.document.position.legal_moves()[0]
        hands.click_cell(move & 63)
        qtbot.wait(30)
        turns.painted[:] = [[]]
        hands.click_cell(move >> 6)
        qtbot.waitUntil(lambda: {"board", "moves"} <= set(chain(*turns.painted)))
        board_shows_record(hands)
        seen.append([names for names in turns.painted if names])

    assert APART in seen
    assert all(painted[0] != ["moves"] for painted in seen)


def big_record(game, nodes: int) -> Record:
    """Return a record of so many nodes, with variations, at a place where a move can be made."""
    record, chance = Record(game), random.Random(4)
    while len(record.nodes) < nodes:
        moves = record.position.legal_moves()
        if not moves or chance.random() < 0.02:
            record.jump(chance.randrange(len(record.nodes)))
        else:
            record.play(chance.choice(moves))
    while not record.position.legal_moves():
        record.undo()
    return record


def count_calls(hands: Hands, monkeypatch) -> Counter[str]:
    """Return a counter of what the window's parts are told from now on."""
    calls: Counter[str] = Counter()

    def watch(owner: object, name: str, key: str) -> None:
        original = getattr(owner, name)

        def counted(*arguments: object) -> object:
            calls[key] += 1
            return original(*arguments)

        monkeypatch.setattr(owner, name, counted)

    for key, panel in hands.window.panel_host.panels.items():
        watch(panel, "refresh", key)
    watch(hands.board, "show_state", "board")
    watch(hands.board, "refresh_state", "board")
    watch(hands.window.actions_by_name, "show_place", "actions")
    watch(hands.window.text, "_show_place", "text")
    return calls


@pytest.mark.parametrize("nodes", [30, 10_000])
def test_a_move_by_a_click_is_one_change_and_each_part_is_told_once(
    open_window, monkeypatch, qtbot, nodes
):
    hands = open_window("loa")
    document = hands.document
    document.open_record(big_record(document.game, nodes), document.players)
    move = document.position.legal_moves()[0]
    hands.click_cell(move & 63)
    hands.window.panel_host.finish()
    qtbot.wait(30)
    changes = []
    document.changed.connect(changes.append)
    calls, paints = count_calls(hands, monkeypatch), Paints()
    hands.board.viewport().installEventFilter(paints)

    hands.click_cell(move >> 6)
    qtbot.waitUntil(lambda: {"moves", "players"} <= calls.keys())
    qtbot.wait(50)

    assert [change.causes for change in changes] == [frozenset({Cause.MOVE})]
    assert calls.pop("text", 0) <= 1  # hidden, it returns at once
    assert calls == Counter(board=1, players=1, moves=1, actions=1)
    # The mouse moves to the cell, which draws the preview, and then clicks it.
    assert paints.count <= 2
    assert len(document.record.nodes) >= nodes
    board_shows_record(hands)


def test_undo_100_is_one_change(open_window, monkeypatch):
    hands = open_window("loa")
    document = hands.document
    document.open_record(big_record(document.game, 400), document.players)
    changes = []
    document.changed.connect(changes.append)
    calls = count_calls(hands, monkeypatch)

    hands.app.navigation.undo(100)
    hands.window.panel_host.finish()

    assert len(changes) == 1
    assert calls["board"] == calls["moves"] == calls["players"] == 1
    board_shows_record(hands)


def test_a_hidden_view_and_hidden_panels_do_no_work(open_window, monkeypatch):
    hands = open_window("kalah")
    rooms = hands.window.rooms
    for key in rooms.children_shown():
        rooms.hide_panel(key)
    hands.window.show_view(text=True)
    calls = count_calls(hands, monkeypatch)
    hands.window.show_view(text=True)

    hands.type_line("1")
    hands.type_line("3")

    assert calls["board"] == calls["moves"] == calls["players"] == 0
    hands.window.show_view(text=False)
    assert calls["board"] == 1
    diagram = hands.window.text.diagram.toPlainText()
    hands.click_move(hands.document.position.legal_moves()[0])
    assert hands.window.text.diagram.toPlainText() == diagram
    for key in ("players", "moves"):
        rooms.reveal(key)
    board_shows_record(hands)


def test_another_game_right_after_a_move_is_painted(open_window, qtbot):
    hands = open_window("loa")

    hands.document.play(hands.document.position.legal_moves()[0])
    hands.window.update()
    QApplication.sendPostedEvents()  # the request to paint is held
    hands.document.new_game(find_game("kalah"))
    paints = Paints()
    hands.board.viewport().installEventFilter(paints)

    qtbot.waitUntil(lambda: bool(paints.count))
    hands.window.status.say("A sentence")
    label = hands.window.status.sentence
    painted = Paints()
    label.installEventFilter(painted)
    label.update()
    qtbot.waitUntil(lambda: bool(painted.count))
