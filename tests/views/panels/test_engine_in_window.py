"""The engine's panel as the window shows it: the book, the library and walks, by mouse and keys."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.models.game.knowledge import OFF
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.move_values import Line
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.study.line_words import words_text
from kalahloa.views.look.theme import DARK
from kalahloa.views.panels.engine import EnginePanel
from tests.controllers.features.proofs.test_proofs import EASY
from tests.scores import estimate
from tests.shipped_book import shipped_positions
from tests.views.conftest import Hands
from tests.views.panels.test_games import DRAWN, O_WINS, X_WINS, add, record_of
from tests.views.panels.training_hands import link, panel, rows
from tests.views.window.arranged import settle

KALAH = find_game("kalah")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
SAID = Qt.ItemDataRole.AccessibleTextRole
START = ("3-6", "6", "4", "5", "2", "1")
"""The moves at the start of Kalah, the best first; the first one with the rest of its turn."""


class Engine:
    """The engine's panel of a window on the page Study."""

    def __init__(self, hands: Hands, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        self.app = hands.app
        hands.app[Analysis].set_budget(OFF)
        hands.app[PracticeController]._back.setInterval(30)
        hands.app[PracticeController]._answering.setInterval(5)
        hands.press(Qt.Key.Key_3, CONTROL)
        shown = hands.window.panel_host.panel("engine")
        assert isinstance(shown, EnginePanel)
        self.panel = shown
        hands.window.rooms.reveal("engine")

    def moves(self) -> list[str]:
        """Return the first turn of each row."""
        return [row.words[0].text for row in self.panel.model.rows]

    def values(self) -> list[str]:
        return [row.text for row in self.panel.model.rows]

    def sources(self) -> list[str]:
        return [self.panel.model.source(row) for row in self.panel.model.rows]

    def counts(self) -> list[int]:
        return [0 if row.count is None else row.count.count for row in self.panel.model.rows]

    def said(self, row: int) -> str:
        return str(self.panel.model.index(row).data(SAID))

    def wait_for(self, *moves: str) -> None:
        """Wait until these moves are listed."""
        self.qtbot.waitUntil(lambda: self.moves() == list(moves), timeout=20_000)

    def wait_for_text(self, text: str) -> None:
        self.qtbot.waitUntil(lambda: text in self.panel.text.text(), timeout=20_000)

    def wait_for_note(self, text: str) -> None:
        self.qtbot.waitUntil(lambda: text in self.panel.note.text(), timeout=20_000)

    def wait_for_turn(self) -> None:
        """Wait until the user is to find a move."""
        practice = self.app[PracticeController]

        def is_asking() -> bool:
            state = self.app.document.place.get(Practice)
            return state is not None and state.asking and not practice.is_busy

        self.qtbot.waitUntil(is_asking, timeout=20_000)

    def badge_of(self, row: int) -> QPoint:
        """Return the middle of the badge of a row."""
        rect = self.panel.list.visualRect(self.panel.model.index(row))
        return QPoint(rect.left() + 20, rect.center().y())

    def click(self, row: int) -> None:
        """Click a row twice, as some people do everywhere."""
        self.panel.list.scrollTo(self.panel.model.index(row))
        place = self.badge_of(row)
        QTest.mouseClick(self.panel.list.viewport(), LEFT, pos=place)
        QTest.mouseDClick(self.panel.list.viewport(), LEFT, pos=place)

    def press_button(self, button) -> None:
        assert button.isVisible() and button.isEnabled()
        QTest.mouseClick(button, LEFT)

    def practise(self, side: int) -> None:
        """Choose a side in the menu of the book."""
        self.panel.book_button.menu().actions()[4 + side].trigger()


@pytest.fixture
def hands(open_window) -> Hands:
    made = open_window("kalah")
    made.window.resize(1280, 900)
    return made


@pytest.fixture
def engine(hands, qtbot) -> Engine:
    made = Engine(hands, qtbot)
    made.wait_for(*START)
    return made


# -- what is proven --------------------------------------------------------------------------------


def test_what_the_book_has_is_listed_without_a_search(engine, qtbot):
    assert engine.values() == ["+8", "+4", "−2", "−8", "−10", "−14"]
    assert engine.sources() == ["✓ book"] * 6
    assert [row.best for row in engine.panel.model.rows] == [True, *[False] * 5]
    assert [row.only for row in engine.panel.model.rows] == [True, *[False] * 5]
    assert engine.panel.facts.whole == "proven, for South"
    assert engine.panel.analyse_button.isVisible()
    engine.wait_for_note(
        f"only move: 1 of 6 is right · {shipped_positions():,} book positions ahead, "
        "3 turns complete"
    )


def test_a_screen_reader_hears_a_row_whole(engine):
    assert engine.said(0) == (
        "+8, proven: 1. 3-6, only move, book, right, then South again: only move: 1 of 5 is right"
    )
    assert engine.said(1) == (
        "+4, proven: 1. 6, book, loses 4 stones, then North: only move: 1 of 6 is right"
    )


def test_what_a_row_has_no_room_for_stands_below_the_list(engine):
    engine.panel.list.setCurrentIndex(engine.panel.model.index(1))

    assert engine.panel.note.text() == (
        "6: book, loses 4 stones, then North: only move: 1 of 6 is right"
    )


def test_an_analysis_changes_no_value_that_the_book_has(engine, qtbot):
    live = engine.app[LiveAnalysis]
    engine.hands.press(Qt.Key.Key_F5)
    assert live.on

    qtbot.waitUntil(lambda: len(engine.app.document.place[Live].lines) == 3, timeout=20_000)
    engine.hands.window.panel_host.finish()

    assert engine.moves() == list(START)
    assert engine.values() == ["+8", "+4", "−2", "−8", "−10", "−14"]
    assert engine.sources() == ["✓ book"] * 6


def test_an_exact_value_takes_the_place_of_an_estimate_everywhere(engine):
    """What the book has comes first, whatever a search has estimated before."""
    node = engine.app.document.node
    engine.app[Analysis].findings.add_values(node, {1: estimate(9.0, depth=30)})
    engine.app[Analysis].set_wanted(True)

    place = engine.app.document.place
    assert place.values[1].proven and place.values[1].number == -14
    assert engine.app[LiveAnalysis].place_fields()[Live].proven[0].value.number == 8


def test_what_is_called_proven_is_what_the_solver_finds(hands, qtbot):
    """An oracle: of positions with few stones, searched to their end by another way."""
    engine = Engine(hands, qtbot)
    engine.app[Analysis].set_budget("small")
    solver = Solver(16)
    for start in (
        "<6,22,20,1,0,0,1,0,1,1,0,0,1,0,1> N",
        "<6,20,19,1,0,2,0,1,0,0,1,2,0,1,1> S",
        "<6,18,22,0,3,0,1,0,1,1,0,0,0,1,1> N",
    ):
        engine.app.document.new_game(KALAH, start=start)
        position = engine.app.document.position
        legal = position.legal_moves()
        count = len(legal)
        qtbot.waitUntil(lambda n=count: len(engine.panel.model.rows) == n, timeout=60_000)

        assert engine.sources() == ["✓ tablebase"] * len(legal)
        found = solver.values(position.copy(), seconds=20).moves
        assert all(found[move].proven for move in legal)
        listed = {row.move: round(row.value.number) for row in engine.panel.model.rows}
        assert listed == {move: found[move].low for move in legal}


def test_a_win_that_was_proven_is_listed_with_its_distance(open_window, qtbot):
    hands = open_window("loa")
    engine = Engine(hands, qtbot)
    engine.app.document.new_game(find_game("loa"), start=EASY["position"])
    engine.press_button(engine.panel.prove_button)

    qtbot.waitUntil(lambda: not engine.app[Proofs].is_busy, timeout=60_000)
    assert hands.window.panel_host.panel("proof").is_seen
    hands.window.rooms.reveal("engine")

    assert engine.panel.model.rows[0].value.proven
    assert engine.values()[0] == f"wins in {EASY['plies']}"
    assert engine.sources()[0].startswith("✓")


def test_an_estimate_stands_in_its_place_among_exact_values(engine):
    place = engine.app.document.place
    best, *others = place[Live].proven
    estimated = Line(1, estimate(1.5, depth=12), (1, 2))
    live = replace(place[Live], on=True, lines=(estimated,), proven=(best, others[1]))

    engine.panel.show_change(
        Change(frozenset({Cause.FINDINGS}), replace(place, states={**place.states, Live: live}))
    )

    assert engine.moves() == ["3-6", "1", "4"]
    assert engine.sources() == ["✓ book", "depth 12", "✓ book"]
    assert engine.said(1).startswith("+1.5, estimated: 1. 1 2")
    assert engine.panel.facts.whole.endswith("partly proven, for South")


# -- clicks and keys -------------------------------------------------------------------------------


def test_a_click_on_the_badge_plays_the_move_once(engine):
    engine.click(1)

    assert engine.hands.texts() == ["6"]
    engine.qtbot.waitUntil(lambda: "for North" in engine.panel.facts.whole, timeout=20_000)
    engine.hands.undo()
    engine.wait_for(*START)
    assert [row.played for row in engine.panel.model.rows] == [False, True, *[False] * 4]


def test_enter_plays_the_whole_turn_of_the_chosen_row(engine):
    engine.panel.list.setFocus()
    engine.panel.list.setCurrentIndex(engine.panel.model.index(0))

    engine.hands.press(Qt.Key.Key_Return)

    engine.qtbot.waitUntil(lambda: engine.hands.texts() == ["3", "6"], timeout=20_000)


def test_where_the_computer_has_the_side_the_move_is_added_as_a_variation(hands, qtbot):
    engine = Engine(hands, qtbot)
    computer = Player(Level(depth=1))
    hands.document.new_game(KALAH, players=(computer, HUMAN))
    engine.wait_for(*START)

    engine.click(5)

    assert hands.texts() == ["1"]


def test_the_mouse_plays_the_whole_turn_out_on_a_small_board(engine, qtbot):
    view = engine.panel.list
    QTest.mouseMove(view.viewport(), engine.badge_of(0))

    preview = engine.panel.preview
    assert preview is not None and preview.isVisible()
    board = preview.board
    assert board is not None
    qtbot.waitUntil(lambda: len(board.state.position.move_stack()) == 2, timeout=20_000)
    assert board.state.position.move_stack() == [3, 6]
    assert engine.panel.note.text().startswith("3-6: only move")

    view.pointed.emit(-1, -1)
    assert not preview.isVisible()
    assert engine.hands.texts() == []


def test_keys_play_it_out_as_well(engine):
    engine.panel.list.setFocus()
    engine.panel.list.setCurrentIndex(engine.panel.model.index(1))

    engine.hands.press(Qt.Key.Key_Right)
    preview = engine.panel.preview
    assert preview is not None and preview.isVisible()
    engine.hands.press(Qt.Key.Key_Escape)

    assert not preview.isVisible()


def test_buttons_pause_lock_and_ask_for_more_and_fewer_lines(open_window, qtbot):
    hands = open_window("loa")
    hands.window.resize(1280, 900)
    engine = Engine(hands, qtbot)
    engine.press_button(engine.panel.analyse_button)
    place = hands.app.document
    qtbot.waitUntil(lambda: len(engine.panel.model.rows) == 3, timeout=20_000)

    engine.press_button(engine.panel.more_button)
    assert place.place[Live].settings.lines == 4
    engine.press_button(engine.panel.fewer_button)
    engine.press_button(engine.panel.fewer_button)
    assert place.place[Live].settings.lines == 2
    engine.press_button(engine.panel.pause_button)
    engine.press_button(engine.panel.lock_button)
    hands.window.panel_host.finish()

    assert place.place[Live].paused and place.place[Live].locked
    assert engine.panel.pause_button.isChecked() and engine.panel.lock_button.isChecked()
    assert engine.panel.facts.whole.startswith("paused")
    assert not engine.panel.analyse_button.isVisible()


# -- where little is known -------------------------------------------------------------------------


def test_where_the_moves_are_not_known_none_is_listed_but_what_can_be_done(engine):
    for text in ("3-6", "2-1", "2"):
        engine.app.turns.play_text(text)

    engine.wait_for_text("the values of the moves are unknown")
    assert not engine.panel.list.isVisible() and not engine.moves()
    assert "−8 for North" in engine.panel.text.text()
    assert "kalahloa book build kalah --pits 6 --stones 4" in engine.panel.text.text()
    selectable = Qt.TextInteractionFlag.TextSelectableByMouse
    assert engine.panel.text.textInteractionFlags() & selectable


def test_of_a_draw_that_is_followed_the_moves_that_keep_it_are_listed(engine):
    for text in ("3-1", "1", "3", "2-4", "2", "3"):
        engine.app.turns.play_text(text)

    engine.qtbot.waitUntil(lambda: engine.values() == ["0", "0"], timeout=20_000)
    assert [row.move for row in engine.panel.model.rows] == [1, 2]
    assert "right" in engine.said(0) and "right" in engine.said(1)
    assert not any(row.only for row in engine.panel.model.rows)


def test_rules_without_a_book_say_so(hands, qtbot):
    engine = Engine(hands, qtbot)
    rules = KALAH.rulebook.default
    hands.document.new_game(KALAH, type(rules)(pits=4, stones=3))

    engine.wait_for_text("These rules have no opening book.")
    assert "kalahloa book build kalah --pits 4 --stones 3" in engine.panel.text.text()
    assert not engine.panel.book_button.isVisible()
    assert engine.panel.prove_button.isVisible()


def test_after_the_end_of_the_game_that_is_said(hands, qtbot):
    engine = Engine(hands, qtbot)
    hands.document.new_game(KALAH, start="<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0> S")

    qtbot.waitUntil(lambda: engine.panel.facts.whole == "The game is over.", timeout=20_000)
    for button in ("book_button", "prove_button", "analyse_button", "values_button"):
        assert not getattr(engine.panel, button).isVisible()


def test_what_is_hidden_behind_another_panel_looks_nothing_up(engine, qtbot, monkeypatch):
    engine.hands.window.rooms.focus("proof")
    asked: list[object] = []
    monkeypatch.setattr(engine.app[BookBrowser], "look_up", lambda: asked.append(1))

    engine.app.turns.play_text("3")
    assert not asked
    engine.hands.window.rooms.focus("engine")

    qtbot.waitUntil(lambda: bool(asked))


# -- the library -----------------------------------------------------------------------------------


@pytest.fixture
def played(open_window, qtbot) -> Engine:
    """The panel in a window whose library has four games of tic-tac-toe."""
    hands = open_window("tictactoe")
    hands.window.resize(1180, 780)
    add(hands, record_of(X_WINS), record_of(O_WINS), record_of(DRAWN), record_of("5 1"))
    return Engine(hands, qtbot)


def test_moves_of_the_library_are_listed_the_most_frequent_first_with_results(played):
    played.wait_for("1", "5")

    assert played.counts() == [3, 1] and played.values() == ["", ""]
    assert [row.shares for row in played.panel.model.rows] == [(1, 1, 1), (0, 0, 0)]
    assert played.said(0) == ("1. 1, played 3 times, X won 1, 1 drawn, O won 1, mean score 0")
    assert played.said(1) == "1. 5, played once"
    assert played.panel.note.text() == "4 games"


def test_a_click_plays_a_move_of_the_library_and_its_replies_are_listed(played):
    played.wait_for("1", "5")

    played.click(0)

    assert played.hands.texts() == ["1"]
    played.wait_for("4", "2")
    played.hands.undo()
    played.wait_for("1", "5")


def test_the_bar_of_results_has_the_colours_of_the_sides(played, qtbot):
    played.wait_for("1", "5")
    view = played.panel.list
    view.delegate.colours = (Qt.GlobalColor.red, Qt.GlobalColor.blue)
    rect = view.visualRect(played.panel.model.index(0))

    image = view.viewport().grab(rect).toImage()

    inks = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert {"#ff0000", "#0000ff"} <= inks


def test_values_and_games_stand_in_one_row(open_window, qtbot):
    hands = open_window("kalah")
    add(hands, record_of("3 6", game="kalah"), record_of("6 1", game="kalah"))

    engine = Engine(hands, qtbot)

    engine.wait_for(*START)
    qtbot.waitUntil(lambda: engine.counts() == [1, 1, 0, 0, 0, 0])
    assert engine.values()[0] == "+8"
    assert engine.said(0).endswith("played once")
    assert engine.panel.note.text().endswith("2 games")


def test_where_no_game_went_on_that_is_said(open_window, qtbot):
    engine = Engine(open_window("tictactoe"), qtbot)

    engine.wait_for_text("No library game continues from this position.")

    assert not engine.panel.list.isVisible()


def test_a_narrow_panel_leaves_out_the_bar_then_the_games_but_not_the_values(played):
    played.wait_for("1", "5")
    delegate, view = played.panel.list.delegate, played.panel.list
    rect = view.visualRect(played.panel.model.index(0))
    tails = []
    for width in (rect.width(), 230, 130):
        rect.setWidth(width)
        tails.append(delegate.tail(rect))

    assert [bool(tail.games) for tail in tails] == [True, True, False]
    assert [bool(tail.bar) for tail in tails] == [True, False, False]
    assert words_text(played.panel.model.rows[0].words) == "1. 1"


# -- walks -----------------------------------------------------------------------------------------


def test_the_walks_of_the_menu_and_their_keys(engine, qtbot):
    assert engine.panel.book_button.isVisible()
    menu = engine.panel.book_button.menu()
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: engine.hands.texts() == ["3"], timeout=20_000)

    engine.hands.press(Qt.Key.Key_F7, CONTROL)
    qtbot.waitUntil(lambda: engine.hands.texts() == ["3", "6"], timeout=20_000)
    engine.hands.press(Qt.Key.Key_F7, SHIFT)

    qtbot.waitUntil(lambda: len(engine.hands.texts()) == 5, timeout=20_000)
    assert "are unknown" in engine.hands.window.status.sentence.whole


