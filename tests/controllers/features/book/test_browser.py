"""What is proven of the position shown is told, and walked through, without the GUI's thread."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.book.browser import BookBrowser, BookFound
from kalahloa.controllers.features.book.lookup import BookLookup
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.knowledge import OFF, ProofSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.knowledge import KalahKnowledge
from kalahloa.models.study import book_page
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import texts
from tests.scores import estimate, exact
from tests.shipped_book import shipped_positions

KALAH = find_game("kalah")
FEW = "<6,20,13,3,2,1,0,2,1,0,1,3,0,2,0> S"


class Ears:
    """What the browser has told."""

    def __init__(self, app: AppContext) -> None:
        self.found: list[BookFound] = []
        self.said: list[str] = []
        self.answers: list[str] = []
        app[BookBrowser].found.connect(self.found.append)
        app[BookBrowser].message.connect(self.said.append)
        app[BookLookup].message.connect(self.said.append)
        app[BookBrowser].answered.connect(self.answers.append)


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    """A game of Kalah, of which the book alone is known."""
    made = open_app(KALAH)
    made[Analysis].set_budget(OFF)
    made.document.new_game(KALAH)
    yield made
    made.shut_down()


@pytest.fixture
def ears(app: AppContext) -> Ears:
    return Ears(app)


def play(app: AppContext, line: str) -> None:
    for text in line.split():
        app.turns.play_text(text)


def do(app: AppContext, key: str, qtbot) -> None:
    """Do a command, and wait until what it asks for is there."""
    BY_KEY[key].trigger(app)
    qtbot.waitUntil(lambda: not app[BookBrowser].is_busy, timeout=20_000)


def test_the_page_of_the_position_is_told_with_what_lies_below(app, ears, qtbot):
    app[BookBrowser].look_up()

    qtbot.waitUntil(lambda: bool(ears.found) and ears.found[-1].below is not None, timeout=20_000)
    found = ears.found[-1]
    assert found.node is app.document.node and found.has_book
    assert (found.page.value, found.page.source) == (8, ProofSource.BOOK)
    assert found.below is not None
    assert (found.below.positions, found.below.turns) == (shipped_positions(), 3)
    assert app[BookBrowser].last == found


def test_what_is_on_the_page_is_what_hints_values_and_lines_say(app, ears, qtbot):
    app[Analysis].set_wanted(True)
    app[BookBrowser].look_up()

    qtbot.waitUntil(lambda: bool(ears.found), timeout=20_000)

    place = app.document.place
    page = {move.move: move.value for move in ears.found[-1].page.moves}
    assert {move: value.number for move, value in place.values.items()} == page
    assert all(value.proven for value in place.values.values()) and place.values_final
    assert [(line.move, line.value.number, line.moves) for line in place[Live].proven][:2] == [
        (3, 8, (3, 6)),
        (6, 4, (6,)),
    ]
    assert not app[Analysis].is_busy


def test_nothing_is_looked_up_on_the_thread_that_asks(app, ears, qtbot, monkeypatch):
    threads: set[int] = set()
    look_up = KalahKnowledge.look_up

    def noted(self, position):
        threads.add(threading.get_ident())
        return look_up(self, position)

    monkeypatch.setattr(KalahKnowledge, "look_up", noted)

    app[BookBrowser].look_up()
    qtbot.waitUntil(lambda: bool(ears.found), timeout=20_000)
    for key in ("book", "next-only-move", "book-end", "proven-line"):
        do(app, key, qtbot)

    assert threads and threading.get_ident() not in threads


def test_the_same_position_is_not_looked_up_twice(app, ears, qtbot, monkeypatch):
    pages: list[object] = []
    page_of = book_page.page_of
    monkeypatch.setattr(
        "kalahloa.models.study.book_page.page_of",
        lambda *words: pages.append(words) or page_of(*words),
    )
    # When what is known is loaded the position is looked up again, as it must be.
    app[Analysis].want_knowledge()
    qtbot.waitUntil(lambda: not app[Analysis].is_loading, timeout=20_000)
    app[BookBrowser].look_up()
    qtbot.waitUntil(lambda: bool(ears.found) and ears.found[-1].below is not None, timeout=20_000)
    count = len(pages)

    app[BookBrowser].look_up()
    app[BookBrowser].look_up()

    play(app, "3")
    app[BookBrowser].look_up()
    qtbot.waitUntil(lambda: ears.found[-1].node is app.document.node, timeout=20_000)
    assert len(pages) == count + 1


def test_what_was_found_elsewhere_is_not_told_here(app, ears, qtbot):
    app[BookBrowser].look_up()
    play(app, "3-6")
    app[BookBrowser].look_up()

    qtbot.waitUntil(lambda: bool(ears.found), timeout=20_000)

    assert {id(found.node) for found in ears.found} == {id(app.document.node)}
    app.navigation.undo()
    assert app[BookBrowser].last is None


def test_what_the_solver_has_proven_fills_the_gaps(app, ears, qtbot):
    rules = replace(KALAH.rulebook.default, pits=3, stones=2)
    app.document.new_game(KALAH, rules)
    values = {move: exact(float(-move)) for move in (1, 2)}
    values[3] = estimate(5.0)
    app[Analysis].findings.add_values(app.document.node, values)

    app[BookBrowser].look_up()

    qtbot.waitUntil(lambda: bool(ears.found), timeout=20_000)
    page = ears.found[-1].page
    assert {move.text: move.value for move in page.moves} == {"1": -1, "2": -2, "3": None}
    assert {move.source for move in page.moves} == {ProofSource.SEARCH, None}
    assert page.value is None and not ears.found[-1].has_book


def test_a_position_after_a_move_of_which_all_is_proven_counts_for_that_move(app, ears, qtbot):
    rules = replace(KALAH.rulebook.default, pits=3, stones=2)
    app.document.new_game(KALAH, rules)
    play(app, "1")
    other = app.document.node.to_move == 1
    values = {move: exact(float(move)) for move in app.document.position.legal_moves()}
    app[Analysis].findings.add_values(app.document.node, values)
    app.navigation.undo()

    app[BookBrowser].look_up()

    qtbot.waitUntil(lambda: bool(ears.found), timeout=20_000)
    known = ears.found[-1].page.move(1)
    assert other and known is not None and known.value == -max(values)


def test_the_tablebase_is_loaded_and_then_looked_into(app, ears, qtbot):
    app[Analysis].set_budget("small")
    app.document.new_game(KALAH, start="<6,22,20,1,0,0,1,0,1,1,0,0,1,0,1> N")
    app.document.changed.connect(lambda change: app[BookBrowser].look_up())

    app[BookBrowser].look_up()

    qtbot.waitUntil(
        lambda: bool(ears.found) and ears.found[-1].page.value is not None, timeout=60_000
    )
    assert ears.found[0].is_loading and ears.found[0].page.value is None
    assert ears.found[-1].page.source is ProofSource.TABLEBASE
    assert not ears.found[-1].is_loading


def test_the_typed_word_waits_until_the_tablebase_is_loaded(app, ears, qtbot):
    app[Analysis].set_budget("small")
    app.document.new_game(KALAH, start="<6,22,20,1,0,0,1,0,1,1,0,0,1,0,1> N")

    app[BookBrowser].ask()

    qtbot.waitUntil(lambda: not app[BookBrowser].is_busy, timeout=60_000)
    assert len(ears.answers) == 1 and "(tablebase)" in ears.answers[0]


def test_what_waits_for_the_tablebase_of_another_game_is_not_answered(app, ears, qtbot):
    app[Analysis].set_budget("small")
    app.document.new_game(KALAH, start="<6,22,20,1,0,0,1,0,1,1,0,0,1,0,1> N")
    app[BookBrowser].ask()
    qtbot.waitUntil(lambda: app[Analysis].is_loading, timeout=60_000)

    app.document.new_game(find_game("loa"))

    qtbot.waitUntil(lambda: not app[BookBrowser].is_busy, timeout=60_000)
    assert not ears.answers


def test_a_game_without_book_and_tablebase_says_so(app, ears, qtbot):
    app.document.new_game(find_game("loa"))

    app[BookBrowser].look_up()

    qtbot.waitUntil(lambda: bool(ears.found), timeout=20_000)
    found = ears.found[-1]
    assert not found.has_book and found.coverage == () and found.advice == ""
    assert found.page.value is None and not found.page.knows_moves


def test_a_book_that_fails_is_told_and_asked_again_later(app, ears, qtbot, monkeypatch):
    def fail(self, position):
        raise RuntimeError("torn pages")

    with monkeypatch.context() as patch:
        patch.setattr(KalahKnowledge, "look_up", fail)
        app[BookBrowser].look_up()
        qtbot.waitUntil(lambda: bool(ears.said), timeout=20_000)

    assert ears.said == ["Cannot read the book: torn pages"] and not ears.found
    app[BookBrowser].look_up()
    qtbot.waitUntil(lambda: bool(ears.found), timeout=20_000)
    assert ears.found[-1].page.value == 8


# -- in words --------------------------------------------------------------------------------------


def test_the_typed_word_answers_with_all_moves_and_whose_the_value_is(app, ears, qtbot):
    play(app, "3")
    assert Interpreter(app).execute("book") == "Searching the book…"

    qtbot.waitUntil(lambda: bool(ears.answers), timeout=20_000)
    rows = ears.answers[0].splitlines()
    assert rows[0] == "South to move: +8 for South (book); only move: 1 of 5 is right."
    assert rows[1].startswith("  □ 6     +8  right, then North: ")
    assert all("loses" in row for row in rows[2:6])
    below = shipped_positions(3)
    assert rows[-1] == f"{below:,} book positions from here; 3 turns complete."


def test_where_nothing_is_known_the_answer_says_what_can_be_done(app, ears, qtbot):
    app.document.new_game(KALAH, replace(KALAH.rulebook.default, pits=4))

    app[BookBrowser].ask()

    qtbot.waitUntil(lambda: bool(ears.answers), timeout=20_000)
    assert "Nothing is proven here yet" in ears.answers[0]
    assert "no opening book" in ears.answers[0]
    assert "kalahloa book build kalah --pits 4 --stones 4" in ears.answers[0]
    assert "□" not in ears.answers[0]


# -- walks -----------------------------------------------------------------------------------------


def test_the_next_only_move_is_gone_to_and_back_leads_where_one_was(app, ears, qtbot):
    do(app, "next-only-move", qtbot)
    assert texts(app) == ["3"]
    do(app, "next-only-move", qtbot)

    assert texts(app) == ["3", "6"]
    assert ears.said[-1].startswith("North to move: −8 for North (book); only move: 1 of 6")
    app.navigation.back()
    assert texts(app) == ["3"]


def test_the_book_ends_along_the_line_that_was_played(app, ears, qtbot):
    play(app, "1 3 4 1 1")
    line = texts(app)
    app.navigation.to_start()

    do(app, "book-end", qtbot)

    here = texts(app)
    assert here == line[: len(here)] and len(here) > 1
    assert "the values of the moves are unknown" in ears.said[-1] or "Nothing" in ears.said[-1]


def test_without_a_line_the_book_ends_along_best_play(app, ears, qtbot):
    do(app, "book-end", qtbot)

    assert texts(app)[:4] == ["3", "6", "2", "1"] and len(texts(app)) == 5
    do(app, "book-end", qtbot)
    assert len(texts(app)) == 5


def test_a_random_line_is_there_until_something_else_is_done(app, ears, qtbot):
    play(app, "1")
    app.navigation.to_start()

    do(app, "proven-line", qtbot)

    assert texts(app)[:4] == ["3", "6", "2", "1"]
    assert [child.text for child in app.document.record.root.children] == ["1", "3"]
    assert not app.document.place.undo_edit
    app.navigation.to_start()
    play(app, "2")
    qtbot.waitUntil(lambda: len(app.document.record.root.children) == 2)
    assert [child.text for child in app.document.record.root.children] == ["2", "1"]


def test_a_walk_is_given_up_where_one_has_gone_elsewhere(app, ears, qtbot):
    BY_KEY["next-only-move"].trigger(app)
    play(app, "1")

    qtbot.waitUntil(lambda: not app[BookBrowser].is_busy, timeout=20_000)

    assert texts(app) == ["1"] and not ears.said


def test_where_nothing_is_known_a_walk_says_so(app, ears, qtbot):
    app.document.new_game(KALAH, replace(KALAH.rulebook.default, pits=4))

    for key in ("next-only-move", "book-end", "proven-line"):
        do(app, key, qtbot)

    assert len(ears.said) == 3 and not texts(app)
    assert all("Nothing is proven here yet" in sentence for sentence in ears.said)


def test_while_an_exercise_runs_nothing_is_told(app, ears, qtbot):
    app[PracticeController].start(0)

    for key in ("book", "next-only-move", "book-end", "proven-line"):
        with pytest.raises(BadCommand, match="Find the move yourself"):
            BY_KEY[key].trigger(app)
