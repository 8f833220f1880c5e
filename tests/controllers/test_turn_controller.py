"""Turns, undo and redo, and the computer's moves, with a searcher that does as it is told."""

import pytest

from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.controllers.turn_controller import Cause, TurnController
from kalahloa.models.errors import BadPosition, IllegalMove
from kalahloa.models.registry import find_game
from tests.controllers.conftest import COMPUTER
from tests.scripted import ScriptedSearcher


def texts(controller: TurnController) -> list[str]:
    """Return the moves on the way to the current place."""
    return [node.text for node in controller.record.current.path()[1:]]


def reached(controller: TurnController, plies: int):
    """Return a condition: the computer has answered up to *plies* and rests."""

    def check() -> None:
        assert len(texts(controller)) == plies
        assert not controller.thinking

    return check


# -- the undo table ----------------------------------------------------------------------------


def test_between_humans_undo_takes_back_one_ply(controller):
    controller.play_text("b1-b3")
    controller.play_text("a4-c4")

    controller.undo()

    assert texts(controller) == ["b1-b3"]
    assert not controller.held


def test_between_humans_undo_takes_back_one_sowing_of_a_turn(controller):
    controller.new_game(find_game("kalah"))
    controller.play_text("3-6")

    controller.undo()

    assert texts(controller) == ["3"]
    assert controller.position.side == 0


def test_against_the_computer_undo_goes_before_the_humans_last_own_ply(against_computer, qtbot):
    controller = against_computer
    controller.play_text("b1-b3")
    qtbot.waitUntil(reached(controller, 2))
    controller.play_text("c1-c3" if "c1-c3" in legal(controller) else legal(controller)[0])
    qtbot.waitUntil(reached(controller, 4))

    controller.undo()

    assert len(texts(controller)) == 2
    assert controller.held
    assert controller.human_may_move


def legal(controller: TurnController) -> list[str]:
    """Return the legal moves in notation."""
    return [controller.position.format_move(move) for move in controller.position.legal_moves()]


def test_while_the_computer_thinks_undo_stops_it_and_takes_back_the_humans_ply(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    controller = against_computer
    searcher.shut()
    controller.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    controller.undo()

    assert texts(controller) == []
    assert not controller.thinking
    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)


def test_between_computers_undo_pauses_play_and_takes_back_one_ply(
    computers_only, searcher: ScriptedSearcher, qtbot
):
    controller = computers_only
    qtbot.waitUntil(lambda: len(texts(controller)) >= 3)
    searcher.shut()
    qtbot.waitUntil(lambda: controller.thinking)
    before = texts(controller)

    controller.undo()

    assert texts(controller) == before[:-1]
    assert controller.held
    qtbot.wait(50)
    assert texts(controller) == before[:-1]


def test_after_the_end_undo_does_the_same_as_before_it(controller):
    controller.new_game(find_game("tictactoe"))
    for move in "14253":
        controller.play_text(move)
    assert controller.outcome is not None

    controller.undo()

    assert texts(controller) == ["1", "4", "2", "5"]
    assert controller.outcome is None


def test_with_nothing_to_undo_the_action_is_off(against_computer, controller):
    assert not against_computer.can_undo

    against_computer.undo()

    assert texts(against_computer) == []


def test_a_computer_that_moved_first_leaves_the_human_nothing_to_undo(controller, qtbot):
    controller.new_game(controller.game, players=(COMPUTER, HUMAN))
    qtbot.waitUntil(reached(controller, 1))

    assert not controller.can_undo


# -- held play, redo and variations ------------------------------------------------------------


def test_after_an_undo_the_computer_waits_until_the_human_moves(against_computer, qtbot):
    controller = against_computer
    controller.play_text("b1-b3")
    qtbot.waitUntil(reached(controller, 2))
    controller.undo()
    qtbot.wait(50)
    assert texts(controller) == []

    controller.play_text("b1-d3")

    qtbot.waitUntil(reached(controller, 2))
    assert texts(controller)[0] == "b1-d3"
    assert not controller.held


def test_continue_lets_the_computer_go_on_after_a_walk(against_computer, qtbot):
    controller = against_computer
    controller.play_text("b1-b3")
    qtbot.waitUntil(reached(controller, 2))
    controller.step_back()
    assert controller.waits_for_continue

    controller.continue_play()

    qtbot.waitUntil(reached(controller, 2))
    assert not controller.held


def test_redo_goes_on_to_where_the_human_is_to_move_again(against_computer, qtbot):
    controller = against_computer
    controller.play_text("b1-b3")
    qtbot.waitUntil(reached(controller, 2))
    played = texts(controller)
    controller.undo()

    controller.redo()

    assert texts(controller) == played
    assert not controller.can_redo


def test_another_move_after_undo_starts_a_variation_and_keeps_the_old_line(controller):
    controller.play_text("b1-b3")
    first = controller.record.current
    controller.undo()

    controller.play_text("b1-d3")

    assert [child.text for child in controller.record.root.children] == ["b1-b3", "b1-d3"]
    controller.jump(first.number)
    assert texts(controller) == ["b1-b3"]


def test_redo_follows_the_line_left_last(controller):
    controller.play_text("b1-b3")
    controller.undo()
    controller.play_text("b1-d3")
    controller.jump(1)
    controller.undo()

    controller.redo()

    assert texts(controller) == ["b1-b3"]


