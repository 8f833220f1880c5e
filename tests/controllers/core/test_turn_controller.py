"""Turns, undo and redo, and the computer's moves, with a searcher that does as it is told."""

from types import SimpleNamespace

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.search_jobs import SearchNews
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.request import Progress
from kalahloa.models.text.errors import BadPosition, IllegalMove
from tests.controllers.conftest import COMPUTER, legal, texts
from tests.scripted import ScriptedSearcher


def reached(desk: Desk, plies: int):
    """Return a condition: the computer has answered up to *plies* and rests."""

    def check() -> None:
        assert len(texts(desk)) == plies
        assert not desk.turns.thinking

    return check


# -- the undo table ----------------------------------------------------------------------------


def test_the_computer_does_not_move_where_play_was_paused_as_the_move_was_made(against_computer):
    desk = against_computer

    with desk.document.telling():
        desk.document.play(desk.document.position.read_move("b1-b3"))
        desk.turns.pause()

    assert desk.document.place.held
    assert not desk.turns.thinking
    desk.turns.continue_play()
    assert desk.turns.thinking


def test_between_humans_undo_takes_back_one_ply(desk):
    desk.turns.play_text("b1-b3")
    desk.turns.play_text("a4-c4")

    desk.walks.undo()

    assert texts(desk) == ["b1-b3"]
    assert not desk.document.place.held


def test_between_humans_undo_takes_back_one_sowing_of_a_turn(desk):
    desk.document.new_game(find_game("kalah"))
    desk.turns.play_text("3-6")

    desk.walks.undo()

    assert texts(desk) == ["3"]
    assert desk.document.position.side == 0


def test_against_the_computer_undo_goes_before_the_humans_last_own_ply(against_computer, qtbot):
    desk = against_computer
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(desk, 2))
    desk.turns.play_text("c1-c3" if "c1-c3" in legal(desk) else legal(desk)[0])
    qtbot.waitUntil(reached(desk, 4))

    desk.walks.undo()

    assert len(texts(desk)) == 2
    assert desk.document.place.held
    assert desk.document.place.human_may_move


def test_while_the_computer_thinks_undo_stops_it_and_takes_back_the_humans_ply(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer
    searcher.shut()
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    desk.walks.undo()

    assert texts(desk) == []
    assert not desk.turns.thinking
    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)


def test_between_computers_undo_pauses_play_and_takes_back_one_ply(
    computers_only, searcher: ScriptedSearcher, qtbot
):
    desk = computers_only
    qtbot.waitUntil(lambda: len(texts(desk)) >= 3)
    searcher.shut()
    qtbot.waitUntil(lambda: desk.turns.thinking)
    before = texts(desk)

    desk.walks.undo()

    assert texts(desk) == before[:-1]
    assert desk.document.place.held
    qtbot.wait(50)
    assert texts(desk) == before[:-1]


def test_after_the_end_undo_does_the_same_as_before_it(desk):
    desk.document.new_game(find_game("tictactoe"))
    for move in "14253":
        desk.turns.play_text(move)
    assert desk.document.place.outcome is not None

    desk.walks.undo()

    assert texts(desk) == ["1", "4", "2", "5"]
    assert desk.document.place.outcome is None


def test_the_computer_does_not_search_where_the_game_is_over(desk):
    game = find_game("tictactoe")
    desk.document.new_game(game, players=(HUMAN, COMPUTER), start="XX./OO./... X")

    desk.turns.play_text("3")

    place = desk.document.place
    assert place.outcome is not None
    assert place.computers[place.side]
    assert not place.thinking


def test_a_finished_game_does_not_wait_for_the_computer(desk):
    game = find_game("tictactoe")
    desk.document.new_game(game, players=(HUMAN, COMPUTER), start="XX./OO./... X")
    desk.turns.play_text("3")
    desk.walks.undo()

    desk.walks.redo()

    place = desk.document.place
    assert place.outcome is not None
    assert place.held
    assert place.computers[place.side]
    assert not place.waits_for_continue
    assert not place.human_may_move


def test_with_nothing_to_undo_the_action_is_off(against_computer, desk):
    assert against_computer.document.place.undo_target is None

    against_computer.walks.undo()

    assert texts(against_computer) == []


def test_a_computer_that_moved_first_leaves_the_human_nothing_to_undo(desk, qtbot):
    desk.document.new_game(desk.document.game, players=(COMPUTER, HUMAN))
    qtbot.waitUntil(reached(desk, 1))

    assert desk.document.place.undo_target is None


# -- held play, redo and variations ------------------------------------------------------------


def test_after_an_undo_the_computer_waits_until_the_human_moves(against_computer, qtbot):
    desk = against_computer
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(desk, 2))
    desk.walks.undo()
    qtbot.wait(50)
    assert texts(desk) == []

    desk.turns.play_text("b1-d3")

    qtbot.waitUntil(reached(desk, 2))
    assert texts(desk)[0] == "b1-d3"
    assert not desk.document.place.held


