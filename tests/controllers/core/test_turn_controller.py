"""Turns, undo and redo, and the computer's moves, with a searcher that does as it is told."""

from types import SimpleNamespace

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import MAX_SEED
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.search_jobs import SearchNews
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.request import Progress
from kalahloa.models.text.errors import BadPosition, IllegalMove
from tests.controllers.conftest import COMPUTER, legal, texts
from tests.scripted import ScriptedSearcher


def reached(app: AppContext, plies: int):
    """Return a condition: the computer has answered up to *plies* and rests."""

    def check() -> None:
        assert len(texts(app)) == plies
        assert not app.turns.thinking

    return check


# -- the undo table ----------------------------------------------------------------------------


def test_the_computer_does_not_move_where_play_was_paused_as_the_move_was_made(against_computer):
    app = against_computer

    with app.document.one_change():
        app.document.play(app.document.position.read_move("b1-b3"))
        app.turns.pause()

    assert app.document.place.held
    assert not app.turns.thinking
    app.turns.continue_play()
    assert app.turns.thinking


def test_between_humans_undo_takes_back_one_ply(app):
    app.turns.play_text("b1-b3")
    app.turns.play_text("a4-c4")

    app.navigation.undo()

    assert texts(app) == ["b1-b3"]
    assert not app.document.place.held


def test_between_humans_undo_takes_back_one_sowing_of_a_turn(app):
    app.document.new_game(find_game("kalah"))
    app.turns.play_text("3-6")

    app.navigation.undo()

    assert texts(app) == ["3"]
    assert app.document.position.side == 0


def test_against_the_computer_undo_goes_before_the_humans_last_own_ply(against_computer, qtbot):
    app = against_computer
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(app, 2))
    app.turns.play_text("c1-c3" if "c1-c3" in legal(app) else legal(app)[0])
    qtbot.waitUntil(reached(app, 4))

    app.navigation.undo()

    assert len(texts(app)) == 2
    assert app.document.place.held
    assert app.document.place.human_may_move


def test_while_the_computer_thinks_undo_stops_it_and_takes_back_the_humans_ply(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer
    searcher.shut()
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    app.navigation.undo()

    assert texts(app) == []
    assert not app.turns.thinking
    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)


def test_between_computers_undo_pauses_play_and_takes_back_one_ply(
    computers_only, searcher: ScriptedSearcher, qtbot
):
    app = computers_only
    qtbot.waitUntil(lambda: len(texts(app)) >= 3)
    searcher.shut()
    qtbot.waitUntil(lambda: app.turns.thinking)
    before = texts(app)

    app.navigation.undo()

    assert texts(app) == before[:-1]
    assert app.document.place.held
    qtbot.wait(50)
    assert texts(app) == before[:-1]


def test_after_the_end_undo_does_the_same_as_before_it(app):
    app.document.new_game(find_game("tictactoe"))
    for move in "14253":
        app.turns.play_text(move)
    assert app.document.place.outcome is not None

    app.navigation.undo()

    assert texts(app) == ["1", "4", "2", "5"]
    assert app.document.place.outcome is None


def test_the_computer_does_not_search_where_the_game_is_over(app):
    game = find_game("tictactoe")
    app.document.new_game(game, players=(HUMAN, COMPUTER), start="XX./OO./... X")

    app.turns.play_text("3")

    place = app.document.place
    assert place.outcome is not None
    assert place.computers[place.side]
    assert not place.thinking


def test_a_finished_game_does_not_wait_for_the_computer(app):
    game = find_game("tictactoe")
    app.document.new_game(game, players=(HUMAN, COMPUTER), start="XX./OO./... X")
    app.turns.play_text("3")
    app.navigation.undo()

    app.navigation.redo()

    place = app.document.place
    assert place.outcome is not None
    assert place.held
    assert place.computers[place.side]
    assert not place.waits_for_continue
    assert not place.human_may_move


def test_with_nothing_to_undo_the_action_is_off(against_computer, app):
    assert against_computer.document.place.undo_target is None

    against_computer.navigation.undo()

    assert texts(against_computer) == []


