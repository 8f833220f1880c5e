"""Where the board and the cards of a page stand: on every page, in a window of any size."""

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize, Qt

from kalahloa.controllers.commands.declaration import PanelColumn
from kalahloa.views.boards.board_form import BoardForm
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.window.page_layout import (
    GAP,
    MARGIN,
    MIN_MIDDLE,
    SHARES,
    TABS_HEIGHT,
    Arrangement,
    Box,
    Handle,
    arrange,
    shared_heights,
)
from kalahloa.views.window.rooms import PAGES, RoomPage

SQUARE, WIDE = BoardForm(1.0, 60), BoardForm(2.4, 60)
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
LEAST, MOST = QSize(400, 250), QSize(3840, 2160)
"""A page in the smallest window, below the bar, and in the largest."""

sizes = st.builds(
    QSize, st.integers(LEAST.width(), MOST.width()), st.integers(LEAST.height(), MOST.height())
)
forms = st.builds(
    BoardForm, st.integers(6, 35).map(lambda tenths: tenths / 10), st.integers(0, 120)
)


@st.composite
def box_lists(draw: st.DrawFn) -> list[Box]:
    """Draw the boxes of a page; neighbours may be of one group."""
    boxes = []
    for number in range(draw(st.integers(0, 8))):
        least = draw(st.integers(58, 260))
        boxes.append(
            Box(
                key=f"box{number}",
                column=draw(st.sampled_from(PanelColumn)),
                least=least,
                wanted=least + draw(st.integers(0, 400)),
                grows=draw(st.booleans()),
                group=draw(st.sampled_from(("", "", "one", "two"))),
            )
        )
    return boxes


def rectangles(done: Arrangement) -> list[QRect]:
    """Return where the board and the places stand."""
    board = [] if done.board is None else [done.board]
    return [*board, *(rect for _, rect in done.places)]


def inside(size: QSize) -> QRect:
    return QRect(MARGIN, MARGIN, size.width() - 2 * MARGIN, size.height() - 2 * MARGIN)


def is_sound(done: Arrangement, boxes: Sequence[Box], size: QSize) -> None:
    """Fail unless everything is on the page once, and nothing overlaps."""
    shown = [key for keys, _ in done.places for key in keys]
    assert sorted(shown) == sorted(box.key for box in boxes)
    page = inside(size)
    for rect in rectangles(done):
        assert rect.isValid() and page.contains(rect)
    for one, other in combinations(rectangles(done), 2):
        assert not one.adjusted(-GAP + 1, -GAP + 1, GAP - 1, GAP - 1).intersects(other)
    for handle in done.handles:
        assert page.contains(handle.rect) and page.contains(handle.whole)
        assert not any(handle.rect.intersects(rect) for rect in rectangles(done))
    assert len({handle.key for handle in done.handles}) == len(done.handles)


def board_width(done: Arrangement, form: BoardForm) -> int:
    """Return how wide the board itself is drawn."""
    assert done.board is not None
    return min(done.board.width(), form.width_at(done.board.height()))


# -- whatever stands on the page -------------------------------------------------------------------


@UNHURRIED
@given(box_lists(), st.none() | forms, sizes)
def test_everything_is_on_the_page_once_and_nothing_overlaps(boxes, form, size):
    done = arrange(boxes, form, size, {})

    is_sound(done, boxes, size)
    assert (done.board is None) == (form is None)


shares = st.dictionaries(
    st.sampled_from(("side", "left", "below", "top", "box0|box1", "box1|box2", "box2|box3")),
    st.integers(-10, 20).map(lambda tenths: tenths / 10),
)


@UNHURRIED
@given(box_lists(), st.none() | forms, sizes, shares)
def test_nothing_overlaps_either_where_edges_were_dragged(boxes, form, size, shares):
    is_sound(arrange(boxes, form, size, shares), boxes, size)


@UNHURRIED
@given(box_lists(), st.none() | forms, sizes)
def test_neighbours_of_one_group_share_a_place(boxes, form, size):
    done = arrange(boxes, form, size, {})

    for column in PanelColumn:
        row = [box for box in boxes if box.column is column]
        for one, other in pairwise(row):
            if one.group and one.group == other.group:
                assert any({one.key, other.key} <= set(keys) for keys, _ in done.places)


@UNHURRIED
@given(box_lists(), st.none() | forms, sizes)
def test_cards_below_one_another_are_all_usable(boxes, form, size):
    done, least = arrange(boxes, form, size, {}), {box.key: box.least for box in boxes}

    for handle in done.handles:
        if "|" not in handle.key:
            continue
        for first in handle.key.split("|"):
            keys, rect = next(place for place in done.places if place[0][0] == first)
            tabs = TABS_HEIGHT if len(keys) > 1 else 0
            assert rect.height() >= max(least[key] for key in keys) + tabs


