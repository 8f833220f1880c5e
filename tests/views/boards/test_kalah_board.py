"""The board of Kalah, played with the mouse and the keys."""

import random
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPixmapCache
from PySide6.QtTest import QTest

from kalahloa.models.games.kalah.game import read_position, start_position
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.views.boards.board_view import BoardState
from kalahloa.views.boards.kalah_board import KalahBoardView
from kalahloa.views.boards.kalah_layout import kalah_layout
from kalahloa.views.boards.kalah_wood import wood_in_steps
from kalahloa.views.boards.pill import Pill
from kalahloa.views.boards.sowing_animation import SowingAnimation
from kalahloa.views.look.contrast import MARK, contrast
from kalahloa.views.look.theme import DARK, LIGHT
from tests.scores import exact
from tests.views.boards.alone import show_alone

LEFT = Qt.MouseButton.LeftButton
ASIDE = QPoint(450, 5)
CAPTURE = "<6,10,6,4,0,6,1,0,0,5,4,3,0,5,4> S"  # pit 4 takes four stones from North's pit 2
LAST_MOVE = "<3,5,3,0,0,1,2,0,4> S"  # pit 3 ends the game


def position(text: str = "", **rules: object) -> Kalah:
    chosen = KalahRules(**rules)
    return read_position(text, chosen) if text else start_position(chosen)


def state(shown: Kalah, **more: object) -> BoardState:
    return BoardState(shown, **({"playable": True} | more))


def after(before: Kalah, move: int) -> BoardState:
    shown = before.copy()
    shown.make(move)
    return BoardState(shown, last_move=move, before=before, playable=True)


@pytest.fixture
def board(qtbot):
    board = show_alone(qtbot, KalahBoardView(LIGHT), 900, 620)
    QTest.mouseMove(board.viewport(), ASIDE)
    board.show_state(state(position()))
    return board


def point(board: KalahBoardView, cell: int) -> QPoint:
    return board.mapFromScene(board.cell_rect(cell).center())


def click(board: KalahBoardView, cell: int) -> None:
    QTest.mouseClick(board.viewport(), LEFT, pos=point(board, cell))


def hover(board: KalahBoardView, cell: int) -> None:
    QTest.mouseMove(board.viewport(), point(board, cell))


