"""The book as the window shows it: proven values, walks and practising, by mouse and keyboard."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.models.game.knowledge import OFF
from kalahloa.models.game.registry import find_game
from kalahloa.views.items.proven_moves import AFTER, KEEPS_ROLE, LOSS, MOVE, VALUE
from kalahloa.views.look.theme import DARK
from kalahloa.views.panels.book import BookPanel
from tests.shipped_book import shipped_positions
from tests.views.conftest import Hands
from tests.views.panels.training_hands import link, panel, rows

KALAH = find_game("kalah")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


class Book:
    """The book's panel of a window in the Study workspace."""

    def __init__(self, hands: Hands, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        self.app = hands.app
        hands.app[Analysis].set_budget(OFF)
        hands.app[PracticeController]._back.setInterval(30)
        hands.app[PracticeController]._answering.setInterval(5)
        hands.press(Qt.Key.Key_3, CONTROL)
        panel = hands.window.panel_host.panel("book")
        assert isinstance(panel, BookPanel)
        self.panel = panel
        hands.window.rooms.focus("book")

    def cells(self, column: int) -> list[str]:
        model = self.panel.model
        return [str(model.index(row, column).data()) for row in range(model.rowCount())]

    def wait_for(self, *moves: str) -> None:
        """Wait until these moves are listed."""
        self.qtbot.waitUntil(lambda: self.cells(MOVE) == list(moves), timeout=20_000)

    def wait_for_text(self, text: str) -> None:
        self.qtbot.waitUntil(lambda: text in self.panel.text.text(), timeout=20_000)

    def wait_for_turn(self) -> None:
        """Wait until the user is to find a move."""
        practice = self.app[PracticeController]

        def is_asking() -> bool:
            state = self.app.document.place.get(Practice)
            return state is not None and state.asking and not practice.is_busy

        self.qtbot.waitUntil(is_asking, timeout=20_000)

    def middle_of(self, row: int, column: int = 0) -> QPoint:
        return self.panel.list.visualRect(self.panel.model.index(row, column)).center()

    def click(self, row: int) -> None:
        self.panel.list.scrollTo(self.panel.model.index(row, 0))
        QTest.mouseClick(self.panel.list.viewport(), LEFT, pos=self.middle_of(row))

    def press_button(self, button) -> None:
        assert button.isVisible() and button.isEnabled()
        QTest.mouseClick(button, LEFT)


@pytest.fixture
def hands(open_window) -> Hands:
    made = open_window("kalah")
    made.window.resize(1280, 900)
    return made


@pytest.fixture
def book(hands, qtbot) -> Book:
    made = Book(hands, qtbot)
    made.wait_for("3 □", "6", "4", "5", "2", "1")
    return made


# -- rows ------------------------------------------------------------------------------------------


def test_each_move_has_its_value_its_loss_and_what_keeps_the_value_after_it(book, qtbot):
    assert book.cells(VALUE) == ["+8", "+4", "−2", "−8", "−10", "−14"]
    assert book.cells(LOSS) == ["right", "−4", "−10", "−16", "−18", "−22"]
    assert book.cells(AFTER) == ["South: 1 of 5 □", *["North: 1 of 6 □"] * 5]
    keeps = [book.panel.model.index(row, VALUE).data(KEEPS_ROLE) for row in range(6)]
    assert keeps == [True, *[False] * 5]
    assert book.panel.headline.whole == "+8 for South (book) · only move (1 of 6)"
    below = f"3 turns · {shipped_positions():,} positions"
    qtbot.waitUntil(lambda: book.panel.footer.whole == below, timeout=20_000)


def test_a_screen_reader_hears_a_row_whole(book):
    told = [
        book.panel.model.index(row, MOVE).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(2)
    ]

    assert told == [
        "3: +8 for South, only move, book, right, then South again: only move: 1 of 5 is right",
        "6: +4 for South, book, gives away 4 stones, then North: only move: 1 of 6 is right",
    ]


def test_a_click_plays_the_move_and_back_leads_back(book):
    book.click(1)

    assert book.hands.texts() == ["6"]
    book.qtbot.waitUntil(lambda: "for North" in book.panel.headline.whole, timeout=20_000)
    book.press_button(book.panel.back_button)
    assert book.hands.texts() == []
    book.wait_for("3 □", "6", "4", "5", "2", "1")


def test_enter_plays_the_chosen_row(book):
    book.panel.list.setCurrentIndex(book.panel.model.index(0, 0))

    book.hands.press(Qt.Key.Key_Return)

    assert book.hands.texts() == ["3"]


def test_where_the_computer_has_the_side_the_move_is_added_as_a_variation(hands, qtbot):
    book = Book(hands, qtbot)
    computer = Player(Level(depth=1))
    hands.document.new_game(KALAH, players=(computer, HUMAN))
    book.wait_for("3 □", "6", "4", "5", "2", "1")

    book.click(5)

    assert hands.texts() == ["1"]


def test_the_mouse_plays_the_whole_turn_out_on_a_small_board(book, qtbot):
    view = book.panel.list
    QTest.mouseMove(view.viewport(), book.middle_of(0))

    preview = book.panel.preview
    assert preview is not None and preview.isVisible()
    board = preview.board
    assert board is not None
    qtbot.waitUntil(lambda: len(board.state.position.move_stack()) == 2, timeout=20_000)
    assert board.state.position.move_stack() == [3, 6]

    view.pointed.emit(-1)
    assert not preview.isVisible()
    assert book.hands.texts() == []


def test_keys_play_it_out_as_well(book):
    book.panel.list.setCurrentIndex(book.panel.model.index(1, 0))

    book.hands.press(Qt.Key.Key_Right)
    preview = book.panel.preview
    assert preview is not None and preview.isVisible()
    book.hands.press(Qt.Key.Key_Escape)

    assert not preview.isVisible()


def test_where_the_moves_are_not_known_none_is_shown_but_what_can_be_done(book):
    for text in ("3-6", "2-1", "2"):
        book.app.turns.play_text(text)

    book.wait_for_text("the values of the moves are unknown")
    assert not book.panel.list.isVisible() and not book.cells(MOVE)
    assert book.panel.headline.whole == "−8 for North (book)"
    assert "kalahloa book build kalah --pits 6 --stones 4" in book.panel.text.text()


def test_of_a_draw_that_is_followed_the_moves_that_keep_it_are_shown(book):
    for text in ("3-1", "1", "3", "2-4", "2", "3"):
        book.app.turns.play_text(text)

    book.wait_for_text("but the other moves are unknown; press F5 to search for them")
    assert book.panel.headline.whole == "0 for South (book)"
    assert book.cells(MOVE)[:2] == ["1", "2"] and book.cells(LOSS)[:2] == ["right", "right"]
    assert all(not value.strip("–") for value in book.cells(VALUE)[2:])


def test_rules_without_a_book_say_so(open_window, qtbot):
    hands = open_window("kalah")
    book = Book(hands, qtbot)
    rules = KALAH.rulebook.default
    hands.document.new_game(KALAH, type(rules)(pits=4, stones=3))

    book.wait_for_text("These rules have no opening book.")
    assert "kalahloa book build kalah --pits 4 --stones 3" in book.panel.text.text()


def test_a_game_without_any_says_so(open_window, qtbot):
    book = Book(open_window("loa"), qtbot)

    book.wait_for_text("no opening book")
    assert not book.panel.list.isVisible()


def test_after_the_end_of_the_game_that_is_said(open_window, qtbot):
    hands = open_window("kalah")
    book = Book(hands, qtbot)
    hands.document.new_game(KALAH, start="<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0> S")

    qtbot.waitUntil(lambda: book.panel.headline.whole == "The game is over.", timeout=20_000)
    assert not book.panel.practise_button.isEnabled()


def test_what_is_hidden_behind_another_panel_looks_nothing_up(hands, qtbot, monkeypatch):
    book = Book(hands, qtbot)
    book.wait_for("3 □", "6", "4", "5", "2", "1")
    hands.window.rooms.focus("explorer")
    asked: list[object] = []
    monkeypatch.setattr(book.app[BookBrowser], "look", lambda: asked.append(1))

    book.app.turns.play_text("3")
    assert not asked
    hands.window.rooms.focus("book")

    qtbot.waitUntil(lambda: bool(asked))


# -- walks -----------------------------------------------------------------------------------------


def test_the_walks_of_the_menu_and_their_keys(book, qtbot):
    menu = book.panel.walk_button.menu()
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: book.hands.texts() == ["3"], timeout=20_000)

    book.hands.press(Qt.Key.Key_F7, CONTROL)
    qtbot.waitUntil(lambda: book.hands.texts() == ["3", "6"], timeout=20_000)
    book.hands.press(Qt.Key.Key_F7, SHIFT)

    qtbot.waitUntil(lambda: len(book.hands.texts()) == 5, timeout=20_000)
    assert "are unknown" in book.hands.window.status.sentence.whole