def test_a_computer_that_moved_first_leaves_the_human_nothing_to_undo(app, qtbot):
    app.document.new_game(app.document.game, players=(COMPUTER, HUMAN))
    qtbot.waitUntil(reached(app, 1))

    assert app.document.place.undo_target is None


# -- held play, redo and variations ------------------------------------------------------------


def test_after_an_undo_the_computer_waits_until_the_human_moves(against_computer, qtbot):
    app = against_computer
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(app, 2))
    app.navigation.undo()
    qtbot.wait(50)
    assert texts(app) == []

    app.turns.play_text("b1-d3")

    qtbot.waitUntil(reached(app, 2))
    assert texts(app)[0] == "b1-d3"
    assert not app.document.place.held


def test_continue_lets_the_computer_go_on_after_a_walk(against_computer, qtbot):
    app = against_computer
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(app, 2))
    app.navigation.back()
    assert app.document.place.waits_for_continue

    app.turns.continue_play()

    qtbot.waitUntil(reached(app, 2))
    assert not app.document.place.held


def test_redo_goes_on_to_where_the_human_is_to_move_again(against_computer, qtbot):
    app = against_computer
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(app, 2))
    played = texts(app)
    app.navigation.undo()

    app.navigation.redo()

    assert texts(app) == played
    assert app.document.place.redo_target is None


def test_another_move_after_undo_starts_a_variation_and_keeps_the_old_line(app):
    app.turns.play_text("b1-b3")
    first = app.document.node
    app.navigation.undo()

    app.turns.play_text("b1-d3")

    assert [child.text for child in app.document.record.root.children] == ["b1-d3", "b1-b3"]
    app.document.jump(first.number)
    assert texts(app) == ["b1-b3"]


def test_redo_follows_the_line_left_last(app):
    app.turns.play_text("b1-b3")
    app.navigation.undo()
    app.turns.play_text("b1-d3")
    app.document.jump(1)
    app.navigation.undo()

    app.navigation.redo()

    assert texts(app) == ["b1-b3"]


def test_a_human_may_move_for_the_computer_while_play_is_held(against_computer, qtbot):
    app = against_computer
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(reached(app, 2))
    app.navigation.back()
    other = legal(app)[-1]

    app.turns.play_text(other)

    assert texts(app) == ["b1-b3", other]


# -- the computer ------------------------------------------------------------------------------


def test_a_late_reply_for_another_position_never_lands(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer
    searcher.shut()
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)
    app.navigation.undo()
    searcher.shut()
    app.turns.play_text("b1-d3")
    qtbot.waitUntil(searcher.began.is_set)

    searcher.open()

    qtbot.waitUntil(reached(app, 2))
    assert texts(app)[0] == "b1-d3"
    assert len(app.document.record.nodes) == 4


