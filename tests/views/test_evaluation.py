"""The evaluation bar and the arrows: whose the worth is, what is proven, and the switches."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.analysis.findings import Effort
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.win_probability import WinProbability
from kalahloa.models.search.move_values import Line
from kalahloa.models.search.score import Score
from kalahloa.views.boards import board_class
from kalahloa.views.evaluation import evaluation_of
from kalahloa.views.graphical_view import GraphicalView
from kalahloa.views.look.theme import DARK, LIGHT
from tests.scores import WINNER, estimate, exact
from tests.views.conftest import Hands

KALAH = board_class("kalah")
LOA = board_class("loa")


FITTED = "estimated from games of the engine against itself"


def analysed(document: Document, *values: Score, chance: WinProbability | None = None) -> Place:
    """Return the place with *values* of the first moves as the lines of an analysis."""
    place = document.place
    if chance is not None:
        place = replace(place, game=replace(place.game, win_probability=chance))
    moves = place.position.legal_moves()
    lines = tuple(Line(move, value, (move,)) for move, value in zip(moves, values, strict=False))
    live = Live(place.node, place.position, on=True, lines=lines, effort=Effort(9, 100, 1.0))
    return replace(place, states={**place.states, Live: live})


@pytest.fixture
def kalah(qapp) -> Document:
    return Document(find_game("kalah"))


@pytest.fixture
def loa(qapp) -> Document:
    return Document(find_game("loa"))


# -- the worth -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "share", "text", "sentence"),
    [
        (exact(8.0), 4 / 6, "+8", "South is ahead by 8, proven"),
        (exact(-12.0), 1 / 4, "+12", "North is ahead by 12, proven"),
        (exact(0.0), 0.5, "0", "Neither side is ahead, proven"),
        (estimate(2.4), 0.55, "+2.4", "South is ahead by 2.4, estimated"),
        (exact(40.0), 1.0, "+40", "South is ahead by 40, proven"),
    ],
)
def test_where_the_margin_counts_the_bar_shows_stones(kalah, value, share, text, sentence):
    found = evaluation_of(analysed(kalah, value), KALAH)

    assert found is not None
    assert found.share == pytest.approx(share)
    assert (found.text, found.sentence) == (text, sentence)
    assert found.proven == value.proven


def test_the_share_is_that_of_the_first_side_whoever_is_to_move(kalah):
    kalah.play(1)
    assert kalah.place.side == 1

    found = evaluation_of(analysed(kalah, exact(6.0, side=1)), KALAH)

    assert found.share == pytest.approx(3 / 8)
    assert (found.leader, found.sentence) == (1, "North is ahead by 6, proven")


@pytest.mark.parametrize(
    ("value", "share", "text", "sentence"),
    [
        (
            estimate(1.0, kind=WINNER),
            0.731,
            "73",
            f"Black wins with a probability of 73 %, {FITTED}",
        ),
        (estimate(0.0, kind=WINNER), 0.5, "50", "Both sides have equal chances, estimated"),
        (
            estimate(-9.0, kind=WINNER),
            0.0001,
            "99",
            f"White wins with a probability of 99 %, {FITTED}",
        ),
        (
            exact(1.0, kind=WINNER, plies=5),
            1.0,
            "#5",
            "Black wins in 5 plies, proven",
        ),
        (
            exact(-1.0, kind=WINNER, plies=4),
            0.0,
            "#4",
            "White wins in 4 plies, proven",
        ),
        (exact(1.0, kind=WINNER), 1.0, "1", "Black wins, proven"),
        (exact(0.0), 0.5, "½", "A draw, proven"),
    ],
)
def test_where_the_winner_counts_the_bar_shows_probabilities(loa, value, share, text, sentence):
    found = evaluation_of(analysed(loa, value, chance=WinProbability(1.0)), LOA)

    assert found.share == pytest.approx(share, abs=0.001)
    assert (found.text, found.sentence) == (text, sentence)
    assert found.proven == value.proven


def test_where_nothing_was_fitted_no_games_are_named(loa):
    place = analysed(loa, estimate(-9.0, kind=WINNER))
    place = replace(place, game=replace(place.game, win_probability=None))

    assert evaluation_of(place, LOA).sentence.endswith(" %, estimated")


def test_a_game_that_is_over_is_worth_its_result(qapp):
    document = Document(find_game("tictactoe"))
    document.new_game(find_game("tictactoe"), start="XXX/OO./... O")

    found = evaluation_of(document.place, board_class("tictactoe"))

    assert (found.share, found.leader, found.text) == (1.0, 0, "1-0")


def test_of_a_position_that_nobody_looks_at_nothing_is_said(loa):
    assert evaluation_of(loa.place, LOA) is None


# -- the bar beside the board ----------------------------------------------------------------------


@pytest.fixture
def view(qtbot) -> GraphicalView:
    made = GraphicalView(LIGHT)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    return made


def _tell(view: GraphicalView, place: Place, *causes: Cause) -> None:
    view.show_change(Change(frozenset(causes or {Cause.NEW}), place))


def test_the_bar_stands_beside_the_board_while_positions_are_analysed(view, loa):
    _tell(view, loa.place)
    assert not view.bar.isVisible()

    _tell(view, analysed(loa, estimate(1.0, kind=WINNER)), Cause.FINDINGS)

    assert view.bar.isVisible()
    assert view.bar.geometry().left() >= view.board.geometry().right()
    assert "Black wins with" in view.bar.accessibleDescription()
    assert view.bar.toolTip() == view.bar.accessibleDescription()
    view.set_switches(bar=False, arrows=True)
    assert not view.bar.isVisible()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("flipped", [False, True])
def test_the_share_of_the_side_at_the_bottom_is_drawn_there(view, loa, theme, flipped):
    view.set_theme(theme)
    place = analysed(loa, exact(1.0, kind=WINNER, plies=9))
    _tell(view, replace(place, flipped=flipped))

    picture = view.bar.grab().toImage()
    middle = picture.width() // 2
    colours = {picture.pixelColor(middle, y).name() for y in (30, picture.height() // 2 + 20)}

    black = LOA.side_colours(theme)[0][0]
    assert colours == {black.name()}  # all is Black's
    assert view.bar.share == 1.0


def test_of_another_position_the_bar_stays_until_more_is_known(view, loa):
    _tell(view, analysed(loa, estimate(1.0, kind=WINNER), chance=WinProbability(1.0)))
    before = view.bar.share

    _tell(view, analysed(loa), Cause.FINDINGS)

    assert view.bar.share == before
    assert view.bar.evaluation is None
    assert view.bar.accessibleDescription() == ""


def test_during_an_exercise_the_bar_is_hidden_and_tells_nothing_afterwards(view, loa):
    _tell(view, analysed(loa, estimate(1.0, kind=WINNER), chance=WinProbability(1.0)))
    assert view.bar.share != 0.5

    _tell(view, replace(analysed(loa), secret=True), Cause.FINDINGS)
    assert not view.bar.isVisible()
    _tell(view, analysed(loa), Cause.FINDINGS)

    assert view.bar.isVisible()
    assert view.bar.share == 0.5


def test_the_middle_line_stays_beside_the_bar(view, loa):
    _tell(view, analysed(loa, estimate(1.0, kind=WINNER)))

    picture = view.bar.grab().toImage()

    ground = picture.pixel(0, 0)
    edges = (0, 1, picture.width() - 2, picture.width() - 1)
    assert all(picture.pixel(x, y) == ground for x in edges for y in range(picture.height()))


def test_arrows_point_at_the_best_moves(view, loa):
    values = [estimate(1.0 - 0.1 * rank, kind=WINNER) for rank in range(7)]

    _tell(view, analysed(loa, *values))
    assert view.board.shown_best() == "+1.00"
    assert view.board.shown_others() == 4

    view.set_switches(bar=True, arrows=False)
    assert view.board.shown_best() == ""
    assert view.board.shown_others() == 0


def test_arrows_are_gone_while_a_piece_is_chosen(view, loa):
    _tell(view, analysed(loa, estimate(1.0, kind=WINNER), estimate(0.5, kind=WINNER)))
    assert view.board.shown_others() == 1

    view.board.choose(1)

    assert view.board.shown_others() == 0


def test_the_value_of_the_move_that_was_played_is_marked(view, kalah):
    kalah.play(3)
    kalah.go_to(kalah.record.root)
    values = {1: exact(-2.0), 3: exact(8.0)}

    _tell(view, replace(kalah.place, values=values, values_wanted=True))

    assert view.board._values.played() == {2}


# -- in the window ---------------------------------------------------------------------------------


def test_keys_and_the_view_menu_switch_analysis_bar_and_arrows(open_window, qtbot):
    hands: Hands = open_window("loa")
    window = hands.window
    window.rooms.open_page("study")
    QTest.keyClick(window, Qt.Key.Key_F5)
    panel = window.panel_host.panel("engine")
    qtbot.waitUntil(lambda: len(panel.model.rows) == 3, timeout=20_000)
    assert window.actions_by_name["analyse"].isChecked()
    assert window.graphical.bar.isVisible()
    qtbot.waitUntil(lambda: window.graphical.board.shown_best() != "", timeout=5000)

    for key, name in (("evaluation-bar", "bar"), ("best-arrows", "arrows")):
        assert window.actions_by_name[key].isChecked()
        window.actions_by_name[key].trigger()
        assert not window.actions_by_name[key].isChecked()
        assert getattr(window.preferences, name) is False
    assert not window.graphical.bar.isVisible()
    assert window.graphical.board.shown_best() == ""

    QTest.keyClick(window, Qt.Key.Key_F8)
    assert hands.place[Live].settings.lines == 4
    assert window.preferences.lines == 4
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert not hands.place[Live].on
    qtbot.waitUntil(lambda: not panel.list.isVisible())


def test_the_analysis_stays_on_in_the_next_game_and_after_a_restart(open_window, qtbot):
    hands: Hands = open_window("loa")
    hands.window.rooms.open_page("study")
    QTest.keyClick(hands.window, Qt.Key.Key_F5)
    hands.document.new_game(find_game("kalah"))
    panel = hands.window.panel_host.panel("engine")
    qtbot.waitUntil(lambda: bool(panel.model.rows), timeout=20_000)
    assert hands.place[Live].on

    hands.window.close()
    again: Hands = open_window("loa", as_left=True)

    assert again.place[Live].on
