"""The colours of marks and inks can be read, and told apart, in both themes."""

from itertools import combinations, product

import pytest

from kalahloa.models.record.annotation import Ink, Mark
from kalahloa.views.look.contrast import HIGH_TEXT, MARK, TEXT, contrast
from kalahloa.views.look.inks import (
    badge_colour,
    chart_colour,
    ink_colour,
    symbol_colour,
    written_on,
)
from kalahloa.views.look.theme import THEMES


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
@pytest.mark.parametrize("mark", Mark)
def test_marks_can_be_read_in_the_list_and_on_their_badge(theme, mark):
    least = HIGH_TEXT if theme.high_contrast else TEXT
    badge = badge_colour(mark, theme)
    assert contrast(symbol_colour(mark, theme), theme.panel) >= least
    assert contrast(badge, written_on(badge)) >= least
    assert contrast(chart_colour(mark, theme.dark), theme.panel) >= TEXT


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_inks_are_seen_on_the_boards_and_told_apart(theme):
    inks = [ink_colour(ink, theme) for ink in Ink]
    if theme.high_contrast:  # where inks have edges
        for ink, ground in product(inks, (theme.square_light, theme.square_dark, theme.pit)):
            assert max(contrast(ink, ground), contrast(theme.text, ground)) >= MARK
        return
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