# -- practising ------------------------------------------------------------------------------------


def test_practising_hides_the_values_and_shows_the_result(engine, qtbot):
    menu = engine.panel.book_button.menu()
    assert [action.text() for action in menu.actions()[4:]] == [
        "Practise as South",
        "Practise as North",
        "Practise as South, tempting replies",
        "Practise as North, tempting replies",
    ]
    engine.practise(0)
    engine.wait_for_turn()

    assert not engine.moves() and not engine.panel.list.isVisible()
    assert "hidden until the exercise ends" in engine.panel.text.text()
    engine.hands.click_move(1)
    qtbot.waitUntil(lambda: panel(engine.hands).aside.whole == "0 of 1 at the first try")
    engine.wait_for_turn()
    engine.press_button(panel(engine.hands).show_button)
    assert "Only 3 is right" in panel(engine.hands).told.text()
    engine.hands.click_move(3)
    engine.wait_for_turn()

    engine.press_button(link(engine.hands, "Stop"))

    assert panel(engine.hands).told.text() == (
        "Practice over. You found 0 of 1 moves at the first try. The others lost 22 stones."
    )
    assert rows(engine.hands) == [("1", "22 stones", "3")]
    assert engine.hands.texts() == [] and engine.moves()[0] == "3-6"


def test_after_it_one_can_go_on_again_or_keep_the_lines(engine, qtbot):
    engine.practise(0)
    engine.wait_for_turn()
    engine.hands.click_move(3)
    engine.wait_for_turn()
    engine.press_button(link(engine.hands, "Stop"))

    engine.press_button(link(engine.hands, "Add to game"))
    assert [child.text for child in engine.app.document.record.root.children] == ["3"]
    assert link(engine.hands, "Add to game") is None

    engine.practise(1)
    engine.wait_for_turn()
    engine.press_button(link(engine.hands, "Stop"))
    engine.press_button(panel(engine.hands).again_button)
    engine.wait_for_turn()
    practice = engine.app.document.place.get(Practice)
    assert practice is not None and practice.side == 1


