"""Every page of every room fits a small window by one resize, from any other size."""

from functools import partial
from itertools import combinations, pairwise, product

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from kalahloa.views.panels.graph import GraphPanel
from kalahloa.views.panels.match import MatchPanel
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.panels.training import TrainingPanel
from kalahloa.views.window.card import PanelCard
from kalahloa.views.window.main_window import MIN_SIZE
from kalahloa.views.window.rooms import PAGES
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands
from tests.views.window.arranged import board_rect, places, settle, tabs_of

SMALL = QSize(640, 480)
SIZES = ((1180, 780), (1366, 700), (900, 560), (600, 900), (1080, 1300), (800, 540))


def cards_of(hands: Hands) -> list[QRect]:
    """Return where the cards that are seen stand."""
    cards = [card for card in hands.window.rooms.findChildren(PanelCard) if card.isVisible()]
    return [QRect(card.mapTo(hands.window, QPoint()), card.size()) for card in cards]


def all_is_in_sight(hands: Hands) -> None:
    """Fail unless all of the page is in the window, and nothing covers anything else."""
    window, rooms = hands.window, hands.window.rooms
    has_board = rooms.page.has_board
    page = QRect(rooms.mapTo(window, QPoint()), rooms.size())
    for parts in (cards_of(hands), list(places(hands).values())):
        parts += [board_rect(hands)] if has_board else []
        for part in parts:
            assert part.isValid() and page.contains(part)
        for one, other in combinations(parts, 2):
            assert not one.intersects(other)
    for key, entry in PANELS.items():
        if rooms.is_shown(key) and key not in rooms.children_shown():
            card, number = tabs_of(hands, entry.card or key)  # behind another one
            assert card.tabs.count() > number and card.tabs.isVisible()
    if has_board and window.graphical.isVisible():
        graphical = window.graphical
        assert graphical.rect().contains(hands.board.geometry())
        assert graphical.rect().contains(graphical.headline.geometry())
        assert not graphical.headline.geometry().intersects(hands.board.geometry())


@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_a_small_window_at_once(open_window, page):
    hands = open_window("kalah")
    window = hands.window
    window.rooms.open_page(page)

    for size, small in product(SIZES, (SMALL, MIN_SIZE)):
        settle(hands, size)
        assert window.size() == QSize(*size)
        all_is_in_sight(hands)

        window.resize(small)
        at_once = window.size()
        settle(hands)

        assert at_once == window.size() == small
        all_is_in_sight(hands)
    board_shows_record(hands)


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize(
    ("size", "least"), [((640, 480), 260), ((400, 320), 110)], ids=["640x480", "400x320"]
)
def test_where_one_plays_the_board_can_be_used_in_a_small_window(open_window, game, size, least):
    hands = open_window(game)
    settle(hands, size)

    assert hands.board.width() >= least
    hands.click_move(hands.document.position.legal_moves()[0])

    assert len(hands.texts()) == 1
    board_shows_record(hands)


def is_whole(panel: QWidget) -> bool:
    """Return whether *panel* is as high as it needs to be."""
    least = panel.heightForWidth(panel.width())
    return panel.height() >= (panel.minimumSizeHint().height() if least < 0 else least)


@pytest.mark.parametrize("page", PAGES)
def test_what_a_small_window_has_no_room_for_is_scrolled(open_window, qtbot, page):
    hands = open_window("kalah")
    window = hands.window
    window.rooms.open_page(page)
    window.resize(SMALL)
    settle(hands)

    for key, panel in dict(window.panel_host.panels).items():
        if not window.rooms.is_shown(key):
            continue
        window.rooms.focus(key)
        settle(hands)
        area = window.panel_host.areas[key]
        # The panel is as large as it needs to be; nothing of it is squeezed.
        assert panel.width() >= panel.minimumSizeHint().width()
        qtbot.waitUntil(partial(is_whole, panel))  # what it shows may have come only now
        assert not area.horizontalScrollBar().maximum(), key


@pytest.mark.parametrize("size", [(1180, 780), (900, 700), (800, 1200)])
def test_the_players_are_never_scrolled(open_window, size):
    hands = open_window("loa")
    settle(hands, size)

    area = hands.window.panel_host.areas["players"]

    assert area.isVisible()
    assert area.verticalScrollBar().maximum() == 0


def test_many_panels_on_one_page_fit_as_well(open_window):
    hands = open_window("kalah")
    rooms = hands.window.rooms
    settle(hands, (1180, 780))
    for key in ("engine", "proof", "graph", "comment", "clock"):
        rooms.reveal(key)
        settle(hands)
        all_is_in_sight(hands)

    for size in ((640, 480), (400, 320)):
        settle(hands, size)
        all_is_in_sight(hands)
        for key in ("comment", "proof", "players"):
            rooms.reveal(key)
            settle(hands)
            all_is_in_sight(hands)
            assert places(hands)[key].height() >= 56


def test_a_window_that_was_small_meanwhile_is_as_it_was(open_window):
    hands = open_window("kalah")
    hands.window.rooms.open_page("heuristic")
    settle(hands, (1366, 700))
    before, board = places(hands), board_rect(hands)

    settle(hands, (600, 900))
    settle(hands, (400, 320))
    settle(hands, (1366, 700))

    assert (places(hands), board_rect(hands)) == (before, board)


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_the_text_view_fits_a_small_window(open_window, game):
    hands = open_window(game)
    hands.window.show_view(text=True)
    text = hands.window.text

    for size in ((1180, 780), (640, 480)):
        settle(hands, size)

        parts = (text.diagram, text.messages, text.line)
        for above, below in pairwise(part.geometry() for part in parts):
            assert above.bottom() < below.top()
        assert text.rect().contains(text.line.geometry())
        lines = text.diagram.document().lineCount() * text.diagram.fontMetrics().lineSpacing()
        assert text.diagram.viewport().height() >= lines


@pytest.mark.parametrize("page", ["puzzles", "mistakes", "openings", "guess", "teach"])
def test_the_buttons_of_an_exercise_are_seen_in_a_small_window(open_window, page):
    hands = open_window("kalah")
    hands.window.rooms.open_page(page)
    settle(hands, (640, 480))
    panel = hands.window.panel_host.panel("training")
    assert isinstance(panel, TrainingPanel)

    for button in (panel.hint_button, panel.next_button):
        assert button.visibleRegion().boundingRect() == button.rect()


def test_a_match_can_be_started_in_an_upright_window(open_window):
    hands = open_window("kalah")
    hands.window.rooms.open_page("match")
    settle(hands, (700, 1000))
    panel = hands.window.panel_host.panel("match")
    assert isinstance(panel, MatchPanel)

    button = panel.play_button
    assert button.visibleRegion().boundingRect() == button.rect()


@pytest.mark.parametrize("size", [(640, 480), (911, 512), (1180, 707)])
def test_the_buttons_of_the_graph_are_seen_where_its_card_is_low(open_window, size):
    hands = open_window("kalah")
    hands.window.rooms.open_page("study")
    settle(hands, size)
    panel = hands.window.panel_host.panel("graph")
    assert isinstance(panel, GraphPanel)

    button = panel.review_button
    assert button.visibleRegion().boundingRect() == button.rect()
