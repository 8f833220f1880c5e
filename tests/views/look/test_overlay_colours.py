"""The colours of overlays: told from the squares, from each other, and from what is written."""

import pytest
from PySide6.QtGui import QColor

from kalahloa.views.look.contrast import MARK, TEXT, contrast
from kalahloa.views.look.overlay_colours import (
    again_colour,
    capture_colour,
    group_colour,
    risk_colour,
    single_colour,
)
from kalahloa.views.look.theme import THEMES, Theme


def groups(theme: Theme) -> list[QColor]:
    return [group_colour(number, theme.dark) for number in range(6)]


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_the_colours_of_groups_stand_out_from_the_squares(theme):
    for colour in (*groups(theme), single_colour(theme.dark)):
        for square in (theme.square_light, theme.square_dark):
            assert contrast(colour, square) >= MARK, colour.name()


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_what_is_written_on_a_badge_can_be_read(theme):
    fills = [*groups(theme), single_colour(theme.dark)]
    fills += [again_colour(theme.dark), capture_colour(theme.dark), risk_colour(theme.dark)]

    for fill in fills:
        assert contrast(theme.on_accent, fill) >= TEXT, fill.name()


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_neighbouring_groups_differ_in_hue_and_the_colours_come_round_again(theme):
    hues = sorted(colour.hue() for colour in groups(theme))

    gaps = [(after - hue) % 360 for hue, after in zip(hues, [*hues[1:], hues[0]], strict=True)]
    assert min(gaps) >= 20
    assert group_colour(6, theme.dark) == group_colour(0, theme.dark)
