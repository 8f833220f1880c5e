"""Colours that meet can be told apart, in all themes."""

from dataclasses import fields

import pytest
from PySide6.QtGui import QColor

from kalahloa.models.drawing.palette import CONTRAST
from kalahloa.views.boards.loa_items import piece_colours
from kalahloa.views.look.contrast import EDGES, EITHER, HIGH_TEXT, MARK, PAIRS, TEXT, contrast
from kalahloa.views.look.theme import _NO_COLOURS, THEMES, Theme

EACH = pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))


def test_contrast_is_that_of_the_guidelines():
    assert contrast(QColor("white"), QColor("black")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#777777")) == pytest.approx(1)
    # The usual example: the lightest grey that passes on white, and the next one that does not.
    assert contrast(QColor("#767676"), QColor("white")) >= TEXT
    assert contrast(QColor("white"), QColor("#777777")) < TEXT


@EACH
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.use)
def test_every_pair_of_the_theme_reaches_its_least_contrast(theme: Theme, pair):
    least = pair.least_in(theme.high_contrast)

    assert contrast(getattr(theme, pair.front), getattr(theme, pair.back)) >= least


HIGH = pytest.mark.parametrize("theme", [THEMES[dark, CONTRAST] for dark in (False, True)])


@HIGH
@pytest.mark.parametrize("pair", EDGES, ids=lambda pair: pair.use)
def test_every_edge_is_seen_in_high_contrast(theme: Theme, pair):
    assert contrast(getattr(theme, pair.front), getattr(theme, pair.back)) >= MARK


@HIGH
def test_high_contrast_has_no_pale_text_but_that_of_what_is_disabled(theme: Theme):
    assert theme.muted == theme.text
    assert theme.disabled != theme.text
    assert contrast(theme.disabled, theme.panel) >= HIGH_TEXT


@EACH
@pytest.mark.parametrize(("use", "marks", "ground"), EITHER, ids=[use for use, _, _ in EITHER])
def test_one_colour_of_a_mark_of_two_stands_out(theme: Theme, use, marks, ground):
    colours = [getattr(theme, mark) for mark in marks]

    assert max(contrast(colour, getattr(theme, ground)) for colour in colours) >= MARK


def test_every_colour_of_the_theme_is_in_the_table():
    used = {name for pair in (*PAIRS, *EDGES) for name in (pair.front, pair.back)}
    used |= {name for _, marks, ground in EITHER for name in (*marks, ground)}

    assert {field.name for field in fields(Theme)} - used == {*_NO_COLOURS}


@HIGH
def test_pieces_differ_by_a_ring_in_high_contrast(theme: Theme):
    black, white = (piece_colours(side, theme) for side in (0, 1))

    assert contrast(black.ring, black.body) == 1
    assert contrast(white.ring, white.body) >= HIGH_TEXT


@EACH
@pytest.mark.parametrize("side", [0, 1])
def test_a_piece_stands_out_from_every_square(theme: Theme, side):
    colours = piece_colours(side, theme)

    for square in (theme.square_light, theme.square_dark):
        assert max(contrast(colours.rim, square), contrast(colours.body, square)) >= MARK
