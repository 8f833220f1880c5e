"""Panels: made when they are first shown, told of each change in a turn of their own."""

from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from kalahloa.controllers.core.place import Cause
from kalahloa.views.look.theme import DARK
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

# -- made ------------------------------------------------------------------------------------------


def test_a_panel_is_made_when_it_is_first_shown_and_shows_what_it_has_missed(open_window):
    hands = open_window("kalah")
    host = hands.window.panel_host
    assert set(host.panels) == {"players", "moves"}
    hands.click_move(3)
    hands.window.set_preferences(replace(hands.window.preferences, scheme="dark"))

    hands.window.rooms.toggle_actions["proof"].trigger()

    assert set(host.panels) == {"players", "moves", "proof"}
    panel = host.panels["proof"]
    assert panel.is_seen
    assert panel.place is hands.place
    assert panel.theme is DARK


def test_each_panel_has_its_title_before_it_is_made(open_window):
    hands = open_window("kalah")
    host = hands.window.panel_host
    titles = dict(host.titles)

    panels = {key: host.panel(key) for key in titles}

    assert titles == {key: panel.title for key, panel in panels.items()}
    assert all(panel.key == key for key, panel in panels.items())
    assert {key for key, panel in panels.items() if panel.isVisible()} == {"players", "moves"}
    assert {key for key, panel in panels.items() if panel.is_seen} == {"players", "moves"}


# -- told ------------------------------------------------------------------------------------------


def told(hands: Hands, monkeypatch, *keys: str) -> list[tuple[str, frozenset[Cause]]]:
    """Return a list to which is added what the panels *keys* draw from now on."""
    found: list[tuple[str, frozenset[Cause]]] = []
    for key in keys:
        panel = hands.window.panel_host.panel(key)

        def refresh(change, key=key, draw=panel.refresh) -> None:
            found.append((key, change.causes))
            draw(change)

        monkeypatch.setattr(panel, "refresh", refresh)
    return found


def test_panels_are_told_of_a_change_after_it(open_window, qtbot, monkeypatch):
    hands = open_window("kalah")
    found = told(hands, monkeypatch, "players", "moves")

    hands.document.play(3)

    assert found == []
    assert not hands.window.panel_host.is_settled
    qtbot.waitUntil(lambda: len(found) == 2)
    assert [key for key, _ in found] == ["moves", "players"]
    assert hands.window.panel_host.is_settled
    board_shows_record(hands)


def test_whoever_looks_at_a_panel_has_it_told_before(open_window, monkeypatch):
    hands = open_window("kalah")
    found = told(hands, monkeypatch, "players", "moves")

    hands.document.play(3)

    assert hands.window.panel_host.panel("moves").tree.move_count == 1
    assert [key for key, _ in found] == ["moves"]
    assert hands.window.panel_host.panels
    assert [key for key, _ in found] == ["moves", "players"]


def test_changes_that_come_at_once_are_told_as_one(open_window, qtbot, monkeypatch):
    hands = open_window("kalah")
    found = told(hands, monkeypatch, "moves")

    for move in (1, 2, 3):
        hands.document.play(move)
    hands.document.jump(1)

    qtbot.waitUntil(lambda: bool(found) and hands.window.panel_host.is_settled)
    assert found == [("moves", frozenset({Cause.MOVE, Cause.WALK}))]
    board_shows_record(hands)


@pytest.mark.parametrize("page", ["study", "library"])
def test_a_panel_that_is_hidden_does_no_work_and_comes_up_to_date(open_window, monkeypatch, page):
    hands = open_window("kalah")
    rooms, panel = hands.window.rooms, hands.window.panel_host.panel("players")
    found = told(hands, monkeypatch, "players")
    rooms.open_page(page)
    assert not panel.is_seen

    hands.document.play(1)
    hands.document.play(2)
    hands.window.panel_host.finish()
    assert found == []
    rooms.open_page("play")

    assert len(found) == 1
    board_shows_record(hands)


def test_a_panel_that_is_hidden_before_its_turn_comes_up_to_date(open_window, qtbot):
    hands = open_window("kalah")
    hands.document.play(3)
    hands.window.rooms.hide_panel("moves")
    qtbot.waitUntil(lambda: hands.window.panel_host.is_settled)

    hands.window.rooms.reveal("moves")

    board_shows_record(hands)


# -- what panels ask for ---------------------------------------------------------------------------


def test_what_is_written_as_a_comment_goes_to_the_move_where_one_began(open_window):
    hands = open_window("kalah")
    hands.window.rooms.open_page("study")
    hands.window.rooms.focus("comment")
    field = hands.window.panel_host.panel("comment").field
    QTest.keyClicks(field, "first")

    hands.document.play(3)
    QTest.keyClicks(field, "second")

    root = hands.document.record.root
    assert (root.comment, hands.document.node.comment) == ("firstsecond", "")


def test_a_move_is_not_made_where_its_panel_does_not_show_the_position_any_more(open_window):
    hands = open_window("kalah")
    panel = hands.window.panel_host.panel("moves")

    hands.document.play(3)
    panel.asked.emit("play", ["1"])
    assert len(hands.document.record.nodes) == 2
    panel.asked.emit("back", [])
    assert hands.document.node.parent is None

    hands.window.panel_host.finish()
    panel.asked.emit("play", ["1"])
    assert hands.document.node.text == "1"