def press(board: KalahBoardView, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(board, key)


def names_in_row(board: KalahBoardView, cells: list[int]) -> list[str]:
    from_left = sorted(cells, key=lambda cell: board.cell_rect(cell).center().x())
    return [board.cell_name(cell).split(",")[0] for cell in from_left]


# -- layout ------------------------------------------------------------------------------------


def test_in_the_lecture_layout_souths_kalah_is_left_and_its_pits_run_from_6_to_1(board):
    lower_row = [6, *range(6)]

    names = names_in_row(board, lower_row)

    assert names == ["South's kalah", *(f"South's pit {pit}" for pit in range(6, 0, -1))]
    assert board.cell_rect(0).center().y() > board.cell_rect(7).center().y()


def test_in_the_lecture_layout_norths_pits_run_from_1_to_6_to_its_kalah(board):
    names = names_in_row(board, list(range(7, 14)))

    assert names == [*(f"North's pit {pit}" for pit in range(1, 7)), "North's kalah"]


def test_mirrored_souths_kalah_is_on_the_right_and_its_pits_run_from_1_to_6(board):
    board.show_state(replace(board.state, mirrored=True))

    south = names_in_row(board, list(range(7)))
    north = names_in_row(board, list(range(7, 14)))
    assert south == [*(f"South's pit {pit}" for pit in range(1, 7)), "South's kalah"]
    assert north == ["North's kalah", *(f"North's pit {pit}" for pit in range(6, 0, -1))]


def test_flipped_the_board_is_turned_so_that_north_sits_where_south_sat(board):
    before = {cell: board.cell_rect(cell) for cell in board.cells()}

    board.show_state(replace(board.state, flipped=True))

    assert {cell: board.cell_rect((cell + 7) % 14) for cell in board.cells()} == before
    assert list(board.cells()) == [0, 1, 2, 3, 4, 5, 13, 6, 12, 11, 10, 9, 8, 7]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("pits", [1, 2, 6, 9, 12])
def test_turned_and_mirrored_in_every_way_each_cell_has_its_own_place(
    board, pits, flipped, mirrored
):
    board.show_state(state(position(pits=pits), flipped=flipped, mirrored=mirrored))

    layout = board._layout
    rects = {cell: board.cell_rect(cell) for cell in board.cells()}
    middle = layout.wood.center().y()
    own = range(pits) if not flipped else range(pits + 1, 2 * pits + 1)
    assert len(rects) == 2 * pits + 2
    assert all(layout.wood.contains(rect) for rect in rects.values())
    assert not any(
        one.intersects(other) for a, one in rects.items() for b, other in rects.items() if a < b
    )
    below = {cell for cell, rect in rects.items() if rect.top() > middle}
    assert below == set(own)
    # From a side's own seat its kalah is left, and right where the board is mirrored; sowing goes
    # towards it, one pit after the other.
    kalah = layout.kalah(int(flipped))
    assert (rects[kalah].center().x() > 0) == mirrored
    places = [rects[cell].center().x() for cell in (*own, kalah)]
    assert places == sorted(places, reverse=not mirrored)
    # Numbers, counts and values stand on the outer side of their pits.
    for cell in own:
        assert layout.number_centre(cell).y() > layout.wood.bottom()
        assert layout.hint_centre(cell).y() > layout.number_centre(cell).y()
        assert layout.count_centre(cell).y() > rects[cell].bottom()
    assert [board.cell_at(rect.center()) for rect in rects.values()] == list(rects)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", [False, True])
def test_the_written_counts_names_and_values_stand_at_their_cells(board, flipped, mirrored):
    held = position("<6,20,31,6,5,4,3,2,1,7,8,9,10,11,12> N")
    values = {move: exact(move) for move in range(1, 7)}

    board.show_state(state(held, values=values, flipped=flipped, mirrored=mirrored))

    assert board.written_counts() == board.shown_counts() == held.stones()
    assert board.shown_values() == {6 + move: (f"+{move}", True) for move in range(1, 7)}
    for cell, label in board._values._labels.items():
        if label.isVisible():
            assert abs(label.area().center().x() - board.cell_rect(cell).center().x()) < 1
    for side, name in enumerate(board._names):
        kalah = board.cell_rect(board._layout.kalah(side)).center()
        assert name.text() == ("South", "North")[side]
        assert abs(name.sceneBoundingRect().center().x() - kalah.x()) < 1


@pytest.mark.parametrize("width", [220, 300, 500, 900])
def test_letters_on_the_wood_stay_readable_on_a_small_board(board, width):
    board.resize(width, 700)
    board.show_state(state(position()))

    for cell, count in enumerate(board._counts):
        assert board.mapFromScene(count.sceneBoundingRect()).boundingRect().height() >= 10
        rect, area = board.cell_rect(cell), count.sceneBoundingRect()
        assert not area.adjusted(0, 5, 0, -5).intersects(rect)
        assert board._layout.wood.contains(area.adjusted(0, 5, 0, -5))


def test_a_hint_is_larger_on_a_small_board_and_stays_on_it(board):
    hinted = state(position(), hint=3, hint_text="3  +8")
    board.show_state(hinted)
    usual = board._marks.hint_label.area().height()

    board.resize(260, 200)
    board.show_state(hinted)

    small = board._marks.hint_label.area()
    assert small.height() > 1.2 * usual
    assert board.board_rect().contains(small)


def test_cells_are_listed_as_they_are_read_on_the_screen(board):
    assert list(board.cells()) == [7, 8, 9, 10, 11, 12, 6, 13, 5, 4, 3, 2, 1, 0]


def test_a_cells_name_says_whose_it_is_and_what_it_holds(board):
    board.show_state(state(position("<6,1,12,0,1,4,4,4,4,4,4,4,4,4,5> S")))

    assert board.cell_name(1) == "South's pit 2, 1 stone"
    assert board.cell_name(12) == "North's pit 6, 5 stones"
    assert board.cell_name(13) == "North's kalah, 12 stones"


@pytest.mark.parametrize("pits", range(1, 13))
def test_no_two_cells_overlap_and_all_lie_on_the_board(board, pits):
    board.show_state(state(position(pits=pits)))

    rects = [board.cell_rect(cell) for cell in board.cells()]
    assert len(rects) == 2 * pits + 2
    assert all(board.board_rect().contains(rect) for rect in rects)
    assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[:i])


