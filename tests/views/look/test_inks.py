"""The colours of marks and inks can be read, and told apart, in both themes."""

from itertools import combinations

import pytest
from PySide6.QtGui import QColor

from kalahloa.models.record.annotation import Ink, Mark
from kalahloa.views.look.contrast import TEXT, contrast
from kalahloa.views.look.inks import badge_colour, ink_colour, symbol_colour
from kalahloa.views.look.theme import THEMES


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
@pytest.mark.parametrize("mark", Mark)
def test_marks_can_be_read_in_the_list_and_on_their_badge(theme, mark):
    assert contrast(symbol_colour(mark, theme.dark), theme.panel) >= TEXT
    assert contrast(badge_colour(mark), QColor("#FFFFFF")) >= TEXT


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_inks_are_seen_on_the_boards_and_told_apart(theme):
    inks = [ink_colour(ink, theme.dark) for ink in Ink]
    for ground in (theme.square_light, theme.square_dark, theme.wood, theme.pit):
        for ink in inks:
            distance = sum(
                abs(one - other)
                for one, other in zip(ink.getRgb()[:3], ground.getRgb()[:3], strict=True)
            )
            assert distance > 80, (ink.name(), ground.name())
    for one, other in combinations(inks, 2):
        assert one.hsvHue() != other.hsvHue()
        assert abs(one.hsvHue() - other.hsvHue()) > 25
