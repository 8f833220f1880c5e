"""Colours that mean different things differ for everybody, or a shape or a text tells them apart.

Differences are CIEDE2000, for usual vision and three simulated deficiencies (see `colour_vision`).
"""

from collections.abc import Mapping
from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from kalahloa.models.record.annotation import Ink, Mark
from kalahloa.views.boards import board_class
from kalahloa.views.items.line_view import LineView
from kalahloa.views.items.lines import LinesModel
from kalahloa.views.look.inks import chart_colour, ink_colour
from kalahloa.views.look.overlay_colours import again_colour, capture_colour, risk_colour
from kalahloa.views.look.theme import THEMES, Theme
from tests.views.look.colour_vision import Vision, difference, lab, least_difference

LEAST = 15.0
EACH = pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))


def alike(colours: Mapping[str, QColor], signs: Mapping[str, str] | None = None) -> list[str]:
    """Return the pairs of *colours* that are too alike, and have no *signs* that differ."""
    signs = signs or {}
    return [
        f"{one} and {other}: {least_difference(colours[one], colours[other]):.1f}"
        for one, other in combinations(colours, 2)
        if signs.get(one, "") == signs.get(other, "")
        and least_difference(colours[one], colours[other]) < LEAST
    ]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_of_the_published_examples(one, other, expected):
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


def test_red_and_green_are_alike_for_some_eyes_only():
    red, green = QColor("#C23B2A"), QColor("#4C7F33")

    seen = {vision: difference(lab(red, vision), lab(green, vision)) for vision in Vision}

    assert seen[Vision.USUAL] > 50
    assert seen[Vision.DEUTERANOPIA] < 6
    assert seen[Vision.TRITANOPIA] > 50
    # Greys stay what they are.
    for vision in Vision:
        assert difference(lab(QColor("#808080"), vision), lab(QColor("#808080"))) < 0.5


@EACH
def test_inks_differ(theme: Theme):
    assert alike({ink.value: ink_colour(ink, theme) for ink in Ink}) == []


@EACH
def test_overlays_of_kalah_differ(theme: Theme):
    dark = theme.dark
    offers = {"capture": capture_colour(dark), "again": again_colour(dark)}

    assert alike(offers | {"risk": risk_colour(dark)}) == []


@EACH
def test_marks_differ_by_colour_where_they_stand_without_symbols_and_else_by_symbol(theme: Theme):
    # The graph leaves symbols out where they would lie upon each other; a review finds these.
    found = (Mark.DUBIOUS, Mark.MISTAKE, Mark.BLUNDER)
    colours = {mark.name: chart_colour(mark, theme.dark) for mark in Mark}

    assert alike({mark.name: colours[mark.name] for mark in (Mark.GOOD, *found)}) == []
    assert alike(colours, {mark.name: mark.value for mark in Mark}) == []


@EACH
@pytest.mark.parametrize("game", ["kalah", "loa", "tictactoe"])
def test_the_sides_differ(theme: Theme, game):
    (first, _), (second, _) = board_class(game).side_colours(theme)

    assert alike({"first": first, "second": second}) == []


@EACH
def test_what_is_current_differs_from_what_is_threatened(theme: Theme):
    assert alike({"accent": theme.accent, "threat": theme.threat}) == []


@EACH
def test_what_cannot_be_used_differs_from_what_can(theme: Theme):
    buttons = {"usual": theme.text, "disabled": theme.disabled}

    assert alike(buttons) == []


@EACH
def test_draws_are_hatched_between_the_wins_of_the_two_sides(qtbot, theme: Theme):
    view = LineView(LinesModel(), theme)
    qtbot.addWidget(view)
    picture = QImage(90, 20, QImage.Format.Format_RGB32)
    picture.fill(theme.panel)
    painter = QPainter(picture)

    view.delegate.draw_results(painter, (1, 1, 1), QRect(0, 0, 90, 20))
    painter.end()

    row = [picture.pixelColor(x, 10).name() for x in range(90)]
    assert [len(set(row[left : left + 20])) for left in (5, 35, 65)] == [1, 2, 1]