def test_the_window_keeps_its_size_throughout(engine):
    size, width = engine.hands.window.size(), engine.panel.width()
    engine.practise(0)
    engine.wait_for_turn()
    engine.hands.click_move(1)
    engine.wait_for_turn()
    engine.press_button(link(engine.hands, "Stop"))
    settle(engine.hands)

    assert engine.hands.window.size() == size
    assert engine.panel.width() == width


def test_it_is_drawn_in_the_colours_of_the_theme(engine):
    before = engine.panel.list.grab().toImage()
    engine.panel.set_theme(DARK)

    assert engine.panel.list.grab().toImage() != before


def test_it_is_practised_in_the_text_view_as_well(engine, qtbot):
    engine.hands.press(Qt.Key.Key_F2)
    engine.hands.type_line("practise north")
    engine.wait_for_turn()
    engine.hands.type_line("6")
    text = engine.hands.window.text
    qtbot.waitUntil(
        lambda: (
            "6 loses 10 stones: −18 instead of −8 for North. South replies"
            in text.messages.toPlainText()
        ),
        timeout=20_000,
    )
    engine.wait_for_turn()
    engine.hands.type_line("practise")
    engine.hands.type_line("book")

    qtbot.waitUntil(
        lambda: f"{shipped_positions():,} book positions from here" in text.messages.toPlainText(),
        timeout=20_000,
    )
