"""Overlays on the boards: what is drawn where, for which position, and what is told of it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.games.kalah import overlays as kalah_facts
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.loa import overlays as loa_facts
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.games.loa.squares import square_name, square_number
from kalahloa.views import accessibility
from kalahloa.views.accessibility import description_of
from kalahloa.views.boards import board_overlays
from kalahloa.views.boards.badge import Badges
from kalahloa.views.boards.board_view import LEGIBLE, BoardState
from kalahloa.views.boards.kalah_board import KalahBoardView
from kalahloa.views.boards.loa_board import LoaBoardView
from kalahloa.views.boards.overlay_words import overlay_words
from kalahloa.views.boards.tictactoe_board import TicTacToeBoardView
from kalahloa.views.look.theme import DARK, LIGHT
from tests.models.random_play import random_position
from tests.views.boards.alone import show_alone

CROSSED = "7b/6b1/8/8/8/8/1b1w4/b1w4w b"
WALLED_IN = "6wb/6ww/8/8/8/8/ww6/bw6 b"
HEMMED_IN = "6wb/6ww/8/2bb4/8/4b3/ww6/bw6 b"
OFFERS = "<6,5,3,0,5,4,1,1,1,2,0,4,3,1,1> S"
CAPTURE = "<6,5,3,1,8,3,1,1,6,2,2,0,8,1,8> S"


def loa_state(text: str, *keys: str, **more: object) -> BoardState:
    position = find_game("loa").read(text, LoaRules())
    return BoardState(position, playable=True, overlays=frozenset(keys), **more)


def kalah_state(text: str, *keys: str, **more: object) -> BoardState:
    position = find_game("kalah").read(text, KalahRules(pits=int(text[1 : text.index(",")])))
    return BoardState(position, playable=True, overlays=frozenset(keys), **more)


@pytest.fixture
def loa(qtbot) -> LoaBoardView:
    return show_alone(qtbot, LoaBoardView(LIGHT), 760, 760)


@pytest.fixture
def kalah(qtbot) -> KalahBoardView:
    return show_alone(qtbot, KalahBoardView(LIGHT), 860, 620)


def seen(badges: Badges) -> list[tuple[str, QPointF]]:
    """Return the texts, or the names of the figures, that are seen, and where."""
    return [
        (sign.said if isinstance(sign.said, str) else sign.said.value, QPointF(*sign.place))
        for sign in badges.shown()
    ]


def badges(board: LoaBoardView | KalahBoardView) -> list[tuple[str, QPointF]]:
    return seen(board.overlays_shown().badges)


def counts(board: LoaBoardView) -> list[tuple[str, QPointF]]:
    return seen(board.overlays_shown().counts)


def on_squares(board: LoaBoardView) -> dict[str, set[str]]:
    """Return the texts of the badges that are seen on each square."""
    found: dict[str, set[str]] = {}
    for text, middle in badges(board):
        found.setdefault(square_name(board.cell_at(middle)), set()).add(text)
    return found


def nearest_pit(board: KalahBoardView, middle: QPointF) -> str:
    pits = [cell for cell in board.cells() if board.cell_label(cell)[1] != "K"]
    near = min(pits, key=lambda cell: (board.cell_rect(cell).center() - middle).manhattanLength())
    return board.cell_label(near)


def on_pits(board: KalahBoardView) -> dict[str, set[str]]:
    """Return the texts of the badges that are seen at each pit."""
    found: dict[str, set[str]] = {}
    for text, middle in badges(board):
        found.setdefault(nearest_pit(board, middle), set()).add(text)
    return found


def hover(board, cell: int) -> None:
    """Move the mouse onto *cell*, from its edge, as it may have been in the middle before."""
    middle = board.mapFromScene(board.cell_rect(cell).center())
    QTest.mouseMove(board.viewport(), middle - QPoint(2, 2))
    QTest.mouseMove(board.viewport(), middle)


def pixels(board) -> bytes:
    image = board.grab().toImage()
    return bytes(image.constBits())


# -- Lines of Action -------------------------------------------------------------------------------


def test_nothing_is_drawn_unless_it_is_asked_for(loa):
    loa.show_state(loa_state(CROSSED))
    hover(loa, 27)

    shown = loa.overlays_shown()
    assert badges(loa) == counts(loa) == shown.centres_shown() == shown.groups_shown() == []


@pytest.mark.parametrize("flipped", [False, True])
def test_each_group_is_joined_and_has_its_number_on_one_of_its_pieces(loa, flipped):
    loa.show_state(loa_state(CROSSED, "groups", flipped=flipped))

    assert len(loa.overlays_shown().groups_shown()) == 4
    numbers = on_squares(loa)
    assert sorted(next(iter(texts)) for texts in numbers.values()) == ["1", "2", "2", "2"]
    assert numbers["h1"] == {"1"}
    assert len({"a1", "b2"} & numbers.keys()) == len({"g7", "h8"} & numbers.keys()) == 1


def test_groups_of_several_pieces_next_to_each_other_on_the_list_differ_in_colour(loa):
    loa.show_state(loa_state(CROSSED, "groups"))

    colours = [colour.name() for colour in loa.overlays_shown().groups_shown()]

    assert len(set(colours)) == 4


@pytest.mark.parametrize("flipped", [False, True])
def test_pieces_without_a_move_have_a_sign(loa, flipped):
    loa.show_state(loa_state(WALLED_IN, "stuck", flipped=flipped))

    assert on_squares(loa) == {"a1": {"ban"}, "h8": {"ban"}}


def test_distances_to_the_largest_group_stand_on_the_pieces_outside_it(loa):
    loa.show_state(loa_state(CROSSED, "distance"))

    assert on_squares(loa) == {"h1": {"4"}}


@pytest.mark.parametrize("flipped", [False, True])
def test_the_centre_of_mass_of_each_side_lies_where_the_mean_of_its_squares_is(loa, flipped):
    loa.show_state(loa_state(CROSSED, "centre", flipped=flipped))

    for side, middle in enumerate(loa.overlays_shown().centres_shown()):
        squares = loa.position.squares(side)
        centres = [loa.cell_rect(square).center() for square in squares]
        assert middle.x() == pytest.approx(sum(point.x() for point in centres) / len(squares))
        assert middle.y() == pytest.approx(sum(point.y() for point in centres) / len(squares))


@pytest.mark.parametrize("flipped", [False, True])
def test_the_counts_of_lines_stand_round_the_square_under_the_mouse(loa, flipped):
    loa.show_state(loa_state(CROSSED, "lines", flipped=flipped))

    hover(loa, square_number("d4"))

    round_it = counts(loa)
    middle = loa.cell_rect(square_number("d4")).center()
    found = {}
    for text, point in round_it:
        found[square_name(loa.cell_at(point + (point - middle) / 2))] = text
    assert found == {
        "c4": "0", "e4": "0", "d3": "1", "d5": "1",
        "c3": "4", "e5": "4", "c5": "0", "e3": "0",
    }  # fmt: skip
    hover(loa, square_number("a1"))
    assert sorted(text for text, _ in counts(loa)) == ["1", "3", "4"]


def test_counts_of_lines_go_with_the_mouse(loa):
    loa.show_state(loa_state(CROSSED, "lines"))
    hover(loa, 27)

    QApplication.sendEvent(loa.viewport(), QEvent(QEvent.Type.Leave))
    QApplication.sendEvent(loa, QEvent(QEvent.Type.Leave))

    assert counts(loa) == []


def test_counts_of_lines_follow_the_keyboard(loa):
    loa.show_state(loa_state(CROSSED, "lines"))
    loa.set_focus_cell(square_number("a1"))

    QTest.keyClick(loa, Qt.Key.Key_Right)

    assert loa.focus_cell == square_number("b1")
    # Three on the rank to both sides, b2 on the file, none on either diagonal.
    assert sorted(text for text, _ in counts(loa)) == list("00133")


def test_what_overlays_say_of_an_empty_square_is_said_where_nothing_else_is(loa):
    loa.show_state(loa_state(CROSSED, "lines"))

    hover(loa, square_number("d4"))

    assert loa.remarks[-1] == (
        "d4: 0 on the fourth rank, 1 on the d-file, 4 on the diagonal a1-h8, 0 on the diagonal "
        "g1-a7."
    )


# -- Kalah -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", [False, True])
def test_each_pit_says_where_its_last_stone_would_fall(kalah, flipped, mirrored):
    kalah.show_state(kalah_state(OFFERS, "landing", flipped=flipped, mirrored=mirrored))

    assert on_pits(kalah) == {
        "S2": {"→ K"}, "S3": {"→ K"}, "S4": {"→ S5"}, "S5": {"→ S6"}, "S6": {"→ K"},
        "N1": {"→ N3"}, "N3": {"→ K"}, "N4": {"→ K"}, "N5": {"→ N6"}, "N6": {"→ K"},
    }  # fmt: skip


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", [False, True])
def test_the_cells_have_the_lectures_numbers_and_the_last_stones_their_order(
    kalah, flipped, mirrored
):
    kalah.show_state(kalah_state(OFFERS, "numbers", flipped=flipped, mirrored=mirrored))
    said = on_pits(kalah)
    pits = {f"{side}{n}" for side in "SN" for n in range(1, 7)}
    assert pits <= set(said)
    kalahs = {"#0", "#7"}  # beside the outermost pits
    assert all(said[f"S{n}"] - kalahs == {f"#{7 - n}"} for n in range(1, 7))
    assert all(said[f"N{n}"] - kalahs == {f"#{14 - n}"} for n in range(1, 7))

    position = find_game("kalah").start(KalahRules())
    position.make(4)
    kalah.show_state(BoardState(position, overlays=frozenset({"stones"}), mirrored=mirrored))
    said = on_pits(kalah)
    assert (said["S5"], said["S6"], said["N1"] - {"3."}) == ({"1."}, {"2."}, {"4."})


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", [False, True])
def test_captures_and_extra_turns_of_both_sides_have_signs(kalah, flipped, mirrored):
    kalah.show_state(kalah_state(OFFERS, "offers", flipped=flipped, mirrored=mirrored))
    assert on_pits(kalah) == {pit: {"again"} for pit in ("S2", "S3", "S6", "N3", "N4", "N6")}

    kalah.show_state(kalah_state(CAPTURE, "offers", flipped=flipped, mirrored=mirrored))

    assert on_pits(kalah) == {"N1": {"×1"}}


@pytest.mark.parametrize("flipped", [False, True])
def test_stones_at_risk_are_counted_at_their_pits(kalah, flipped):
    kalah.show_state(kalah_state(OFFERS, "risk", flipped=flipped))

    assert on_pits(kalah) == {"S4": {"−1"}, "N1": {"−2"}, "N3": {"−4"}}


@pytest.mark.parametrize("pits", [1, 6, 9, 12])
def test_no_badges_of_a_board_cover_each_other(kalah, pits):
    for seed in range(6):
        position = random_position("kalah", seed, 12)
        if pits != 6:
            position = find_game("kalah").start(KalahRules(pits=pits, stones=1 + seed))
        keys = frozenset(overlay.key for overlay in kalah.overlays)
        kalah.show_state(BoardState(position, playable=True, overlays=keys))
        areas = [item.sceneBoundingRect() for item in kalah.overlays_shown().badges.items()]
        assert areas
        for index, area in enumerate(areas):
            for other in areas[:index]:
                both = area.intersected(other)
                assert both.width() * both.height() <= 0.1 * area.width() * area.height()


def test_a_pit_of_the_other_side_says_what_it_offers(kalah):
    kalah.show_state(kalah_state(CAPTURE, "landing", "offers"))

    hover(kalah, 7)

    assert kalah.remarks[-1] == (
        "North's pit 1, 2 stones; ends in North's pit 3, captures 1 stone."
    )


# -- boards of any game ----------------------------------------------------------------------------

BOARDS = [
    (LoaBoardView, loa_state(HEMMED_IN, "groups", "stuck", "centre", "distance")),
    (KalahBoardView, kalah_state(OFFERS, "landing", "offers", "risk")),
]


@pytest.mark.parametrize(("made", "state"), BOARDS, ids=["loa", "kalah"])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_switching_them_on_and_off_changes_the_picture_and_changes_it_back(
    qtbot, made, state, theme
):
    board = show_alone(qtbot, made(theme), 640, 640)
    board.show_state(replace(state, overlays=frozenset()))
    before = pixels(board)

    for key in sorted(state.overlays):
        board.refresh_state(replace(state, overlays=frozenset((key,))))
        assert pixels(board) != before, key
        board.refresh_state(replace(state, overlays=frozenset()))
        assert pixels(board) == before


@pytest.mark.parametrize(("made", "state"), BOARDS, ids=["loa", "kalah"])
def test_badges_are_legible_on_a_small_board(qtbot, made, state):
    board = show_alone(qtbot, made(LIGHT), 320, 300)
    board.show_state(state)

    shown = board.overlays_shown().badges

    for item in shown.items():
        assert shown.size * item.sceneTransform().m11() * board.transform().m11() >= 0.55 * LEGIBLE
    small = shown.items()[0].scale()
    board.resize(760, 760)
    assert shown.items()[0].scale() < small


@pytest.mark.parametrize(("made", "state"), BOARDS, ids=["loa", "kalah"])
def test_a_theme_keeps_them(qtbot, made, state):
    board = show_alone(qtbot, made(LIGHT), 640, 640)
    board.show_state(state)
    before = badges(board)

    board.set_theme(DARK)

    assert badges(board) == before


@pytest.mark.parametrize("made", [LoaBoardView, KalahBoardView], ids=["loa", "kalah"])
def test_they_are_turned_with_the_board(qtbot, made):
    is_loa = made is LoaBoardView
    board = show_alone(qtbot, made(LIGHT), 640, 640)
    state = loa_state(CROSSED, "distance") if is_loa else kalah_state(OFFERS, "risk")
    board.show_state(state)
    before, places = (on_squares if is_loa else on_pits)(board), badges(board)

    board.show_state(replace(state, flipped=True))

    assert (on_squares if is_loa else on_pits)(board) == before
    assert badges(board) != places


@pytest.mark.parametrize(("made", "state"), BOARDS, ids=["loa", "kalah"])
def test_they_are_hidden_while_a_move_is_animated_and_then_those_of_the_new_position(
    qtbot, made, state
):
    board = show_alone(qtbot, made(LIGHT), 640, 640)
    board.show_state(state)
    move = state.position.legal_moves()[-1]
    if made is LoaBoardView:
        state = replace(state, position=find_game("loa").start(LoaRules()))
        board.show_state(state)
        move = state.position.legal_moves()[0]
    after = state.position.copy()
    after.make(move)

    board.show_state(replace(state, position=after, before=state.position, last_move=move))
    assert board.animating
    assert badges(board) == []
    assert overlay_words(board, board.cells()[0]) == ""
    board.stop_animation()

    shown = badges(board)
    board.show_state(replace(state, position=after, last_move=move))
    assert shown == badges(board) != []


@pytest.mark.parametrize(("made", "state"), BOARDS, ids=["loa", "kalah"])
def test_nothing_is_shown_of_a_set_up(qtbot, made, state):
    board = show_alone(qtbot, made(LIGHT), 640, 640)
    game = find_game("loa" if made is LoaBoardView else "kalah")
    set_up: SetUp = game.set_up.of(state.position)

    board.show_state(replace(state, set_up=set_up))
    assert not any(overlay_words(board, cell) for cell in board.cells())

    assert badges(board) == []


@pytest.mark.parametrize(("made", "state"), BOARDS, ids=["loa", "kalah"])
def test_nothing_is_looked_for_or_drawn_again_where_nothing_has_changed(
    qtbot, monkeypatch, made, state
):
    board = show_alone(qtbot, made(LIGHT), 640, 640)
    board.show_state(state)
    module = loa_facts if made is LoaBoardView else kalah_facts
    known = module._facts.cache_info()
    board.overlays_shown().badges.show = lambda _signs: pytest.fail("drawn again")

    board.refresh_state(replace(state, title="Somebody is to move"))
    for cell in board.cells():
        hover(board, cell)

    assert module._facts.cache_info().misses == known.misses


@pytest.mark.parametrize(("made", "state"), BOARDS, ids=["loa", "kalah"])
def test_nothing_is_looked_for_while_none_is_shown(qtbot, monkeypatch, made, state):
    module = loa_facts if made is LoaBoardView else kalah_facts
    monkeypatch.setattr(module, "_facts", lambda *_: pytest.fail("looked for"))
    board = show_alone(qtbot, made(LIGHT), 640, 640)

    board.show_state(replace(state, overlays=frozenset()))
    for cell in board.cells():
        hover(board, cell)
        description_of(board, cell)


def test_screen_readers_are_told_what_overlays_say_of_a_cell(loa):
    accessibility.install_accessibility()
    loa.show_state(loa_state(CROSSED, "groups", "distance"))
    interface = QAccessible.queryAccessibleInterface(loa)
    children = [interface.child(index) for index in range(interface.childCount())]
    (corner,) = [one for one in children if one.text(QAccessible.Text.Name).startswith("h1")]

    description = corner.text(QAccessible.Text.Description)

    assert description == "in a group of 1, 4 from the largest group"


def test_that_a_description_has_changed_is_told_when_an_overlay_is_switched(loa, qtbot):
    loa.show_state(loa_state(CROSSED))

    with qtbot.waitSignal(loa.cells_changed, timeout=1000):
        loa.refresh_state(loa_state(CROSSED, "groups"))


def test_a_board_of_others_may_name_its_own(qtbot):
    class Named(TicTacToeBoardView):
        overlays = (
            Overlay("odd", "Odd cells", "Those", tell_cell=lambda _at, cell: "odd" * (cell % 2)),
        )

    board = show_alone(qtbot, Named(LIGHT), 400, 400)
    position = find_game("tictactoe").start(find_game("tictactoe").rulebook.default)

    board.show_state(BoardState(position, overlays=frozenset({"odd"})))

    assert [description_of(board, cell) for cell in range(3)] == ["", "odd", ""]
    assert board_overlays("tictactoe") == ()


@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_the_overlays_of_a_game_have_keys_of_one_word_and_short_tips(key):
    overlays = board_overlays(key)

    assert len({overlay.key for overlay in overlays}) == len(overlays) >= 3
    for overlay in overlays:
        assert overlay.key.isalpha()
        assert overlay.key.islower()
        assert overlay.title
        assert 0 < len(overlay.tip) <= 60
        assert not overlay.tip.endswith(".")
