"""Where the keyboard is can be seen: in every room and every dialog, in all four themes."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import THEMES
from kalahloa.views.window.rooms import PAGES
from tests.views.dialogs.test_every_dialog import DIALOGS
from tests.views.focus_pictures import stops
from tests.views.window.arranged import settle

SCHEMES = ("light", "dark", "contrast-light", "contrast-dark")
SIZE = (1180, 780)


@pytest.mark.parametrize("page", list(PAGES))
def test_what_tab_goes_to_in_a_room_looks_focused(open_window, page):
    hands = open_window("kalah")
    for move in (3, 6, 2):
        hands.document.play(move)
    hands.window.rooms.open_page(page)
    settle(hands, SIZE)
    for scheme in SCHEMES:
        hands.window.set_preferences(replace(hands.window.preferences, scheme=scheme))
        settle(hands)

        found = list(stops(hands.window))

        assert len(found) >= 5
        assert "\n".join(f"{scheme}: {stop}" for stop in found if not stop.is_seen) == ""


@pytest.mark.parametrize("name", list(DIALOGS))
def test_what_tab_goes_to_in_a_dialog_looks_focused(qtbot, name):
    usual = QApplication.palette()
    for theme in (THEMES[dark, board] for board in ("wood", "contrast") for dark in (False, True)):
        QApplication.setPalette(theme.palette())
        window = QMainWindow()
        qtbot.addWidget(window)
        window.setStyleSheet(style_sheet(theme))
        window.show()
        dialog = DIALOGS[name](window)
        dialog.show()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        dialog.setFocus(Qt.FocusReason.TabFocusReason)

        found = list(stops(dialog))

        assert len(found) >= 2
        QApplication.setPalette(usual)
        assert "\n".join(f"{theme.names}: {one}" for one in found if not one.is_seen) == ""
        dialog.close()
