"""Practising an opening: the book answers, mistakes are taken back, the library is not littered."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.book.practice_state import Miss, Practice
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.models.game.knowledge import OFF
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.book_page import page_of
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts
from tests.disk import Disk

KALAH = find_game("kalah")


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    """A game of Kalah, of which the book alone is known."""
    made = Desk.of(KALAH)
    made.turns.minimum_think_seconds = 0.0
    made.analysis.set_budget(OFF)
    made.practice._back.setInterval(30)
    made.practice._answering.setInterval(5)
    made.practice._random.seed(1)
    made.document.new_game(KALAH, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


@pytest.fixture
def said(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.practice.message.connect(heard.append)
    return heard


def state(desk: Desk) -> Practice:
    practice = desk.document.place.practice
    assert practice is not None
    return practice


def settle(desk: Desk, qtbot) -> None:
    """Wait until the user is to move, or it has ended."""
    qtbot.waitUntil(
        lambda: not desk.practice.is_busy and (state(desk).asking or not state(desk).running),
        timeout=20_000,
    )


def begin(desk: Desk, qtbot, words: str = "practise") -> None:
    Interpreter(desk).execute(words)
    settle(desk, qtbot)


def play(desk: Desk, line: str, qtbot=None) -> None:
    for text in line.split():
        desk.turns.play_text(text)
        if qtbot is not None:
            settle(desk, qtbot)


def tree(desk: Desk) -> list[str]:
    """Return the moves that are in the record, those of variations included."""
    return [node.text for node in desk.document.record.root.with_below()[1:]]


# -- the exercise ----------------------------------------------------------------------------------


def test_moves_that_keep_the_value_are_answered_from_the_book_to_its_end(desk, said, qtbot):
    begin(desk, qtbot)
    assert state(desk).asking and state(desk).side == 0

    play(desk, "3 6", qtbot)
    assert texts(desk) == ["3", "6", "2", "1"]
    assert desk.practice.show_answer() == "These keep the value: 2, 4, 5; play one."
    play(desk, "4", qtbot)

    assert not state(desk).running
    assert state(desk).found == 2 and state(desk).ending == "What is proven ends here."
    assert said[0] == "Right: +8 for South is kept."
    assert said[-1] == "What is proven ends here. You found 2 of 3 moves at once."


def test_a_mistake_is_told_with_its_loss_and_refutation_and_taken_back(desk, said, qtbot):
    begin(desk, qtbot)

    play(desk, "1", qtbot)

    assert said == [
        "1 gives away 22 stones: −14 instead of +8 for South. North answers 3-6; try again."
    ]
    assert texts(desk) == [] and state(desk).asking
    assert state(desk).misses == (Miss("1", 22, ("3",)),)


def test_what_is_missed_twice_counts_once_and_what_is_found_then_not(desk, said, qtbot):
    begin(desk, qtbot)

    play(desk, "1 2 3 6", qtbot)

    practice = state(desk)
    assert [miss.move for miss in practice.misses] == ["1"]
    assert (practice.found, practice.asked, practice.lost) == (1, 2, 22)


def test_the_other_side_can_be_practised(desk, said, qtbot):
    begin(desk, qtbot, "practise north")

    assert texts(desk) == ["3", "6"] and state(desk).asking and state(desk).side == 1
    play(desk, "6", qtbot)
    assert "−18 instead of −8 for North. South answers " in said[-1]


def test_a_turn_typed_at_once_is_judged_move_by_move(desk, said, qtbot):
    begin(desk, qtbot)

    play(desk, "3-6", qtbot)
    assert texts(desk)[:3] == ["3", "6", "2"] and state(desk).found == 2

    begin(desk, qtbot)  # which ends it
    begin(desk, qtbot)
    play(desk, "3-1", qtbot)
    assert texts(desk) == ["3"] and state(desk).found == 1
    assert [miss.move for miss in state(desk).misses] == ["1"]


def test_all_moves_that_keep_the_value_are_right(desk, said, qtbot):
    desk.analysis.set_budget("small")
    desk.document.new_game(KALAH, start="<6,22,19,1,0,2,0,1,1,0,0,0,1,0,1> S")
    desk.analysis.want_knowledge()
    qtbot.waitUntil(lambda: not desk.analysis.is_loading, timeout=60_000)
    knowledge = desk.analysis.known_now()()
    keeping = page_of(knowledge, desk.document.position).keeping
    assert len(keeping) > 1

    for move in keeping:
        begin(desk, qtbot)
        play(desk, move.text, qtbot)
        assert not state(desk).misses and state(desk).found == 1
        desk.practice.stop()


def test_nothing_that_helps_is_shown_meanwhile(desk, qtbot):
    desk.analysis.set_wanted(True)
    qtbot.waitUntil(lambda: bool(desk.document.place.values), timeout=20_000)

    begin(desk, qtbot)

    place = desk.document.place
    assert place.secret and not place.values
    with pytest.raises(BadCommand):
        BY_KEY["hint"].trigger(desk)
    desk.practice.stop()
    assert desk.document.place.values


def test_the_answer_can_be_shown_and_counts_as_not_found(desk, said, qtbot):
    begin(desk, qtbot)

    assert Interpreter(desk).execute("answer") == "Only 3 keeps the value; play it."
    play(desk, "3", qtbot)

    assert state(desk).found == 0 and state(desk).misses == (Miss("", None, ("3",)),)
    assert state(desk).lost == 0


def test_a_move_for_the_books_side_is_taken_back(desk, qtbot):
    desk.practice._answering.setInterval(200)
    Interpreter(desk).execute("practise north")
    qtbot.waitUntil(lambda: desk.practice._answering.isActive(), timeout=20_000)

    desk.turns.play_text("1")
    settle(desk, qtbot)

    assert texts(desk) == ["3", "6"] and not state(desk).misses


def test_where_nothing_is_known_it_ends_at_once(desk, said, qtbot):
    desk.document.new_game(KALAH, start="<6,3,3,3,3,3,3,3,3,3,3,3,3,3,3> S")

    begin(desk, qtbot)

    assert not state(desk).running
    assert said == ["The moves are not known here; there is nothing to practise against."]


def test_from_a_position_of_the_tablebase_it_waits_until_that_is_loaded(desk, said, qtbot):
    desk.analysis.set_budget("small")
    desk.document.new_game(KALAH, start="<6,22,19,1,0,2,0,1,1,0,0,0,1,0,1> S")

    begin(desk, qtbot)

    assert state(desk).running and state(desk).asking


def test_computers_do_not_answer_in_between(desk, qtbot):
    desk.document.new_game(KALAH, players=(HUMAN, COMPUTER))
    begin(desk, qtbot)

    play(desk, "3 6", qtbot)

    assert texts(desk) == ["3", "6", "2", "1"]
    desk.practice.stop()
    assert texts(desk) == [] and not desk.document.place.thinking


@pytest.mark.parametrize("words", ["practise west", "practise south hard"])
def test_words_that_cannot_be_read_are_told(desk, words):
    with pytest.raises(BadCommand, match="is none of south, north, tempting"):
        Interpreter(desk).execute(words)
    assert desk.document.place.practice is None


def test_again_begins_with_the_same_side(desk, qtbot):
    begin(desk, qtbot, "practise north tempting")
    desk.practice.stop()

    begin(desk, qtbot)

    assert (state(desk).side, state(desk).tempting) == (1, True)


# -- the record ------------------------------------------------------------------------------------


def _undo(desk: Desk) -> None:
    desk.walks.undo()


def _stop(desk: Desk) -> None:
    BY_KEY["practise"].trigger(desk)


def _to_start(desk: Desk) -> None:
    desk.walks.to_start()


def _workspace(desk: Desk) -> None:
    desk.turns.set_answers(False)


@pytest.mark.parametrize("leave", [_undo, _stop, _to_start, _workspace])
def test_what_was_practised_is_taken_out_of_the_record_at_the_end(desk, qtbot, leave):
    play(desk, "3 1")
    before = tree(desk)
    desk.walks.to_start()
    begin(desk, qtbot)
    play(desk, "1 3 6", qtbot)
    assert len(tree(desk)) > len(before)

    leave(desk)
    qtbot.waitUntil(lambda: not state(desk).running, timeout=20_000)

    assert tree(desk) == before
    assert not desk.document.place.secret
    assert desk.document.node.in_tree
    assert desk.document.place.undo_edit == ""


def test_redo_goes_where_it_went_before(desk, qtbot):
    play(desk, "2 1")
    desk.walks.to_start()
    begin(desk, qtbot)
    play(desk, "3 6", qtbot)

    desk.practice.stop()

    assert texts(desk) == []
    desk.walks.redo()
    assert texts(desk) == ["2"]


def test_what_was_practised_can_be_kept_and_that_undone(desk, qtbot):
    begin(desk, qtbot)
    play(desk, "1 3 6", qtbot)
    desk.practice.stop()
    assert tree(desk) == [] and state(desk).can_keep

    Interpreter(desk).execute("keeppractice")

    assert sorted(tree(desk)) == ["1", "1", "2", "3", "6"]
    assert not state(desk).can_keep
    desk.study.undo_edit()
    assert tree(desk) == []
    with pytest.raises(BadCommand, match="Nothing was practised here"):
        desk.practice.keep()


def test_what_was_written_meanwhile_stays_with_the_moves_to_it(desk, qtbot):
    begin(desk, qtbot)
    play(desk, "3 6", qtbot)
    desk.study.comment(desk.document.node, "Here it is North's turn.")
    desk.practice.stop()

    assert tree(desk) == ["3", "6", "2", "1"]


def test_the_result_stays_until_one_goes_on(desk, qtbot):
    begin(desk, qtbot)
    desk.practice.stop()
    assert not state(desk).running

    play(desk, "1")

    assert desk.document.place.practice is None


def test_another_exercise_or_game_ends_it(desk, said, qtbot):
    begin(desk, qtbot)
    play(desk, "3", qtbot)
    record = desk.document.record

    desk.document.new_game(KALAH)

    assert desk.document.place.practice is None and not desk.document.place.secret
    assert not record.root.children


# -- the library -----------------------------------------------------------------------------------


@pytest.fixture
def kept(desk: Desk, tmp_path: Path) -> Iterator[Callable[[], list[list[str]]]]:
    """What is in the library: the moves of each game, those of variations included."""
    disk = Disk(tmp_path / "library.sqlite")
    keeper = Keeper(desk.document, disk.open, desk.document, mend=disk.mend)
    keeper.follow_edits(desk.study)
    for held in desk.holds:
        held.connect(keeper.hold)

    def games() -> list[list[str]]:
        keeper.save()
        return [[node.text for node in record.root.with_below()[1:]] for record in disk.records()]

    yield games
    keeper.shut_down()


def test_a_new_game_in_which_one_only_practised_is_not_in_the_library(desk, kept, qtbot):
    begin(desk, qtbot)
    play(desk, "1 3 6", qtbot)
    assert kept() == []
    desk.practice.stop()
    assert kept() == []

    begin(desk, qtbot)
    play(desk, "3", qtbot)
    desk.document.new_game(KALAH)

    assert kept() == []


def test_lines_that_are_practised_in_a_game_are_not_kept_but_what_was_played_is(desk, kept, qtbot):
    play(desk, "2")
    begin(desk, qtbot, "practise north")
    assert kept() == [["2"]]
    desk.practice.show_answer()
    play(desk, "1", qtbot)

    desk.practice.stop()

    assert kept() == [["2"]]
    play(desk, "1")
    assert kept() == [["2", "1"]]


def test_lines_that_are_put_into_the_game_are_kept(desk, kept, qtbot):
    begin(desk, qtbot)
    play(desk, "3 6", qtbot)
    desk.practice.stop()

    desk.practice.keep()

    assert kept() == [["3", "6", "2", "1"]]
