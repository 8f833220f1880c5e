"""The board of Lines of Action, played with the mouse and the keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.models.games.loa.game import read_position, start_position
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.games.loa.squares import square_name, square_number
from kalahloa.views.boards.board_view import BoardState
from kalahloa.views.boards.loa_board import PASS_CELL, LoaBoardView
from kalahloa.views.boards.loa_items import LoaPiece
from kalahloa.views.look.theme import DARK, LIGHT
from tests.scores import WINNER, estimate, exact
from tests.views.boards.alone import show_alone

LEFT = Qt.MouseButton.LeftButton
MIDDLE_GAME = "1b1bbb2/w6w/2b3bw/w6w/w3b3/w2w3w/w3ww2/2bbbbb1 b"
CAPTURE = "8/1bb5/3w4/2b1w3/4b3/3w4/2b3w1/8 b"
WON = "8/8/1w2b3/3bb3/2b1b2w/3bb3/w7/4w3 b"
# Every way of White's leads past a black piece.
BLOCKED = "6bw/6bb/8/8/8/8/bb6/wb6 w"


def position(text: str) -> Loa:
    return read_position(text, LoaRules())


def move(text: str) -> int:
    return square_number(text[:2]) | square_number(text[2:]) << 6


def playable(shown: Loa, **more: object) -> BoardState:
    return BoardState(position=shown, playable=True, **more)


@pytest.fixture
def board(qtbot):
    board = show_alone(qtbot, LoaBoardView(LIGHT), 760, 760)
    board.show_state(playable(start_position(LoaRules())))
    return board


def point(board: LoaBoardView, square: str) -> QPoint:
    return board.mapFromScene(board.cell_rect(square_number(square)).center())


def click(board: LoaBoardView, square: str) -> None:
    QTest.mouseClick(board.viewport(), LEFT, pos=point(board, square))


def drag(board: LoaBoardView, origin: str, target: QPoint) -> None:
    QTest.mousePress(board.viewport(), LEFT, pos=point(board, origin))
    QTest.mouseMove(board.viewport(), point(board, origin) + QPoint(12, 0))
    QTest.mouseMove(board.viewport(), target)
    QTest.mouseRelease(board.viewport(), LEFT, pos=target)


def pieces(shown: Loa) -> dict[int, int]:
    return {square: side for side in (0, 1) for square in shown.squares(side)}


class Painted(QObject):
    """Collects what is painted of a board."""

    def __init__(self, board: LoaBoardView) -> None:
        super().__init__(board)
        self.region = QRegion()
        board.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False


def test_only_the_squares_that_a_move_changes_are_painted(board, qtbot):
    first, second = start_position(LoaRules()), start_position(LoaRules())
    first.make(move("b1b3"))
    second.make(move("b1b3"))
    second.make(move("a4c4"))
    board.show_state(playable(first, last_move=move("b1b3")))
    qtbot.wait(20)
    painted = Painted(board)

    board.show_state(playable(second, last_move=move("a4c4")))
    qtbot.waitUntil(lambda: not painted.region.isEmpty())

    changed = {"b1", "b3", "a4", "c4"}
    names = [square_name(square) for square in range(64)]
    centres = {name for name in names if painted.region.contains(point(board, name))}
    assert changed <= centres <= changed | {"b4"}


def test_a_piece_that_stays_is_the_same_on_the_board(board):
    before = {item.pos().toTuple(): item for item in board.scene().items() if is_piece(item)}
    after = start_position(LoaRules())
    after.make(move("d1d3"))

    board.show_state(playable(after, last_move=move("d1d3")))

    now = {item.pos().toTuple(): item for item in board.scene().items() if is_piece(item)}
    assert sum(now.get(place) is item for place, item in before.items()) == 23


def is_piece(item: object) -> bool:
    return isinstance(item, LoaPiece)


def test_the_pieces_drawn_are_those_of_the_position(board):
    shown = position(MIDDLE_GAME)

    board.show_state(playable(shown))

    assert board.shown_pieces() == pieces(shown)


def test_pieces_that_were_taken_are_no_longer_drawn(board):
    board.show_state(playable(position(CAPTURE)))

    assert board.shown_pieces() == pieces(position(CAPTURE))


def test_clicking_a_piece_and_a_destination_chooses_the_move(board):
    click(board, "b1")
    click(board, "b3")

    assert board.played == [move("b1b3")]
    assert board.said == []
    assert board.selected == -1


def test_clicking_another_own_piece_selects_it_instead(board):
    click(board, "b1")
    click(board, "c1")

    assert board.selected == square_number("c1")
    assert board.said == []


def test_clicking_the_selected_piece_again_lets_go_of_it(board):
    click(board, "b1")
    click(board, "b1")

    assert board.selected == -1
    assert board.played == []


def test_a_square_that_cannot_be_reached_is_refused_with_the_reason(board):
    click(board, "b1")
    click(board, "b4")

    assert board.said == [board.position.why_illegal(move("b1b4"))]
    assert board.selected == square_number("b1")
    assert board.played == []


def test_clicking_the_opponents_piece_says_whose_turn_it_is(board):
    click(board, "a3")

    assert board.said == ["The piece on a3 is White's; Black is to move."]


def test_clicking_an_empty_square_says_that_nothing_stands_there(board):
    click(board, "d4")

    assert board.said == ["No piece stands on d4."]


def test_a_piece_without_a_move_says_why_it_cannot_be_chosen(board):
    board.show_state(playable(position("bw6/ww6/8/8/8/8/8/b6b b")))

    click(board, "a8")

    assert board.selected == -1
    assert board.said[0].startswith("The piece on a8 cannot move: ")


def test_clicking_when_it_is_not_ones_turn_is_refused(board):
    board.show_state(BoardState(position=start_position(LoaRules())))

    click(board, "b1")

    assert board.said == ["It is not your turn: Black is to move."]


def test_clicking_when_the_game_is_over_tells_how_it_ended(board):
    board.show_state(BoardState(position=position(WON)))

    click(board, "e4")

    assert board.said == ["The game is over: Black wins: all its pieces are connected."]


def test_clicking_beside_the_board_lets_go_of_the_piece(board):
    click(board, "b1")

    QTest.mouseClick(board.viewport(), LEFT, pos=QPoint(2, 2))

    assert board.selected == -1


def test_a_piece_can_be_dragged_to_its_destination(board):
    drag(board, "b1", point(board, "b3"))

    assert board.played == [move("b1b3")]


def test_a_piece_follows_the_mouse_while_it_is_dragged(board):
    QTest.mousePress(board.viewport(), LEFT, pos=point(board, "b1"))
    QTest.mouseMove(board.viewport(), point(board, "d4"))

    shown = board.shown_pieces()

    assert shown[square_number("d4")] == 0
    assert square_number("b1") not in shown


def test_a_piece_dropped_elsewhere_goes_back_and_hears_why(board):
    drag(board, "b1", point(board, "e5"))

    assert board.played == []
    assert board.said == [board.position.why_illegal(move("b1e5"))]
    assert board.shown_pieces() == pieces(board.position)


def test_a_piece_dropped_beside_the_board_goes_back_in_silence(board):
    drag(board, "b1", QPoint(2, 2))

    assert board.played == []
    assert board.said == []
    assert board.shown_pieces() == pieces(board.position)


def test_a_new_position_takes_a_dragged_piece_out_of_the_hand(board):
    QTest.mousePress(board.viewport(), LEFT, pos=point(board, "b1"))
    QTest.mouseMove(board.viewport(), point(board, "d4"))

    board.show_state(playable(position(MIDDLE_GAME)))
    QTest.mouseRelease(board.viewport(), LEFT, pos=point(board, "b3"))

    assert board.shown_pieces() == pieces(position(MIDDLE_GAME))
    assert board.played == []


@pytest.mark.parametrize("origin", ["c1", "b1"])
def test_a_piece_is_put_back_at_the_next_press_if_the_button_came_up_unseen(board, origin):
    before = board.shown_pieces()
    QTest.mousePress(board.viewport(), LEFT, pos=point(board, "b1"))
    QTest.mouseMove(board.viewport(), point(board, "d4"))

    QTest.mouseClick(board.viewport(), LEFT, pos=point(board, origin))

    assert board.shown_pieces() == before


def test_a_move_that_nobody_takes_leaves_the_dragged_piece_at_home(board):
    drag(board, "b1", point(board, "b3"))

    assert board.shown_pieces() == pieces(start_position(LoaRules()))


def test_hovering_a_piece_says_where_it_can_go(board):
    board.show_state(playable(position(MIDDLE_GAME)))

    QTest.mouseMove(board.viewport(), point(board, "e4"))

    assert board.remarks[-1] == "The piece on e4 can go to g4, c4 or g2."


def test_hovering_a_piece_that_can_capture_says_so(board):
    board.show_state(playable(position(CAPTURE)))

    QTest.mouseMove(board.viewport(), point(board, "c5"))

    assert board.remarks[-1].endswith(", or capture on e5.")


def test_hovering_a_destination_tells_what_the_move_does(board):
    board.show_state(playable(position(MIDDLE_GAME)))
    click(board, "e4")

    QTest.mouseMove(board.viewport(), point(board, "g4"))

    assert board.remarks[-1] == (
        "Black moves e4 to g4: two pieces stand on the fourth rank, so the move is two squares."
    )


def test_arrows_and_enter_play_a_move(board):
    QTest.keyClick(board, Qt.Key.Key_Right)
    first = board.focus_cell
    for _ in range(2):
        QTest.keyClick(board, Qt.Key.Key_Down)
    QTest.keyClick(board, Qt.Key.Key_Up)
    QTest.keyClick(board, Qt.Key.Key_Up)
    QTest.keyClick(board, Qt.Key.Key_Return)
    for _ in range(2):
        QTest.keyClick(board, Qt.Key.Key_Down)
    QTest.keyClick(board, Qt.Key.Key_Enter)

    assert first == square_number("b8")
    assert board.played == [move("b8b6")]


def test_escape_lets_go_of_the_chosen_piece(board):
    click(board, "b1")

    QTest.keyClick(board, Qt.Key.Key_Escape)

    assert board.selected == -1


def test_a_flipped_board_is_turned_by_half(board):
    board.show_state(replace(board.state, flipped=True))

    assert board.cells()[0] == square_number("h1")
    assert board.cell_rect(square_number("h1")).topLeft() == QPointF(34, 10)
    assert board.shown_pieces() == pieces(board.position)


def test_a_flipped_board_is_played_in_the_same_way(board):
    board.show_state(replace(board.state, flipped=True))

    click(board, "b1")
    click(board, "b3")

    assert board.played == [move("b1b3")]


def test_cells_have_names_with_what_stands_on_them(board):
    click(board, "b1")

    assert board.cell_name(square_number("a3")) == "a3 white"
    assert board.cell_name(square_number("a8")) == "a8 empty"
    assert board.cell_name(square_number("b1")) == "b1 black, selected"
    assert board.cell_name(square_number("b3")) == "b3 empty, can move here"


def test_the_cells_are_the_squares_in_reading_order(board):
    names = [board.cell_name(cell)[:2] for cell in board.cells()]

    assert len(names) == 64
    assert names[:9] == ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "a7"]


def test_every_square_is_found_again_at_its_place(board):
    for flipped in (False, True):
        board.show_state(replace(board.state, flipped=flipped))

        found = [board.cell_at(board.cell_rect(cell).center()) for cell in board.cells()]

        assert found == list(board.cells())


def test_who_must_pass_can_click_the_pill(board):
    board.show_state(playable(position(BLOCKED)))
    pill = board.mapFromScene(board.cell_rect(PASS_CELL).center())

    QTest.mouseClick(board.viewport(), LEFT, pos=pill)

    assert board.played == [PASS]


def test_who_must_pass_can_press_enter(board):
    board.show_state(playable(position(BLOCKED)))

    QTest.keyClick(board, Qt.Key.Key_Return)

    assert board.played == [PASS]


def test_who_must_pass_and_clicks_a_square_hears_so(board):
    board.show_state(playable(position(BLOCKED)))

    click(board, "a8")

    assert board.said == ["White has no legal move and passes."]


def test_the_pass_is_a_cell_only_while_it_is_the_one_move(board):
    board.show_state(playable(position(BLOCKED)))
    QTest.keyClick(board, Qt.Key.Key_Down)
    offered = board.focus_cell

    board.show_state(playable(start_position(LoaRules())))

    assert offered == PASS_CELL
    assert PASS_CELL not in board.cells()
    assert board.focus_cell == -1


def moved(before: Loa, text: str) -> Loa:
    after = before.copy()
    after.make(move(text))
    return after


def show_capture(board: LoaBoardView) -> Loa:
    before = position(CAPTURE)
    after = moved(before, "c5e5")
    board.show_state(playable(after, last_move=move("c5e5"), before=before))
    return after


def test_a_move_is_shown_happening_and_ends_on_the_position(board, qtbot):
    board.speed = 20.0

    with qtbot.waitSignal(board.settled):
        after = show_capture(board)
        at_first = board.shown_pieces()

    assert at_first == pieces(position(CAPTURE))
    assert board.shown_pieces() == pieces(after)


def test_a_captured_piece_fades_while_the_other_arrives(board):
    show_capture(board)
    animation = board._animation
    animation.pause()

    animation.setCurrentTime(round(0.7 * animation.duration()))

    taken = [
        item
        for item in board.scene().items()
        if isinstance(item, LoaPiece) and 0 < item.opacity() < 1
    ]
    assert [piece.side for piece in taken] == [1]


def test_a_click_ends_the_animation_and_then_selects(board):
    after = show_capture(board)

    click(board, "d3")

    assert not board.animating
    assert board.shown_pieces() == pieces(after)
    assert (board.selected, board.played, board.said) == (square_number("d3"), [], [])


def test_a_piece_shows_which_pieces_block_its_ways_until_it_is_let_go(board):
    board.show_state(playable(position("8/8/8/8/8/8/8/b1w1w2b b")))

    click(board, "a1")
    assert board.shown_blockers() == {square_number("c1")}

    click(board, "c1")
    QTest.keyClick(board, Qt.Key.Key_Escape)
    QTest.mouseMove(board.viewport(), point(board, "h8"))
    assert board.shown_blockers() == set()


def test_a_fast_second_click_counts_as_a_click(board):
    show_capture(board)
    board.stop_animation()
    click(board, "d3")
    where = QPointF(point(board, "d3"))
    # Qt sends a press that follows fast on another as an event of its own kind.
    second = QMouseEvent(
        QEvent.Type.MouseButtonDblClick,
        where,
        board.viewport().mapToGlobal(where),
        LEFT,
        LEFT,
        Qt.KeyboardModifier.NoModifier,
    )

    QApplication.sendEvent(board.viewport(), second)
    QTest.mouseRelease(board.viewport(), LEFT, pos=point(board, "d3"))

    assert board.selected == -1


def test_at_speed_zero_moves_are_not_animated(board):
    board.speed = 0.0

    after = show_capture(board)

    assert not board.animating
    assert board.shown_pieces() == pieces(after)


def test_a_dragged_piece_slides_only_the_rest_of_its_way(board):
    board.move_chosen.connect(
        lambda played: board.show_state(
            BoardState(
                moved(start_position(LoaRules()), "b1b3"), played, start_position(LoaRules())
            )
        )
    )
    target = point(board, "b3") + QPoint(6, 6)

    drag(board, "b1", target)

    assert board.animating
    assert board.shown_pieces()[square_number("b3")] == 0


def test_a_new_theme_keeps_the_position(board):
    board.show_state(playable(position(MIDDLE_GAME)))

    board.set_theme(DARK)

    assert board.shown_pieces() == pieces(position(MIDDLE_GAME))


def test_a_hint_and_a_won_game_can_be_drawn(board):
    board.show_state(playable(position(MIDDLE_GAME), hint=move("c1c3"), hint_text="c1-c3"))
    hinted = board.grab().toImage()
    board.show_state(playable(position(MIDDLE_GAME)))
    plain = board.grab().toImage()
    board.show_state(BoardState(position(WON)))

    assert hinted != plain
    # The group of the winner is linked in the accent: between d5 and c4, say.
    middle = (
        board.cell_rect(square_number("d5")).center()
        + board.cell_rect(square_number("c4")).center()
    ) / 2
    colour = board.grab().toImage().pixelColor(board.mapFromScene(middle))
    assert abs(colour.red() - LIGHT.accent.red()) < 25
    assert abs(colour.blue() - LIGHT.accent.blue()) < 25


# -- values --------------------------------------------------------------------------------------


def valued(shown: Loa, **more: object) -> BoardState:
    """Return a state in which the later a move comes in the list, the more it is worth."""
    numbers = [number / 10 - 1.0 for number in range(len(shown.legal_moves()))]
    return playable(
        shown,
        values={
            move: estimate(number, kind=WINNER)
            for move, number in zip(shown.legal_moves(), numbers, strict=True)
        },
        **more,
    )


def test_the_best_move_is_an_arrow_with_its_value(board):
    shown = position(MIDDLE_GAME)
    plain = board.grab().toImage()

    board.show_state(valued(shown))

    assert board.shown_best() == list(board.state.values.values())[-1].short
    assert board.shown_values() == []
    assert board.grab().toImage() != plain


def test_a_proven_best_move_is_filled_with_green_and_ticked(board):
    shown = position(MIDDLE_GAME)
    best = shown.legal_moves()[3]
    state = valued(shown)
    values = {move: value.within(-1.0, 1.0) for move, value in state.values.items()}
    values[best] = exact(1.0, kind=WINNER, plies=3)

    board.show_state(replace(state, values=values))

    label = board._marks._best_value
    assert board.shown_best() == "wins in 3"
    assert label.filled
    assert label.brush().color() == LIGHT.proven


def test_labels_are_as_large_as_before_when_a_small_board_is_enlarged_again(board):
    best = position(MIDDLE_GAME)
    board.show_state(playable(best, values={best.legal_moves()[0]: estimate(1.0, kind=WINNER)}))
    label = board._marks._best_value
    before = label.area().height() * board.transform().m11()

    board.resize(260, 260)
    small = label.scale()
    board.resize(760, 760)

    assert small > label.scale()
    assert label.area().height() * board.transform().m11() == pytest.approx(before)


def test_on_the_destinations_of_the_selected_piece_stand_the_moves_values(board):
    shown = position(MIDDLE_GAME)
    state = valued(shown)
    board.show_state(state)

    click(board, "e4")

    own = [text_of(state, m) for m in shown.legal_moves() if m & 63 == square_number("e4")]
    assert sorted(board.shown_values()) == sorted(own)
    assert board.shown_best() == ""
    for label in board._marks._values:
        if label.isVisible():
            square = board.cell_at(label.area().center())
            assert label.value == state.values[square_number("e4") | square << 6]
    click(board, "e4")
    assert board.shown_values() == []
    assert board.shown_best() != ""


def text_of(state: BoardState, chosen: int) -> str:
    return state.values[chosen].short.replace("-", "−")


def test_the_arrow_of_a_hint_that_is_the_best_move_is_not_drawn_twice(board):
    shown = position(MIDDLE_GAME)
    best = shown.legal_moves()[-1]

    board.show_state(valued(shown, hint=best, hint_text="move  +99"))

    assert board.shown_best() == ""
    assert board._marks._hint.text().endswith(text_of(board.state, best))


def test_no_values_are_seen_while_a_move_is_shown_happening(board):
    before = position(MIDDLE_GAME)
    made = before.copy()
    made.make(move("c1c3"))

    board.show_state(replace(valued(made), last_move=move("c1c3"), before=before))

    assert board.animating
    assert board.shown_best() == ""
    board.stop_animation()
    assert board.shown_best() != ""


def test_screen_readers_hear_what_a_piece_and_its_destinations_are_worth(board):
    shown = position(MIDDLE_GAME)
    state = valued(shown)
    board.show_state(state)
    e4, g4 = square_number("e4"), square_number("g4")
    own = [m for m in shown.legal_moves() if m & 63 == e4]
    best = max(own, key=lambda m: state.values[m].number)

    assert board.cell_description(e4) == (
        f"best to {square_name(best >> 6)}, worth {text_of(state, best)}, estimated"
    )
    assert board.cell_description(square_number("a1")) == ""
    click(board, "e4")
    assert board.cell_description(g4) == f"worth {text_of(state, e4 | g4 << 6)}, estimated"
    QTest.mouseMove(board.viewport(), point(board, "a1"))
    QTest.mouseMove(board.viewport(), point(board, "g4"))
    assert board.remarks[-1].endswith(f" It is worth {text_of(state, e4 | g4 << 6)}, estimated.")


def test_turning_the_board_keeps_its_pieces_and_moves_coordinates_marks_and_all(board):
    shown = position(MIDDLE_GAME)
    best = shown.legal_moves()[0]
    state = playable(shown, last_move=best, hint=best, hint_text="x", flipped=True)
    kept = {id(item) for item in board.scene().items() if isinstance(item, LoaPiece)}
    board.show_state(replace(state, flipped=False))

    board.refresh_state(state)

    turned = board.grab().toImage()
    still = {id(item) for item in board.scene().items() if isinstance(item, LoaPiece)}
    assert kept & still == kept
    assert board.shown_pieces() == pieces(shown)
    board.set_theme(DARK)
    board.set_theme(LIGHT)  # all is built anew
    anew = board.grab().toImage()
    differing = [
        (x, y)
        for x in range(0, anew.width(), 4)
        for y in range(0, anew.height(), 4)
        if abs(anew.pixelColor(x, y).lightness() - turned.pixelColor(x, y).lightness()) > 40
    ]
    # Pictures of pieces may be kept at another fraction of a pixel.
    assert len(differing) < 100