def test_continue_lets_the_computer_go_on_after_a_walk(against_computer, qtbot):
    desk = against_computer
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(desk, 2))
    desk.walks.back()
    assert desk.document.place.waits_for_continue

    desk.turns.continue_play()

    qtbot.waitUntil(reached(desk, 2))
    assert not desk.document.place.held


def test_redo_goes_on_to_where_the_human_is_to_move_again(against_computer, qtbot):
    desk = against_computer
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(desk, 2))
    played = texts(desk)
    desk.walks.undo()

    desk.walks.redo()

    assert texts(desk) == played
    assert desk.document.place.redo_target is None


def test_another_move_after_undo_starts_a_variation_and_keeps_the_old_line(desk):
    desk.turns.play_text("b1-b3")
    first = desk.document.node
    desk.walks.undo()

    desk.turns.play_text("b1-d3")

    assert [child.text for child in desk.document.record.root.children] == ["b1-d3", "b1-b3"]
    desk.document.jump(first.number)
    assert texts(desk) == ["b1-b3"]


def test_redo_follows_the_line_left_last(desk):
    desk.turns.play_text("b1-b3")
    desk.walks.undo()
    desk.turns.play_text("b1-d3")
    desk.document.jump(1)
    desk.walks.undo()

    desk.walks.redo()

    assert texts(desk) == ["b1-b3"]


def test_a_human_may_move_for_the_computer_while_play_is_held(against_computer, qtbot):
    desk = against_computer
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(desk, 2))
    desk.walks.back()
    other = legal(desk)[-1]

    desk.turns.play_text(other)

    assert texts(desk) == ["b1-b3", other]


# -- the computer ------------------------------------------------------------------------------


def test_a_late_reply_for_another_position_never_lands(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer
    searcher.shut()
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)
    desk.walks.undo()
    searcher.shut()
    desk.turns.play_text("b1-d3")
    qtbot.waitUntil(searcher.began.is_set)

    searcher.open()

    qtbot.waitUntil(reached(desk, 2))
    assert texts(desk)[0] == "b1-d3"
    assert len(desk.document.record.nodes) == 4