# -- stones ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S",
        "<6,288,0,0,0,0,0,0,0,0,0,0,0,0,0> S",
        "<6,0,0,288,0,0,0,0,0,0,0,0,0,0,0> S",
        "<6,20,31,0,48,1,0,2,0,7,0,0,13,0,1> N",
        "<1,1,1,0,3> N",
    ],
)
def test_every_stone_is_drawn_in_its_cell(board, text):
    shown = position(text, pits=int(text[1]))

    board.show_state(state(shown))

    assert board.shown_counts() == shown.stones()


BETWEEN = 3
"""So many moves are made from one position that is drawn to the next."""


def test_all_288_stones_of_the_largest_board_are_drawn_through_a_whole_game(board):
    shown = position(pits=12, stones=12)
    dice = random.Random(4)

    while not shown.is_over():
        board.show_state(state(shown.copy()))
        assert board.shown_counts() == shown.stones()
        for _ in range(BETWEEN):
            if not shown.is_over():
                shown.make(dice.choice(shown.legal_moves()))

    board.show_state(state(shown.copy()))
    assert board.shown_counts() == shown.stones()


def test_two_boards_that_came_to_a_position_on_different_ways_draw_it_alike(board, qtbot):
    other = KalahBoardView(DARK)
    qtbot.addWidget(other)
    walked = position()
    for move in (3, 2, 5, 1):
        walked.make(move)
        board.show_state(state(walked.copy()))

    other.show_state(state(walked.copy()))

    def places(shown: KalahBoardView) -> list[tuple[float, float]]:
        return sorted((middle.x(), middle.y()) for middle in shown.stone_middles())

    assert places(board) == places(other)


def test_stones_that_a_move_does_not_touch_stay_where_they_are(board):
    before = set(map(_pair, board.stone_middles()))
    shown = position()
    shown.make(1)

    board.show_state(state(shown))

    # Four stones left pit 1, and nothing else moved.
    assert len(before - set(map(_pair, board.stone_middles()))) == 4


def _pair(middle) -> tuple[float, float]:
    return middle.x(), middle.y()


def test_the_counts_written_are_those_of_the_position(board):
    shown = position("<6,20,31,0,48,1,0,2,0,7,0,0,13,0,1> N")

    board.show_state(state(shown))

    assert board.written_counts() == shown.stones()


def test_a_board_with_more_stones_than_can_be_drawn_still_writes_their_true_numbers(board):
    shown = position("<6,900,1000,40,500,0,0,30,9,120,60,4,4,4,4> S")

    board.show_state(state(shown))

    assert board.written_counts() == shown.stones()
    assert all(
        bool(drawn) == bool(held)
        for drawn, held in zip(board.shown_counts(), shown.stones(), strict=True)
    )


# -- mouse -------------------------------------------------------------------------------------


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("move", range(1, 7))
def test_clicking_an_own_pit_chooses_its_move(board, flipped, move):
    board.show_state(replace(board.state, flipped=flipped))

    click(board, move - 1)

    assert board.played == [move]
    assert board.said == []


@pytest.mark.parametrize("flipped", [False, True])
def test_clicking_norths_pit_chooses_its_move_when_north_is_to_move(board, flipped):
    shown = position()
    shown.make(1)
    board.show_state(state(shown, flipped=flipped))

    click(board, 7 + 4)

    assert board.played == [5]


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        (1, "South's pit 2 is empty; these hold stones: 1, 3, 4."),
        (8, "That pit belongs to North; South is to move."),
        (6, "Stones in a kalah stay there."),
        (13, "Stones in a kalah stay there."),
    ],
)
def test_clicking_what_is_no_move_is_refused_with_the_reason(board, cell, sentence):
    board.show_state(state(position(CAPTURE)))

    click(board, cell)

    assert board.played == []
    assert board.said == [sentence]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("number", range(1, 7))
def test_a_number_key_plays_the_movers_pit_of_that_number(board, side, number):
    text = f"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> {'SN'[side]}"
    board.show_state(state(position(text), flipped=bool(side)))

    press(board, Qt.Key(Qt.Key.Key_0 + number))

    assert (board.played, board.said) == ([number], [])