@UNHURRIED
@given(box_lists(), forms, sizes)
def test_the_same_page_is_arranged_the_same_way_again(boxes, form, size):
    assert arrange(boxes, form, size, {}) == arrange(boxes, form, size, {"other": 0.5})


# -- the pages that there are ----------------------------------------------------------------------


def boxes_of(page: RoomPage, least: int = 152, wanted: int = 340) -> list[Box]:
    """Return the boxes of all panels of *page*, each of usual needs."""
    cards: dict[str, list[str]] = {}
    for key, entry in PANELS.items():
        if page.key in entry.pages:
            cards.setdefault(entry.card or key, []).append(key)
    return [
        Box(
            card,
            PANELS[keys[0]].column,
            least * len(keys),
            wanted * len(keys),
            any(PANELS[key].grows for key in keys),
            PANELS[keys[0]].group,
        )
        for card, keys in cards.items()
    ]


EVERY_SIZE = [QSize(width, high) for width in range(400, 2000, 60) for high in range(250, 1400, 40)]
WITH_BOARD = [page for page in PAGES.values() if page.has_board]


@pytest.mark.parametrize("form", [SQUARE, WIDE])
@pytest.mark.parametrize("page", WITH_BOARD, ids=lambda page: page.key)
def test_the_board_is_large_enough_to_click_on_every_page_in_every_window(page, form):
    for size in EVERY_SIZE:
        done = arrange(boxes_of(page), form, size, {})

        is_sound(done, boxes_of(page), size)
        assert board_width(done, form) >= 120, size


@pytest.mark.parametrize("page", ["play", "study", "puzzles", "openings", "guess"])
def test_where_the_board_is_what_one_looks_at_it_has_most_of_the_page(page):
    for size in EVERY_SIZE:
        done = arrange(boxes_of(PAGES[page]), SQUARE, size, {})

        whole = inside(size)
        most = min(whole.width(), SQUARE.width_at(whole.height()))
        assert board_width(done, SQUARE) >= min(0.5 * most, 0.49 * whole.width()), size


def of_card(done: Arrangement, card: str) -> QRect:
    return next(rect for keys, rect in done.places if card in keys)


def test_a_wide_page_gives_the_board_its_whole_height_and_the_cards_all_the_rest():
    done = arrange(boxes_of(PAGES["study"]), SQUARE, QSize(1180, 680), {})

    assert done.board == QRect(MARGIN, MARGIN, 596, 656)
    column = done.board.right() + 1 + GAP
    assert {rect.left() for _, rect in done.places} == {column}
    assert {rect.right() for _, rect in done.places} == {1180 - MARGIN - 1}


def test_on_an_upright_page_the_board_is_on_top():
    done = arrange(boxes_of(PAGES["study"]), SQUARE, QSize(700, 1200), {})

    board = done.board
    assert board is not None and board.width() == 700 - 2 * MARGIN
    assert all(rect.top() > board.bottom() for _, rect in done.places)


def test_on_an_upright_page_a_text_has_most_of_the_height_and_a_figure_stands_behind_it():
    boxes = [
        Box("text", PanelColumn.LEFT, 360, 360, grows=True),
        Box("figure", PanelColumn.MAIN, 150, 150, grows=True),
        Box("steps", PanelColumn.MAIN, 150, 150, grows=True),
        Box("moves", PanelColumn.SIDE, 150, 180, grows=True),
    ]
    done = arrange(boxes, WIDE, QSize(700, 930), {})
    higher = arrange(boxes, WIDE, QSize(900, 1200), {})

    top, low = done.places
    assert top[0] == ("text", "figure", "steps") and top[1].height() > 0.55 * 930
    assert low[1].height() >= 150 and board_width(done, WIDE) >= 300
    assert [keys for keys, _ in higher.places] == [("text",), ("figure",), ("steps",), ("moves",)]


@pytest.mark.parametrize("page", ["course", "search", "comparison", "match", "library"])
def test_a_main_card_has_most_of_a_wide_page_and_the_board_stands_at_the_side(page):
    boxes, size = boxes_of(PAGES[page]), QSize(1440, 800)
    done = arrange(boxes, SQUARE if PAGES[page].has_board else None, size, {})

    main = [box.key for box in boxes if box.column is PanelColumn.MAIN]
    middle = of_card(done, main[0])
    for box in boxes:
        rect = of_card(done, box.key)
        if box.column is PanelColumn.LEFT:
            assert rect.right() < middle.left()
        elif box.column is not PanelColumn.MAIN:
            assert rect.left() > middle.right() and rect.width() < middle.width()
    if done.board is not None:
        assert done.board.left() > middle.right() and done.board.top() == MARGIN


def test_cards_of_a_low_page_share_a_place_that_have_their_own_on_a_high_one():
    boxes = [Box(key, PanelColumn.SIDE, 150, 200, grows=True) for key in ("one", "two", "three")]

    def rows(height: int) -> list[tuple[str, ...]]:
        return [keys for keys, _ in arrange(boxes, SQUARE, QSize(760, height), {}).places]

    assert rows(600) == [("one",), ("two",), ("three",)]
    assert rows(450) == [("one",), ("two", "three")]
    assert rows(300) == [("one", "two", "three")]


