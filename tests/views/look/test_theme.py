"""The palette that ordinary widgets get from a theme."""

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.models.drawing.palette import BOARDS, CONTRAST
from kalahloa.views.look.theme import THEMES, Theme, prefer_board, theme_of

GROUPS, ROLES = QPalette.ColorGroup, QPalette.ColorRole


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_what_is_disabled_is_written_in_a_colour_of_its_own(theme: Theme):
    palette = theme.palette()

    for role in (ROLES.WindowText, ROLES.Text, ROLES.ButtonText):
        assert palette.color(GROUPS.Active, role) == theme.text
        assert palette.color(GROUPS.Disabled, role) == theme.disabled


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_the_theme_of_a_palette_is_found_again(qapp, theme: Theme):
    before = QApplication.palette()
    try:
        QApplication.setPalette(theme.palette())
        prefer_board(theme.board)
        assert Theme.current() is theme
    finally:
        QApplication.setPalette(before)
        prefer_board("wood")


def test_a_theme_differs_by_the_board_only_in_the_colours_of_boards():
    of_boards = {"board", "grained", "square_light", "square_dark", "frame", "frame_text", "wood"}
    of_boards |= {"wood_shade", "pit", "pit_shade", "wood_text", "rim"}
    of_boards |= {"card", "grid", "cross", "nought"}
    for (dark, board), theme in THEMES.items():
        if theme.high_contrast:
            continue
        usual = THEMES[dark, "wood"]
        differing = {name for name, value in vars(theme).items() if value != vars(usual)[name]}
        assert differing <= of_boards, board
        assert theme.names.board == board
        assert theme.names.wood.upper() == theme.wood.name().upper()


def test_boards_are_made_of_wood_unless_something_else_is_preferred(qapp):
    assert theme_of(False) is THEMES[False, "wood"]
    prefer_board("felt")
    try:
        assert theme_of(True) is THEMES[True, "felt"]
    finally:
        prefer_board("wood")


def test_every_board_can_be_chosen_in_the_preferences():
    chosen = Preferences.settings()["board"].choices

    assert list(chosen) == list(BOARDS)
    assert [*BOARDS, CONTRAST] == [board for dark, board in THEMES if dark]
