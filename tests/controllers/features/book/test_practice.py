"""Practising an opening: the book answers, mistakes are taken back, the library is not littered."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_card import openings_card
from kalahloa.controllers.features.book.practice_state import Miss, Practice
from kalahloa.controllers.features.training.hint_words import no_more_hints
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.knowledge import OFF
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.book_page import page_of
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts
from tests.disk import Disk

KALAH = find_game("kalah")


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    """A game of Kalah, of which the book alone is known."""
    made = open_app(KALAH)
    made.turns.minimum_think_seconds = 0.0
    made[Analysis].set_budget(OFF)
    made[PracticeController]._back.setInterval(30)
    made[PracticeController]._answering.setInterval(5)
    made[PracticeController]._random.seed(1)
    made.document.new_game(KALAH, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[PracticeController].message.connect(heard.append)
    return heard


def state(app: AppContext) -> Practice:
    practice = app.document.place.get(Practice)
    assert practice is not None
    return practice


def settle(app: AppContext, qtbot) -> None:
    """Wait until the user is to move, or it has ended."""
    qtbot.waitUntil(
        lambda: (
            not app[PracticeController].is_busy and (state(app).asking or not state(app).running)
        ),
        timeout=20_000,
    )


def begin(app: AppContext, qtbot, words: str = "practise") -> None:
    Interpreter(app).execute(words)
    settle(app, qtbot)


def play(app: AppContext, line: str, qtbot=None) -> None:
    for text in line.split():
        app.turns.play_text(text)
        if qtbot is not None:
            settle(app, qtbot)


def tree(app: AppContext) -> list[str]:
    """Return the moves that are in the record, those of variations included."""
    return [node.text for node in app.document.record.root.with_below()[1:]]


# -- the exercise ----------------------------------------------------------------------------------


def test_moves_that_keep_the_value_are_answered_from_the_book_to_its_end(app, said, qtbot):
    begin(app, qtbot)
    assert state(app).asking and state(app).side == 0

    play(app, "3 6", qtbot)
    assert texts(app) == ["3", "6", "2", "1"]
    assert app[PracticeController].show_answer() == "Right moves: 2, 4, 5. Play one."
    play(app, "4", qtbot)

    assert not state(app).running
    assert state(app).found == 2 and state(app).ending == "The book ends here."
    assert said[0] == "Right: still +8 for South."
    assert said[-1] == "The book ends here. You found 2 of 3 moves at the first try."


def test_a_mistake_is_told_with_its_loss_and_refutation_and_taken_back(app, said, qtbot):
    begin(app, qtbot)

    play(app, "1", qtbot)

    assert said == ["1 loses 22 stones: −14 instead of +8 for South. North replies 3-6; try again."]
    assert texts(app) == [] and state(app).asking
    assert state(app).misses == (Miss("1", 22, ("3",)),)


def test_what_is_missed_twice_counts_once_and_what_is_found_then_not(app, said, qtbot):
    begin(app, qtbot)

    play(app, "1 2 3 6", qtbot)

    practice = state(app)
    assert [miss.move for miss in practice.misses] == ["1"]
    assert (practice.found, practice.asked, practice.lost) == (1, 2, 22)


def test_the_other_side_can_be_practised(app, said, qtbot):
    begin(app, qtbot, "practise north")

    assert texts(app) == ["3", "6"] and state(app).asking and state(app).side == 1
    play(app, "6", qtbot)
    assert "−18 instead of −8 for North. South replies " in said[-1]


def test_a_turn_typed_at_once_is_judged_move_by_move(app, said, qtbot):
    begin(app, qtbot)

    play(app, "3-6", qtbot)
    assert texts(app)[:3] == ["3", "6", "2"] and state(app).found == 2

    begin(app, qtbot)  # which ends it
    begin(app, qtbot)
    play(app, "3-1", qtbot)
    assert texts(app) == ["3"] and state(app).found == 1
    assert [miss.move for miss in state(app).misses] == ["1"]


def test_all_moves_that_keep_the_value_are_right(app, said, qtbot):
    app[Analysis].set_budget("small")
    app.document.new_game(KALAH, start="<6,22,19,1,0,2,0,1,1,0,0,0,1,0,1> S")
    app[Analysis].want_knowledge()
    qtbot.waitUntil(lambda: not app[Analysis].is_loading, timeout=60_000)
    knowledge = app[Analysis].known_now()()
    keeping = page_of(knowledge, app.document.position).keeping
    assert len(keeping) > 1

    for move in keeping:
        begin(app, qtbot)
        play(app, move.text, qtbot)
        assert not state(app).misses and state(app).found == 1
        app[PracticeController].stop()


def test_nothing_that_helps_is_shown_meanwhile(app, qtbot):
    app[Analysis].set_wanted(True)
    qtbot.waitUntil(lambda: bool(app.document.place.values), timeout=20_000)

    begin(app, qtbot)

    place = app.document.place
    assert place.secret and not place.values
    assert place.hint is None
    app[PracticeController].stop()
    assert app.document.place.values


def test_the_answer_can_be_shown_and_counts_as_not_found(app, said, qtbot):
    begin(app, qtbot)

    assert Interpreter(app).execute("answer") == "Only 3 is right; play it."
    play(app, "3", qtbot)

    assert state(app).found == 0 and state(app).misses == (Miss("", None, ("3",)),)
    assert state(app).lost == 0


def test_a_move_for_the_books_side_is_taken_back(app, qtbot):
    app[PracticeController]._answering.setInterval(200)
    Interpreter(app).execute("practise north")
    qtbot.waitUntil(lambda: app[PracticeController]._answering.isActive(), timeout=20_000)

    app.turns.play_text("1")
    settle(app, qtbot)

    assert texts(app) == ["3", "6"] and not state(app).misses


def test_where_nothing_is_known_it_ends_at_once(app, said, qtbot):
    app.document.new_game(KALAH, start="<6,3,3,3,3,3,3,3,3,3,3,3,3,3,3> S")

    begin(app, qtbot)

    assert not state(app).running
    assert said == ["The book does not know the moves here, so there is nothing to practise."]


def test_from_a_position_of_the_tablebase_it_waits_until_that_is_loaded(app, said, qtbot):
    app[Analysis].set_budget("small")
    app.document.new_game(KALAH, start="<6,22,19,1,0,2,0,1,1,0,0,0,1,0,1> S")

    begin(app, qtbot)

    assert state(app).running and state(app).asking


def test_computers_do_not_answer_in_between(app, qtbot):
    app.document.new_game(KALAH, players=(HUMAN, COMPUTER))
    begin(app, qtbot)

    play(app, "3 6", qtbot)

    assert texts(app) == ["3", "6", "2", "1"]
    app[PracticeController].stop()
    assert texts(app) == [] and not app.document.place.thinking


@pytest.mark.parametrize("words", ["practise west", "practise south hard"])
def test_words_that_cannot_be_read_are_told(app, words):
    with pytest.raises(BadCommand, match="is not one of south, north, tempting"):
        Interpreter(app).execute(words)
    assert app.document.place.get(Practice) is None


def test_again_begins_with_the_same_side(app, qtbot):
    begin(app, qtbot, "practise north tempting")
    app[PracticeController].stop()

    begin(app, qtbot)

    assert (state(app).side, state(app).tempting) == (1, True)


# -- the record ------------------------------------------------------------------------------------


def _undo(app: AppContext) -> None:
    app.navigation.undo()


def _stop(app: AppContext) -> None:
    BY_KEY["practise"].trigger(app)


def _to_start(app: AppContext) -> None:
    app.navigation.to_start()


def _workspace(app: AppContext) -> None:
    app.turns.set_answers(False)


@pytest.mark.parametrize("leave", [_undo, _stop, _to_start, _workspace])
def test_what_was_practised_is_taken_out_of_the_record_at_the_end(app, qtbot, leave):
    play(app, "3 1")
    before = tree(app)
    app.navigation.to_start()
    begin(app, qtbot)
    play(app, "1 3 6", qtbot)
    assert len(tree(app)) > len(before)

    leave(app)
    qtbot.waitUntil(lambda: not state(app).running, timeout=20_000)

    assert tree(app) == before
    assert not app.document.place.secret
    assert app.document.node.in_tree
    assert app.document.place.undo_edit == ""


def test_redo_goes_where_it_went_before(app, qtbot):
    play(app, "2 1")
    app.navigation.to_start()
    begin(app, qtbot)
    play(app, "3 6", qtbot)

    app[PracticeController].stop()

    assert texts(app) == []
    app.navigation.redo()
    assert texts(app) == ["2"]


def test_what_was_practised_can_be_kept_and_that_undone(app, qtbot):
    begin(app, qtbot)
    play(app, "1 3 6", qtbot)
    app[PracticeController].stop()
    assert tree(app) == [] and state(app).can_keep

    Interpreter(app).execute("keeppractice")

    assert sorted(tree(app)) == ["1", "1", "2", "3", "6"]
    assert not state(app).can_keep
    app.study.undo_edit()
    assert tree(app) == []
    with pytest.raises(BadCommand, match="You have not practised here"):
        app[PracticeController].keep()


def test_what_was_written_meanwhile_stays_with_the_moves_to_it(app, qtbot):
    begin(app, qtbot)
    play(app, "3 6", qtbot)
    app.study.comment(app.document.node, "Here it is North's turn.")
    app[PracticeController].stop()

    assert tree(app) == ["3", "6", "2", "1"]


def test_the_result_stays_until_one_goes_on(app, qtbot):
    begin(app, qtbot)
    app[PracticeController].stop()
    assert not state(app).running

    play(app, "1")

    assert app.document.place.get(Practice) is None


def test_another_exercise_or_game_ends_it(app, said, qtbot):
    begin(app, qtbot)
    play(app, "3", qtbot)
    record = app.document.record

    app.document.new_game(KALAH)

    assert app.document.place.get(Practice) is None and not app.document.place.secret
    assert not record.root.children


# -- the library -----------------------------------------------------------------------------------


@pytest.fixture
def kept(app: AppContext, tmp_path: Path) -> Iterator[Callable[[], list[list[str]]]]:
    """What is in the library: the moves of each game, those of variations included."""
    disk = Disk(tmp_path / "library.sqlite")
    keeper = Keeper(app.document, disk.open, app.document, mend=disk.mend)
    keeper.follow_edits(app.study)
    for controller in app.controllers:
        controller.held.connect(keeper.hold)

    def games() -> list[list[str]]:
        keeper.save()
        return [[node.text for node in record.root.with_below()[1:]] for record in disk.records()]

    yield games
    keeper.shut_down()


def test_a_new_game_in_which_one_only_practised_is_not_in_the_library(app, kept, qtbot):
    begin(app, qtbot)
    play(app, "1 3 6", qtbot)
    assert kept() == []
    app[PracticeController].stop()
    assert kept() == []

    begin(app, qtbot)
    play(app, "3", qtbot)
    app.document.new_game(KALAH)

    assert kept() == []


def test_lines_that_are_practised_in_a_game_are_not_kept_but_what_was_played_is(app, kept, qtbot):
    play(app, "2")
    begin(app, qtbot, "practise north")
    assert kept() == [["2"]]
    app[PracticeController].show_answer()
    play(app, "1", qtbot)

    app[PracticeController].stop()

    assert kept() == [["2"]]
    play(app, "1")
    assert kept() == [["2", "1"]]


def test_lines_that_are_put_into_the_game_are_kept(app, kept, qtbot):
    begin(app, qtbot)
    play(app, "3 6", qtbot)
    app[PracticeController].stop()

    app[PracticeController].keep()

    assert kept() == [["3", "6", "2", "1"]]


# -- the card --------------------------------------------------------------------------------------


def test_a_hint_names_a_move_that_keeps_the_value_among_others(app, qtbot):
    begin(app, qtbot)

    told = [BY_KEY["hint"].trigger(app), BY_KEY["hint"].trigger(app)]

    assert told[0] == "Hint: it is one of these: 1, 3, 5."
    assert told[1] == no_more_hints()
    assert openings_card(app.document.place).feedback == told[0]


def test_the_card_counts_lists_what_was_missed_and_begins_again(app, said, qtbot):
    assert not openings_card(app.document.place).is_on
    begin(app, qtbot)
    play(app, "1", qtbot)

    card = openings_card(app.document.place)
    assert card.is_on and card.task == "Find the best move for South"
    assert card.table is not None and card.table.rows == (("1", "22 stones", "3"),)
    assert card.aside == "0 of 1 at the first try" and card.feedback == said[0]

    told = BY_KEY["exercise-again"].trigger(app)
    settle(app, qtbot)

    assert told == "You play South: find a best move; the book replies."
    assert state(app).asking and state(app).asked == 0
