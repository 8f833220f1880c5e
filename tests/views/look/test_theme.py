"""The palette that ordinary widgets get from a theme."""

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from kalahloa.views.look.theme import DARK, LIGHT, Theme

GROUPS, ROLES = QPalette.ColorGroup, QPalette.ColorRole


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_disabled_is_written_in_the_muted_colour(theme: Theme):
    palette = theme.palette()

    for role in (ROLES.WindowText, ROLES.Text, ROLES.ButtonText):
        assert palette.color(GROUPS.Active, role) == theme.text
        assert palette.color(GROUPS.Disabled, role) == theme.muted


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_theme_of_a_palette_is_found_again(qapp, theme: Theme):
    before = QApplication.palette()
    try:
        QApplication.setPalette(theme.palette())
        assert Theme.current() is theme
    finally:
        QApplication.setPalette(before)