def test_the_answer_to_somebody_elses_question_is_not_played(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer
    replies, found = [], []
    desk.service.replied.connect(replies.append)
    desk.turns.found.connect(lambda node, result: found.append(result))
    searcher.shut()
    level = Level(depth=1)
    other = desk.service.search(desk.document.game, desk.document.position, level)
    desk.turns.play_text("b1-b3")

    searcher.open()

    qtbot.waitUntil(reached(desk, 2))
    assert [reply.number for reply in replies][:1] == [other]
    assert found == [replies[1].result]


def test_the_computers_move_waits_while_a_view_shows_the_last_one(against_computer, qtbot):
    desk = against_computer
    showing = [True]
    desk.turns.is_presenting = lambda: bool(showing)
    desk.turns.play_text("b1-b3")
    qtbot.wait(100)
    assert texts(desk) == ["b1-b3"]

    showing.clear()
    desk.turns.presented()

    qtbot.waitUntil(reached(desk, 2))


def test_the_computers_move_does_not_come_before_the_least_time(against_computer, qtbot):
    desk = against_computer
    desk.turns.minimum_think_seconds = 30.0

    desk.turns.play_text("b1-b3")

    qtbot.wait(100)
    assert texts(desk) == ["b1-b3"]
    assert desk.turns.thinking


def test_the_least_time_counts_from_the_question_and_not_from_the_answer(
    against_computer, searcher: ScriptedSearcher, qtbot, monkeypatch
):
    desk = against_computer
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("kalahloa.controllers.core.turn_controller.time", clock)
    desk.turns.minimum_think_seconds = 3600.0
    searcher.shut()
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    now[0] = 3601.0
    searcher.open()

    qtbot.waitUntil(reached(desk, 2))


def test_a_human_cannot_move_while_the_computer_thinks(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer
    searcher.shut()
    desk.turns.play_text("b1-b3")

    with pytest.raises(IllegalMove, match="played by the computer"):
        desk.turns.play_text("a4-c4")

    assert texts(desk) == ["b1-b3"]


def test_players_can_change_in_the_middle_of_a_think(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer
    searcher.shut()
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    desk.document.set_player(1, HUMAN)

    assert not desk.turns.thinking
    desk.turns.play_text(legal(desk)[0])
    assert len(texts(desk)) == 2


def test_a_searcher_that_fails_holds_play_and_says_so(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer

    def fail(_position: object) -> int:
        raise RuntimeError("no idea")

    searcher.answer = fail
    with qtbot.waitSignal(desk.turns.message) as heard:
        desk.turns.play_text("b1-b3")

    assert "no idea" in heard.args[0]
    assert desk.document.place.held
    assert texts(desk) == ["b1-b3"]


def test_two_computers_play_a_game_to_its_end(desk, qtbot):
    desk.document.new_game(find_game("kalah"), players=(COMPUTER, COMPUTER))

    qtbot.waitUntil(lambda: desk.document.place.outcome is not None, timeout=20000)

    assert not desk.turns.thinking


def test_a_hint_holds_for_the_place_it_was_asked_for(desk, qtbot):
    desk.analysis.request_hint()
    qtbot.waitUntil(lambda: desk.document.place.hint is not None)
    assert desk.document.place.hint is not None
    assert desk.document.place.hint.text == legal(desk)[0]

    desk.turns.play_text("b1-b3")

    assert desk.document.place.hint is None


def test_a_new_game_stops_the_search_of_the_old_one(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer
    searcher.shut()
    desk.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    desk.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))

    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)
    assert texts(desk) == []
    assert desk.document.game.key == "tictactoe"


def test_a_start_that_cannot_be_read_changes_nothing(desk):
    desk.turns.play_text("b1-b3")
    record = desk.document.record

    with pytest.raises(BadPosition):
        desk.document.new_game(desk.document.game, start="nonsense")

    assert desk.document.record is record


def test_a_turn_of_which_a_part_is_illegal_changes_nothing(desk):
    desk.document.new_game(find_game("kalah"))

    with pytest.raises(IllegalMove):
        desk.turns.play_text("3-3")

    assert texts(desk) == []


def test_views_hear_of_a_move_once_and_of_a_walk_once(desk, qtbot):
    heard: list[Change] = []
    desk.document.changed.connect(heard.append)

    desk.turns.play_text("b1-b3")
    desk.walks.undo()
    desk.walks.redo()

    causes = [change.causes for change in heard]
    assert causes == [{Cause.MOVE}, {Cause.WALK}, {Cause.WALK}]


def test_shutting_down_in_a_think_ends_at_once(qapp, searcher: ScriptedSearcher, qtbot):
    desk = Desk.of(find_game("loa"), service=AnalysisService(find=searcher.find))
    desk.document.new_game(desk.document.game, players=(COMPUTER, COMPUTER))
    searcher.shut()
    qtbot.waitUntil(searcher.began.is_set)

    desk.shut_down()
    desk.shut_down()

    assert searcher.stopped_searches <= 1


def test_the_real_searchers_answer_within_their_level(qapp, qtbot):
    desk = Desk.of(find_game("tictactoe"))
    desk.turns.minimum_think_seconds = 0.0
    player = Player(Level(searcher="alpha-beta", depth=8))
    try:
        desk.document.new_game(desk.document.game, players=(player, player))
        qtbot.waitUntil(lambda: desk.document.place.outcome is not None, timeout=30000)
        # Perfect play on both sides ends in a draw.
        assert desk.document.place.outcome.winner is None
    finally:
        desk.shut_down()


def test_a_hint_that_is_being_searched_ends_when_the_computer_is_to_think(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    desk = against_computer
    searcher.shut()
    desk.turns.play_text("b1-b3")
    desk.turns.pause()
    desk.analysis.request_hint()
    assert desk.document.place.hinting

    desk.turns.continue_play()

    qtbot.waitUntil(lambda: desk.document.place.thinking and not desk.document.place.hinting)


def test_a_finished_game_is_not_being_played_wherever_one_looks(desk):
    tictactoe = find_game("tictactoe")
    desk.turns.set_answers(True)
    desk.document.new_game(tictactoe, players=(HUMAN, COMPUTER))
    desk.turns.pause()
    assert desk.turns.plays_computer

    for text in ("1", "4", "2", "5", "3"):
        desk.document.play(desk.document.position.read_move(text))
    desk.document.jump(2)
    assert not desk.turns.plays_computer


def test_a_game_goes_on_although_a_variation_of_it_has_ended(desk):
    desk.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    for start, line in ((0, "1 4 2"), (3, "9"), (3, "5 3")):
        desk.document.jump(start)
        for text in line.split():
            desk.document.play(desk.document.position.read_move(text))

    desk.document.set_player(1, COMPUTER)

    assert desk.document.node.outcome is not None
    assert desk.turns.plays_computer


def test_only_the_search_that_goes_on_tells_how_far_it_is(
    against_computer, searcher: ScriptedSearcher
):
    desk = against_computer
    searcher.shut()
    told: list[SearchNews] = []
    desk.turns.progressed.connect(told.append)
    desk.turns.play_text("b1-b3")
    desk.walks.undo()
    desk.turns.play_text("c1-c3")

    for number in range(100):
        desk.service.progressed.emit(SearchNews(number, Progress(1, 1, None, (), 0.0)))

    assert len(told) == 1
    (current,) = told
    desk.turns.pause()
    desk.service.progressed.emit(current)
    assert told == [current]