# -- practising ------------------------------------------------------------------------------------


def test_practising_hides_the_values_and_shows_the_result(book, qtbot):
    menu = book.panel.practise_button.menu()
    assert [action.text() for action in menu.actions()] == [
        "Play South",
        "Play North",
        "Play South, tempting replies",
        "Play North, tempting replies",
    ]
    menu.actions()[0].trigger()
    book.wait_for_turn()

    assert not book.cells(MOVE) and not book.panel.list.isVisible()
    assert "hidden until the exercise is over" in book.panel.text.text()
    book.hands.click_move(1)
    qtbot.waitUntil(lambda: panel(book.hands).aside.whole == "0 of 1 at the first try")
    book.wait_for_turn()
    book.press_button(panel(book.hands).show_button)
    assert "Only 3 is right" in panel(book.hands).told.text()
    book.hands.click_move(3)
    book.wait_for_turn()

    book.press_button(link(book.hands, "Stop"))

    assert panel(book.hands).told.text() == (
        "Practice over. You found 0 of 1 moves at the first try. The others gave away 22 stones."
    )
    assert rows(book.hands) == [("1", "22 stones", "3")]
    assert book.hands.texts() == [] and book.cells(MOVE)[0] == "3 □"


def test_after_it_one_can_go_on_again_or_keep_the_lines(book, qtbot):
    book.panel.practise_button.menu().actions()[0].trigger()
    book.wait_for_turn()
    book.hands.click_move(3)
    book.wait_for_turn()
    book.press_button(link(book.hands, "Stop"))

    book.press_button(link(book.hands, "Add to game"))
    assert [child.text for child in book.app.document.record.root.children] == ["3"]
    assert link(book.hands, "Add to game") is None

    book.panel.practise_button.menu().actions()[1].trigger()
    book.wait_for_turn()
    book.press_button(link(book.hands, "Stop"))
    book.press_button(panel(book.hands).again_button)
    book.wait_for_turn()
    practice = book.app.document.place.get(Practice)
    assert practice is not None and practice.side == 1


