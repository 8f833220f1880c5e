"""A panel of a package from outside: shown, told, and harmless when it fails."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from kalahloa.controllers.core.place import Change
from kalahloa.views.panels.panel import Panel
from kalahloa.views.window import panel_plugins
from tests import plugin
from tests.views.checker import board_shows_record

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def connect_four(tmp_path: Path) -> Iterator[str]:
    with plugin.installed(tmp_path):
        yield plugin.KEY


def test_a_panel_from_outside_stands_in_study_and_follows_the_game(
    connect_four, open_window, qtbot
):
    hands = open_window(connect_four)
    panel = hands.window.panel_host.panel("open-rows")
    assert not panel.is_seen

    hands.press(Qt.Key.Key_3, CONTROL)
    assert panel.is_seen
    assert panel.counts.text() == "Red 69 · Yellow 69"
    hands.click_cell(21)
    qtbot.waitUntil(lambda: panel.counts.text() == "Red 69 · Yellow 62")
    hands.undo()
    qtbot.waitUntil(lambda: panel.counts.text() == "Red 69 · Yellow 69")
    hands.press(Qt.Key.Key_2, CONTROL)

    assert not panel.is_seen


class Harmful(Panel):
    """Raises where it is told to."""

    key = "harmful"
    where = ""

    def __init__(self, theme, parent=None) -> None:
        super().__init__(theme, parent)
        if self.where == "constructor":
            raise RuntimeError("constructor")

    def heading(self) -> str:
        if self.where == "heading":
            raise RuntimeError("heading")
        return "<b>A & B</b>" * 100

    def refresh(self, change: Change) -> None:
        if self.where == "refresh":
            raise RuntimeError("refresh")

    def set_theme(self, theme) -> None:
        super().set_theme(theme)
        if self.where == "theme":
            raise RuntimeError("theme")


@pytest.fixture(params=["nowhere", "import", "no panel", "constructor", "heading"])
def harmful(request, monkeypatch) -> Iterator[str]:
    yield from _with_panel(request.param, monkeypatch)


@pytest.fixture(params=["refresh", "theme"])
def harmful_later(request, monkeypatch) -> Iterator[str]:
    yield from _with_panel(request.param, monkeypatch)


def _with_panel(where: str, monkeypatch) -> Iterator[str]:
    values = {"import": "no.such.module:Panel", "no panel": "pathlib:Path"}
    value = values.get(where, f"{__name__}:Harmful")
    point = EntryPoint("harmful", value, panel_plugins.ENTRY_POINT_GROUP)
    monkeypatch.setattr(panel_plugins, "plugins", lambda _: [point])
    monkeypatch.setattr(Harmful, "where", where)
    panel_plugins.panels_from_outside.cache_clear()
    yield where
    panel_plugins.panels_from_outside.cache_clear()


def test_a_panel_that_cannot_be_loaded_or_made_is_left_out(harmful, open_window):
    hands = open_window("kalah")
    hands.press(Qt.Key.Key_3, CONTROL)

    hands.click_move(1)

    assert ("harmful" in hands.window.panel_host.panels) == (harmful == "nowhere")
    assert bool(hands.window.findChildren(Harmful)) == (harmful == "nowhere")
    hands.window.resize(400, 320)
    assert hands.window.width() == 400
    board_shows_record(hands)


def test_a_panel_that_fails_later_is_closed_and_the_window_goes_on(
    harmful_later, open_window, qtbot
):
    with qtbot.captureExceptions() as errors:
        hands = open_window("kalah")
        hands.press(Qt.Key.Key_3, CONTROL)
        hands.click_move(1)

    assert "harmful" not in hands.window.panel_host.panels
    assert "harmful" not in hands.window.rooms.children_shown()
    assert "harmful" not in hands.window.rooms.toggle_actions
    assert not hands.window.rooms.findChildren(Harmful)
    assert [str(error) for _, error, _ in errors] == [harmful_later]
    hands.click_move(2)
    hands.press(Qt.Key.Key_2, CONTROL)
    assert hands.texts() == ["1", "2"]
    board_shows_record(hands)