def test_a_number_key_without_a_pit_or_a_move_is_refused_with_the_reason(board):
    board.show_state(state(position(CAPTURE)))
    press(board, Qt.Key.Key_2, Qt.Key.Key_7)
    board.show_state(state(position(), playable=False))
    press(board, Qt.Key.Key_1)

    assert board.played == []
    assert board.said == [
        "South's pit 2 is empty; these hold stones: 1, 3, 4.",
        position(CAPTURE).why_illegal(7),
        "It is not your turn: South is to move.",
    ]


def test_figures_are_read_however_they_are_typed_and_commands_are_left_alone(board):
    keys = Qt.KeyboardModifier
    for modifier in (keys.ShiftModifier, keys.KeypadModifier):
        QTest.keyClick(board, "3", modifier)
    for modifier in (keys.ControlModifier, keys.AltModifier):
        QTest.keyClick(board, Qt.Key.Key_3, modifier)

    assert board.played == [3, 3]


def test_a_number_key_ends_an_animation_and_then_chooses(board):
    board.show_state(after(position(), 3))

    press(board, Qt.Key.Key_1)

    assert not board.animating
    assert board.played == [1]


def test_clicking_when_it_is_not_ones_turn_is_refused(board):
    board.show_state(state(position(), playable=False))

    click(board, 0)

    assert (board.played, board.said) == ([], ["It is not your turn: South is to move."])


def test_clicking_when_the_game_is_over_tells_how_it_ended(board):
    board.show_state(state(position("<6,30,18,0,0,0,0,0,0,0,0,0,0,0,0> S"), playable=False))

    click(board, 0)

    assert board.said == ["The game is over: South wins by 30 to 18."]


def test_hovering_an_own_pit_tells_where_the_last_stone_lands(board):
    hover(board, 2)

    assert board.remarks[-1] == (
        "South's pit 3: the last stone lands in South's kalah, so South moves again."
    )


def pills(board: KalahBoardView) -> list[str]:
    """Return what the pills say that are seen."""
    shown = [item for item in board.scene().items() if isinstance(item, Pill) and item.isVisible()]
    return [pill.text() for pill in shown]


def test_the_effect_of_a_sowing_stands_on_the_board_while_its_pit_is_under_the_mouse(board):
    hover(board, 2)
    assert pills(board) == ["again"]

    board.show_state(state(position(CAPTURE)))
    hover(board, 3)
    assert pills(board) == ["captures 4"]
    QTest.mouseMove(board.viewport(), ASIDE)

    assert pills(board) == []


def test_hovering_shows_the_way_and_the_effect_and_leaving_hides_them(board):
    board.show_state(state(position(CAPTURE)))
    plain = board.grab().toImage()

    hover(board, 3)
    assert board.grab().toImage() != plain
    assert "captures 4 stones" in board.remarks[-1]
    QTest.mouseMove(board.viewport(), ASIDE)

    assert board.remarks[-1] == ""
    assert board.grab().toImage() == plain


def test_hovering_another_cell_tells_what_lies_in_it(board):
    hover(board, 9)

    assert board.remarks[-1] == "North's pit 3, 4 stones."


# -- keys --------------------------------------------------------------------------------------


def test_the_first_arrow_goes_to_the_first_pit_that_can_be_played(board):
    board.show_state(state(position("<6,10,6,4,0,6,1,0,0,5,4,3,0,5,4> S")))

    press(board, Qt.Key.Key_Left)

    assert board.focus_cell == 3


def test_arrows_walk_over_the_board_and_enter_plays(board):
    press(board, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right)
    assert board.remarks[-1].startswith("South's pit 4: the last stone lands in")

    press(board, Qt.Key.Key_Return)

    assert board.played == [4]


def test_arrows_reach_the_kalahs_and_the_other_row(board):
    walked = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down):
        press(board, key)
        walked.append(board.focus_cell)

    assert walked == [5, 6, 7, 5]


def test_enter_on_the_other_sides_pit_is_refused(board):
    press(board, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Enter)

    assert board.played == []
    assert board.said == ["That pit belongs to North; South is to move."]