def test_a_human_may_move_for_the_computer_while_play_is_held(against_computer, qtbot):
    controller = against_computer
    controller.play_text("b1-b3")
    qtbot.waitUntil(reached(controller, 2))
    controller.step_back()
    other = legal(controller)[-1]

    controller.play_text(other)

    assert texts(controller) == ["b1-b3", other]


# -- the computer ------------------------------------------------------------------------------


def test_a_late_reply_for_another_position_never_lands(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    controller = against_computer
    searcher.shut()
    controller.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)
    controller.undo()
    searcher.shut()
    controller.play_text("b1-d3")
    qtbot.waitUntil(searcher.began.is_set)

    searcher.open()

    qtbot.waitUntil(reached(controller, 2))
    assert texts(controller)[0] == "b1-d3"
    assert len(controller.record.nodes) == 4


def test_the_computers_move_waits_while_a_view_shows_the_last_one(against_computer, qtbot):
    controller = against_computer
    controller.set_presenting(True)
    controller.play_text("b1-b3")
    qtbot.wait(100)
    assert texts(controller) == ["b1-b3"]

    controller.set_presenting(False)

    qtbot.waitUntil(reached(controller, 2))


def test_the_computers_move_does_not_come_before_the_least_time(against_computer, qtbot):
    controller = against_computer
    controller.minimum_think_seconds = 30.0

    controller.play_text("b1-b3")

    qtbot.wait(100)
    assert texts(controller) == ["b1-b3"]
    assert controller.thinking


def test_a_human_cannot_move_while_the_computer_thinks(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    controller = against_computer
    searcher.shut()
    controller.play_text("b1-b3")

    with pytest.raises(IllegalMove, match="played by the computer"):
        controller.play_text("a4-c4")

    assert texts(controller) == ["b1-b3"]


def test_players_can_change_in_the_middle_of_a_think(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    controller = against_computer
    searcher.shut()
    controller.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    controller.set_player(1, HUMAN)

    assert not controller.thinking
    controller.play_text(legal(controller)[0])
    assert len(texts(controller)) == 2


def test_a_searcher_that_fails_holds_play_and_says_so(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    controller = against_computer

    def fail(_position: object) -> int:
        raise RuntimeError("no idea")

    searcher.answer = fail
    with qtbot.waitSignal(controller.message) as heard:
        controller.play_text("b1-b3")

    assert "no idea" in heard.args[0]
    assert controller.held
    assert texts(controller) == ["b1-b3"]


def test_two_computers_play_a_game_to_its_end(controller, qtbot):
    controller.new_game(find_game("kalah"), players=(COMPUTER, COMPUTER))

    qtbot.waitUntil(lambda: controller.outcome is not None, timeout=20000)

    assert not controller.thinking


def test_a_hint_holds_for_the_place_it_was_asked_for(controller, qtbot):
    with qtbot.waitSignal(controller.hinted):
        controller.request_hint()
    assert controller.hint is not None
    assert controller.hint.text == legal(controller)[0]

    controller.play_text("b1-b3")

    assert controller.hint is None


def test_a_new_game_stops_the_search_of_the_old_one(
    against_computer, searcher: ScriptedSearcher, qtbot
):
    controller = against_computer
    searcher.shut()
    controller.play_text("b1-b3")
    qtbot.waitUntil(searcher.began.is_set)

    controller.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))

    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)
    assert texts(controller) == []
    assert controller.game.key == "tictactoe"


def test_a_start_that_cannot_be_read_changes_nothing(controller):
    controller.play_text("b1-b3")
    record = controller.record

    with pytest.raises(BadPosition):
        controller.new_game(controller.game, start="nonsense")

    assert controller.record is record


def test_a_turn_of_which_a_part_is_illegal_changes_nothing(controller):
    controller.new_game(find_game("kalah"))

    with pytest.raises(IllegalMove):
        controller.play_text("3-3")

    assert texts(controller) == []


def test_views_hear_of_a_move_once_and_of_a_walk_once(controller, qtbot):
    heard: list[Cause] = []
    controller.changed.connect(heard.append)

    controller.play_text("b1-b3")
    controller.undo()
    controller.redo()

    assert heard == [Cause.MOVE, Cause.WALK, Cause.WALK]


def test_shutting_down_in_a_think_ends_at_once(qapp, searcher: ScriptedSearcher, qtbot):
    controller = TurnController(find_game("loa"), find=searcher.find)
    controller.new_game(controller.game, players=(COMPUTER, COMPUTER))
    searcher.shut()
    qtbot.waitUntil(searcher.began.is_set)

    controller.shut_down()
    controller.shut_down()

    assert searcher.stopped_searches <= 1


def test_the_real_searchers_answer_within_their_level(qapp, qtbot):
    controller = TurnController(find_game("tictactoe"))
    controller.minimum_think_seconds = 0.0
    player = Player(Level(searcher="alpha-beta", depth=8))
    try:
        controller.new_game(controller.game, players=(player, player))
        qtbot.waitUntil(lambda: controller.outcome is not None, timeout=30000)
        # Perfect play on both sides ends in a draw.
        assert controller.outcome.winner is None
    finally:
        controller.shut_down()