def test_the_answer_to_somebody_elses_question_is_not_played(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer
    replies, found = [], []
    app.service.replied.connect(replies.append)
    app.turns.found.connect(lambda node, result: found.append(result))
    searcher.shut()
    level = Level(depth=1)
    other = app.service.search(app.document.game, app.document.position, level)
    app.turns.play_text("b1-b3")

    searcher.open()

    qtbot.waitUntil(reached(app, 2))
    assert [reply.number for reply in replies][:1] == [other]
    assert found == [replies[1].result]


def test_the_computers_move_waits_while_a_view_shows_the_last_one(against_computer, qtbot):
    app = against_computer
    showing = [True]
    app.turns.is_presenting = lambda: bool(showing)
    app.turns.play_text("b1-b3")
    qtbot.wait(100)
    assert texts(app) == ["b1-b3"]

    showing.clear()
    app.turns.presented()

    qtbot.waitUntil(reached(app, 2))


def test_the_computers_move_does_not_come_before_the_least_time(against_computer, qtbot):
    app = against_computer
    app.turns.minimum_think_seconds = 30.0

    app.turns.play_text("b1-b3")

    qtbot.wait(100)
    assert texts(app) == ["b1-b3"]
    assert app.turns.thinking


def test_the_least_time_counts_from_the_question_and_not_from_the_answer(
    against_computer, searcher: ScriptedSearcher, qtbot, monkeypatch
):
    app = against_computer
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("kalahloa.controllers.core.turn_controller.time", clock)
    app.turns.minimum_think_seconds = 3600.0
    searcher.shut()
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    now[0] = 3601.0
    searcher.open()

    qtbot.waitUntil(reached(app, 2))


def test_a_human_cannot_move_while_the_computer_thinks(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer
    searcher.shut()
    app.turns.play_text("b1-b3")

    with pytest.raises(IllegalMove, match="The computer plays"):
        app.turns.play_text("a4-c4")

    assert texts(app) == ["b1-b3"]


def test_players_can_change_in_the_middle_of_a_think(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer
    searcher.shut()
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    app.document.set_player(1, HUMAN)

    assert not app.turns.thinking
    app.turns.play_text(legal(app)[0])
    assert len(texts(app)) == 2


def test_a_searcher_that_fails_holds_play_and_says_so(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer

    def fail(_position: object) -> int:
        raise RuntimeError("no idea")

    searcher.answer = fail
    with qtbot.waitSignal(app.turns.message) as heard:
        app.turns.play_text("b1-b3")

    assert "no idea" in heard.args[0]
    assert app.document.place.held
    assert texts(app) == ["b1-b3"]


def test_two_computers_play_a_game_to_its_end(app, qtbot):
    app.document.new_game(find_game("kalah"), players=(COMPUTER, COMPUTER))

    qtbot.waitUntil(lambda: app.document.place.outcome is not None, timeout=20000)

    assert not app.turns.thinking


def test_a_hint_holds_for_the_place_it_was_asked_for(app, qtbot):
    app[Analysis].request_hint()
    qtbot.waitUntil(lambda: app.document.place.hint is not None)
    assert app.document.place.hint is not None
    assert app.document.place.hint.text == legal(app)[0]

    app.turns.play_text("b1-b3")

    assert app.document.place.hint is None


def test_a_new_game_stops_the_search_of_the_old_one(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer
    searcher.shut()
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    app.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))

    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)
    assert texts(app) == []
    assert app.document.game.key == "tictactoe"


def test_a_start_that_cannot_be_read_changes_nothing(app):
    app.turns.play_text("b1-b3")
    record = app.document.record

    with pytest.raises(BadPosition):
        app.document.new_game(app.document.game, start="nonsense")

    assert app.document.record is record


def test_a_turn_of_which_a_part_is_illegal_changes_nothing(app):
    app.document.new_game(find_game("kalah"))

    with pytest.raises(IllegalMove):
        app.turns.play_text("3-3")

    assert texts(app) == []


def test_views_hear_of_a_move_once_and_of_a_walk_once(app, qtbot):
    heard: list[Change] = []
    app.document.changed.connect(heard.append)

    app.turns.play_text("b1-b3")
    app.navigation.undo()
    app.navigation.redo()

    causes = [change.causes for change in heard]
    assert causes == [{Cause.MOVE}, {Cause.WALK}, {Cause.WALK}]


def test_shutting_down_in_a_think_ends_at_once(qapp, searcher: ScriptedSearcher, qtbot):
    app = open_app(find_game("loa"), service=AnalysisService(find=searcher.find))
    app.document.new_game(app.document.game, players=(COMPUTER, COMPUTER))
    searcher.shut()
    qtbot.waitUntil(searcher.began.is_set)

    app.shut_down()
    app.shut_down()

    assert searcher.stopped_searches <= 1


def test_the_real_searchers_answer_within_their_level(qapp, qtbot):
    app = open_app(find_game("tictactoe"))
    app.turns.minimum_think_seconds = 0.0
    player = Player(Level(searcher="alpha-beta", depth=8))
    try:
        app.document.new_game(app.document.game, players=(player, player))
        qtbot.waitUntil(lambda: app.document.place.outcome is not None, timeout=30000)
        # Perfect play on both sides ends in a draw.
        assert app.document.place.outcome.winner is None
    finally:
        app.shut_down()


def test_a_hint_that_is_being_searched_ends_when_the_computer_is_to_think(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    app = against_computer
    searcher.shut()
    app.turns.play_text("b1-b3")
    app.turns.pause()
    app[Analysis].request_hint()
    assert app.document.place.hinting

    app.turns.continue_play()

    qtbot.waitUntil(lambda: app.document.place.thinking and not app.document.place.hinting)


def test_a_finished_game_is_not_being_played_wherever_one_looks(app):
    tictactoe = find_game("tictactoe")
    app.turns.set_answers(True)
    app.document.new_game(tictactoe, players=(HUMAN, COMPUTER))
    app.turns.pause()
    assert app.turns.plays_computer

    for text in ("1", "4", "2", "5", "3"):
        app.document.play(app.document.position.read_move(text))
    app.document.jump(2)
    assert not app.turns.plays_computer


def test_a_game_goes_on_although_a_variation_of_it_has_ended(app):
    app.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    for start, line in ((0, "1 4 2"), (3, "9"), (3, "5 3")):
        app.document.jump(start)
        for text in line.split():
            app.document.play(app.document.position.read_move(text))

    app.document.set_player(1, COMPUTER)

    assert app.document.node.outcome is not None
    assert app.turns.plays_computer


def test_only_the_search_that_goes_on_tells_how_far_it_is(
    against_computer, searcher: ScriptedSearcher
):
    app = against_computer
    searcher.shut()
    told: list[SearchNews] = []
    app.turns.progressed.connect(told.append)
    app.turns.play_text("b1-b3")
    app.navigation.undo()
    app.turns.play_text("c1-c3")

    for number in range(100):
        app.service.progressed.emit(SearchNews(number, Progress(1, 1, None, (), 0.0)))

    assert len(told) == 1
    (current,) = told
    app.turns.pause()
    app.service.progressed.emit(current)
    assert told == [current]


# -- chance ----------------------------------------------------------------------------------------


@pytest.fixture
def seeds(qapp):
    """An app, and the seeds by which its computers were asked for moves."""
    asked: list[int] = []

    def find(_level: object, seed: int, _knowledge: object) -> ScriptedSearcher:
        asked.append(seed)
        return ScriptedSearcher()

    app = open_app(find_game("loa"), service=AnalysisService(find=find))
    app.turns.minimum_think_seconds = 0.0
    yield app, asked
    app.shut_down()


def test_a_computer_chooses_by_one_seed_all_game_long_and_by_another_in_the_next(seeds, qtbot):
    app, asked = seeds
    for _ in range(2):
        app.document.new_game(find_game("loa"), players=(HUMAN, COMPUTER))
        for plies in (2, 4):
            app.turns.play_text(legal(app)[0])
            qtbot.waitUntil(reached(app, plies))

    assert asked[0] == asked[1] != asked[2] == asked[3]


def test_a_game_that_is_opened_again_goes_on_by_its_own_seed(seeds, qtbot):
    app, asked = seeds
    app.document.new_game(find_game("loa"), players=(HUMAN, COMPUTER), seed=77)
    app.turns.play_text(legal(app)[0])
    qtbot.waitUntil(reached(app, 2))
    record = app.document.record
    app.document.new_game(find_game("loa"))
    app.document.open_record(record, (HUMAN, COMPUTER))

    app.turns.play_text(legal(app)[0])
    qtbot.waitUntil(reached(app, 4))

    assert asked == [77, 77]


def test_a_game_says_by_which_seed_its_computer_has_chosen(against_computer, qtbot):
    app = against_computer
    app.turns.play_text(legal(app)[0])
    assert not app.document.record.details

    qtbot.waitUntil(reached(app, 2))

    assert app.document.record.details == {"seed": str(app.document.seed)}


@pytest.mark.parametrize("text", ["", "-1", "1.5", "9" * 30, "\u0661"])
def test_a_seed_that_cannot_be_read_is_replaced(app, text):
    record = Record(find_game("loa"), details={"seed": text})

    app.document.open_record(record, (HUMAN, HUMAN))

    assert 0 <= app.document.seed <= MAX_SEED