def test_the_focus_shows_its_preview_again_after_a_move_was_shown(board):
    board.speed = 1.0
    press(board, Qt.Key.Key_Down, Qt.Key.Key_Right)
    board.show_state(after(position(), 3))
    assert board.remarks[-1] == ""

    press(board, Qt.Key.Key_Return)

    assert board.remarks[-1].startswith("South's pit 5: ")


def test_a_focus_outside_a_smaller_board_is_given_up(board):
    press(board, Qt.Key.Key_Down)

    board.show_state(state(position(pits=1, stones=1)))

    assert board.focus_cell == -1


# -- animation ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "move"),
    [
        (position(), 3),
        (position(CAPTURE), 4),
        (position(LAST_MOVE, pits=3), 3),
        (position("<6,0,0,30,0,0,0,0,1,1,1,1,1,1,13> S"), 1),
        (position(pits=1, stones=1), 1),
        (position(pits=12, stones=12), 5),
    ],
)
def test_a_move_is_shown_happening_and_ends_with_the_position_after_it(qtbot, board, before, move):
    board.speed = 40.0
    shown = after(before, move)

    with qtbot.waitSignal(board.settled):
        board.show_state(shown)
        assert board.animating

    assert not board.animating
    assert board.shown_counts() == shown.position.stones()
    assert board.written_counts() == shown.position.stones()


def test_stones_land_one_by_one_and_the_counts_follow_them(board):
    shown = after(position(), 3)
    board.show_state(shown)
    animation = board.findChild(SowingAnimation)
    animation.pause()
    seen = []

    for time in range(0, animation.duration(), 10):
        animation.setCurrentTime(time)
        if board.written_counts() not in seen:
            seen.append(board.written_counts())

    rest = [4, 4, 4, 4, 4, 4, 0]
    assert seen == [
        [4, 4, 0, 4, 4, 4, 0, *rest],
        [4, 4, 0, 5, 4, 4, 0, *rest],
        [4, 4, 0, 5, 5, 4, 0, *rest],
        [4, 4, 0, 5, 5, 5, 0, *rest],
        [4, 4, 0, 5, 5, 5, 1, *rest],
    ]


def test_a_capture_is_shown_after_the_last_stone_has_landed(board):
    board.show_state(after(position(CAPTURE), 4))
    animation = board.findChild(SowingAnimation)
    animation.pause()
    captured = []

    for time in range(0, animation.duration(), 10):
        animation.setCurrentTime(time)
        counts = board.written_counts()
        if (counts[4], counts[8], counts[6]) not in captured:
            captured.append((counts[4], counts[8], counts[6]))

    assert captured[:3] == [(0, 4, 10), (1, 4, 10), (0, 0, 10)]
    assert captured[-1] == (0, 0, 15)


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.8, 0.99])
@pytest.mark.parametrize("text", [CAPTURE, "<6,0,0,30,0,0,4,0,1,1,1,1,1,1,13> S"])
def test_a_click_at_any_moment_ends_the_animation_and_then_chooses(board, text, part):
    before = position(text)
    shown = after(before, 4)
    board.show_state(shown)
    animation = board.findChild(SowingAnimation)
    animation.pause()
    animation.setCurrentTime(int(part * animation.duration()))

    pit = next(iter(shown.position.legal_moves()))
    click(board, shown.position.side * 7 + pit - 1)

    assert not board.animating
    assert (board.played, board.said) == ([pit], [])
    assert board.shown_counts() == board.written_counts() == shown.position.stones()


def test_another_position_may_come_in_the_middle_of_an_animation(board):
    board.show_state(after(position(), 3))
    board.findChild(SowingAnimation).setCurrentTime(300)

    board.show_state(state(position(pits=12, stones=12)))

    assert not board.animating
    assert board.shown_counts() == position(pits=12, stones=12).stones()


def test_speed_zero_shows_moves_at_once(board):
    board.speed = 0.0
    shown = after(position(), 3)

    board.show_state(shown)

    assert not board.animating
    assert board.shown_counts() == shown.position.stones()


def test_a_larger_speed_takes_less_time(board):
    board.show_state(after(position(), 3))
    usual = board.findChild(SowingAnimation).duration()
    board.stop_animation()
    board.speed = 4.0
    board.show_state(after(position(), 3))
    durations = {child.duration() for child in board.findChildren(SowingAnimation)}

    assert min(durations) == pytest.approx(usual / 4, abs=1)