def test_the_window_keeps_its_size_throughout(book, qtbot):
    size, width = book.hands.window.size(), book.panel.width()
    book.panel.practise_button.menu().actions()[0].trigger()
    book.wait_for_turn()
    book.hands.click_move(1)
    book.wait_for_turn()
    book.press_button(link(book.hands, "Stop"))
    qtbot.wait(50)

    assert book.hands.window.size() == size
    assert book.panel.width() == width


def test_it_is_drawn_in_the_colours_of_the_theme(book):
    before = book.panel.list.grab().toImage()
    book.panel.set_theme(DARK)

    assert book.panel.list.grab().toImage() != before


def test_it_is_practised_in_the_text_view_as_well(book, qtbot):
    book.hands.press(Qt.Key.Key_F2)
    book.hands.type_line("practise north")
    book.wait_for_turn()
    book.hands.type_line("6")
    text = book.hands.window.text
    qtbot.waitUntil(
        lambda: (
            "6 gives away 10 stones: −18 instead of −8 for North. South replies"
            in text.messages.toPlainText()
        ),
        timeout=20_000,
    )
    book.wait_for_turn()
    book.hands.type_line("practise")
    book.hands.type_line("book")

    qtbot.waitUntil(
        lambda: f"{shipped_positions():,} book positions from here" in text.messages.toPlainText(),
        timeout=20_000,
    )