def test_two_columns_are_about_as_full_as_each_other():
    heights = {"exercise": 210, "results": 75, "engine": 300, "coming": 130}
    boxes = [Box(key, PanelColumn.SIDE, 70, height) for key, height in heights.items()]

    done = arrange(boxes, SQUARE, QSize(1600, 760), {})

    lefts = {keys[0]: rect.left() for keys, rect in done.places}
    assert lefts["exercise"] == lefts["results"] < lefts["engine"] == lefts["coming"]


def test_what_belongs_below_the_board_is_below_it_on_a_high_page_only():
    boxes = [Box("side", PanelColumn.SIDE, 150, 200), Box("low", PanelColumn.BELOW, 150, 200)]

    high = arrange(boxes, WIDE, QSize(1200, 800), {})
    low = arrange(boxes, WIDE, QSize(1200, 420), {})

    assert high.board is not None and low.board is not None
    assert of_card(high, "low").top() > high.board.bottom()
    assert of_card(high, "low").left() == high.board.left()
    assert of_card(low, "low").left() > low.board.right()


# -- edges -----------------------------------------------------------------------------------------


def edge(done: Arrangement, key: str) -> Handle:
    return next(handle for handle in done.handles if handle.key == key)


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_an_edge_stands_where_it_was_dragged_to(page):
    boxes, size = boxes_of(page), QSize(1500, 900)
    form = SQUARE if page.has_board else None
    for handle in arrange(boxes, form, size, {}).handles:
        done = arrange(boxes, form, size, {handle.key: 0.4})

        now = edge(done, handle.key)
        share = 0.6 if handle.after else 0.4
        whole, middle = now.whole, now.rect.center()
        if handle.way is Qt.Orientation.Horizontal:
            found = (middle.x() - whole.left()) / whole.width()
        else:
            found = (middle.y() - whole.top()) / whole.height()
        assert found == pytest.approx(share, abs=0.03), (page.key, handle.key)


@pytest.mark.parametrize("share", [-5.0, 0.0, 1.0, 99.0])
def test_a_card_cannot_be_dragged_away(share):
    boxes = [Box(key, PanelColumn.SIDE, 100, 200, grows=True) for key in ("one", "two")]
    done = arrange(boxes, None, QSize(500, 600), {"one|two": share})

    heights = [rect.height() for _, rect in done.places]
    assert sum(heights) == 600 - 2 * MARGIN - GAP
    assert min(heights) == pytest.approx(SHARES[0] * sum(heights), abs=1)


def test_a_column_cannot_be_dragged_over_the_board():
    done = arrange(boxes_of(PAGES["play"]), SQUARE, QSize(900, 600), {"side": 0.88})

    assert board_width(done, SQUARE) >= MIN_MIDDLE


# -- heights ---------------------------------------------------------------------------------------

parts = st.lists(
    st.tuples(st.integers(1, 500), st.booleans(), st.integers(1, 150)), min_size=1, max_size=6
)


@UNHURRIED
@given(st.integers(0, 3000), parts)
def test_heights_add_up_and_none_is_below_the_least_where_all_have_room(total, parts):
    usual = [max(height, low) for height, _, low in parts]
    grows, least = [grow for _, grow, _ in parts], [low for _, _, low in parts]

    heights = shared_heights(total, usual, grows, least)

    assert sum(heights) == total and min(heights) >= 0
    if total >= sum(least):
        assert all(height >= low for height, low in zip(heights, least, strict=True))
    if total >= sum(usual):
        assert all(height >= one for height, one in zip(heights, usual, strict=True))


def test_the_first_that_grows_has_what_it_wants_before_others_have_more_than_they_need():
    boxes = [
        Box("moves", PanelColumn.SIDE, 200, 320, grows=True),
        Box("engine", PanelColumn.SIDE, 100, 250, grows=True),
    ]

    def heights(height: int) -> list[int]:
        size = QSize(500, height + GAP + 2 * MARGIN)
        return [rect.height() for _, rect in arrange(boxes, None, size, {}).places]

    assert heights(300) == [200, 100]
    assert heights(400) == [300, 100]
    assert heights(500) == [320, 180]
    assert heights(670) == [370, 300]


def test_what_is_over_goes_to_what_grows_in_equal_parts_or_to_the_last():
    assert shared_heights(400, [100, 50, 50], [True, False, True]) == [200, 50, 150]
    assert shared_heights(400, [100, 50, 50], [False] * 3) == [100, 50, 250]


def test_what_is_missing_is_taken_from_what_grows_first():
    assert shared_heights(250, [100, 200], [True, False], [60, 60]) == [60, 190]
    assert shared_heights(90, [100, 200], [False, False], [60, 120]) == [30, 60]