# -- what the board says by itself -------------------------------------------------------------


def picture(board: KalahBoardView, shown: BoardState):
    board.show_state(shown)
    return board.grab().toImage()


def ring_colours(board: KalahBoardView, shown: BoardState) -> dict[int, bool]:
    """Return for each kalah whether the board is of the accent's colour beside it."""
    image = picture(board, shown)
    ringed = {}
    for cell in (6, 13):
        rect = board.cell_rect(cell)
        beside = board.mapFromScene(rect.center().x() - rect.width() / 2 - 3, rect.center().y())
        near = [image.pixelColor(beside + QPoint(shift, 0)) for shift in (-1, 0, 1)]
        accent = board.theme.accent
        ringed[cell] = any(
            abs(colour.red() - accent.red()) + abs(colour.blue() - accent.blue()) < 40
            for colour in near
        )
    return ringed


def test_side_to_move_winner_last_move_and_hint_are_seen_on_the_board_itself(board):
    quiet = position("<6,9,9,0,1,0,0,0,0,0,1,0,0,0,0> S")
    norths = position("<6,9,9,0,1,0,0,0,0,0,1,0,0,0,0> N")
    south_won = position("<6,29,19,0,0,0,0,0,0,0,0,0,0,0,0> S")
    drawn = position("<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0> S")

    to_move = picture(board, state(quiet))
    assert to_move != picture(board, state(norths))
    assert to_move != picture(board, state(quiet, hint=2))
    assert picture(board, state(quiet, hint=2)) != picture(
        board, state(quiet, hint=2, hint_text="+8")
    )
    moved = position()
    moved.make(1)
    assert picture(board, state(moved)) != picture(board, state(moved, last_move=1))
    assert ring_colours(board, state(south_won)) == {6: True, 13: False}
    assert ring_colours(board, state(norths)) == {6: False, 13: True}
    assert ring_colours(board, state(drawn)) == {6: True, 13: True}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_ring_of_a_legal_pit_stands_out_from_wood_and_pit(board, theme):
    board.set_theme(theme)
    rect = board.cell_rect(2)
    centre = rect.center()
    image = picture(board, state(position(), playable=True))
    plain = picture(board, state(position(), playable=False))

    def line(shown) -> list[QColor]:
        left = board.mapFromScene(rect.left() - 5, centre.y())
        return [shown.pixelColor(left + QPoint(step, 0)) for step in range(12)]

    ringed, ground = line(image), line(plain)
    assert max(contrast(a, b) for a, b in zip(ringed, ground, strict=True)) >= MARK


def wood_of(layout, theme, resolution: float):
    """Return the picture of the wood, drawn in all its steps."""
    steps = wood_in_steps(layout, theme, resolution)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_the_wood_is_drawn_once_for_each_size_theme_and_number_of_pits(qapp):
    QPixmapCache.clear()
    first, other = kalah_layout(6), kalah_layout(4)

    drawn = [
        wood_of(*request).cacheKey()
        for request in (
            (first, LIGHT, 0.25),
            (kalah_layout(6, True, True), LIGHT, 0.25),
            (other, LIGHT, 0.25),
            (first, DARK, 0.25),
            (first, LIGHT, 0.5),
            (first, LIGHT, 0.25),
        )
    ]

    assert drawn[0] == drawn[1] == drawn[5]
    assert len(set(drawn)) == 4
    assert wood_of(first, LIGHT, 0.25).devicePixelRatio() == 0.25


def test_pictures_are_redrawn_at_once_when_the_board_becomes_much_larger(board):
    board.resize(120, 60)
    board.show_state(state(position(pits=5)))

    board.resize(1200, 600)

    assert board.resolution == pytest.approx(board.transform().m11())


def test_pictures_are_drawn_sharp_again_after_the_window_was_resized(qtbot, board):
    board.resize(1400, 950)

    qtbot.waitUntil(lambda: board.resolution == pytest.approx(board.transform().m11()))


def test_another_theme_keeps_the_stones(board):
    board.show_state(state(position(CAPTURE), last_move=None))

    board.set_theme(DARK)

    assert board.shown_counts() == position(CAPTURE).stones()
